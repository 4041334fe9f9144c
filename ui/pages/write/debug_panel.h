#pragma once

#include "ui/pages/write/kernel_debugger.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QSlider;
class QSpinBox;
class QStackedWidget;
class QToolButton;
class QTreeWidget;

namespace warploom::ui {

class LaneValuesView;
class WhyView;

/// The debugger panel. Contains buttons to step and run, the values of all lanes, the origin of a value, and the warps
/// of the block. Values are shown only if the current source has been recorded.
class DebugPanel : public QWidget {
    Q_OBJECT
public:
    explicit DebugPanel(KernelDebugger& debugger, QWidget* parent = nullptr);

    /// Shows a message and a button for recording the block again instead of the values.
    void showMessage(const QString& sentence, const QString& hint);
    QString message() const;  ///< Returns the displayed message, or an empty string while values are shown.
    QString reason() const;   ///< Returns a sentence that explains why the debugger stopped.
    QString position() const; ///< Returns a text such as "Position 12 of 480".
    QStringList watches() const { return watches_; }
    LaneValuesView* values() const { return values_; }
    WhyView* why() const { return why_; }
    QTreeWidget* warps() const { return warps_; }

    /// Sets whether the buttons have short labels, so that all of them fit in one row in a short window.
    void setCompact(bool is_compact);
    /// Handles a keyboard shortcut of the debugger. Returns false for all other keys.
    bool takeKey(int key, Qt::KeyboardModifiers modifiers);
    static bool isDebugKey(int key, Qt::KeyboardModifiers modifiers);

signals:
    void restartRequested(int launch, qint64 block);
    void stopRequested();
    void breakpointRequested(); ///< Emitted when the user presses F9 to add or remove a breakpoint.

private:
    QWidget* buildButtons();
    QWidget* buildTimeline();
    QWidget* buildValues();
    void showSession(const DebugSessionHandle& session);
    void showState(const DebugStateHandle& state);
    void showBusy();
    void setReason(const QString& sentence, bool is_problem = false);
    void addWatch();
    void removeWatch(const QString& watch);
    void restart();
    void dress();

    KernelDebugger& debugger_;
    QStackedWidget* stack_ = nullptr;
    QLabel *message_ = nullptr, *reason_ = nullptr, *position_ = nullptr;
    QPushButton* again_ = nullptr;
    QToolButton *restart_ = nullptr, *stop_ = nullptr;
    QList<QToolButton*> moves_;
    QSpinBox *launch_ = nullptr, *block_ = nullptr;
    QWidget *launch_label_ = nullptr, *timeline_ = nullptr;
    QSlider* slider_ = nullptr;
    QTreeWidget* warps_ = nullptr;
    LaneValuesView* values_ = nullptr;
    QLineEdit* watch_ = nullptr;
    WhyView* why_ = nullptr;
    QStringList watches_;
    QString sentence_;
    bool is_filling_ = false;
};

QString stopReason(const protocol::DebugState& state);

} // namespace warploom::ui
