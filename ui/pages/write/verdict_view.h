#pragma once

#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/kernel_checker.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace warploom::ui {

class CostTable;

/// Shows the worker's verdict on a kernel: whether the kernel is correct, where and why it is wrong, and what it costs.
class VerdictView : public QWidget {
    Q_OBJECT
public:
    explicit VerdictView(QWidget* parent = nullptr);

    /// Sets the verdict to show. `before` contains the costs of the previous version for comparison, or is null. Costs
    /// are shown only for correct kernels.
    void setCheck(const CheckHandle& check, const protocol::CheckCosts* before, const QString& where);
    /// Sets whether a check is in progress. If a check takes longer than a short delay, the view marks its contents as
    /// outdated and shows a Stop button. After a longer delay, it clears its contents.
    void setBusy(bool busy);
    void setFailure(const QString& sentence, const QString& hint);
    const CheckHandle& check() const { return check_; }
    QString title() const;
    QString sentence() const;
    /// Returns the errors with a line number for display in the editor.
    QList<CodeEditor::Mistake> mistakes() const;
    void focusFirst(); ///< Moves the keyboard focus to the first interactive widget.
    QListWidget* list() const { return list_; }
    CostTable* costs() const { return costs_; }
    /// Returns the view of the kernel's printf output, which is hidden if there is none.
    QPlainTextEdit* output() const { return output_; }

    /// Delays in milliseconds after which messages about a check in progress appear.
    static constexpr int soon_ms = 250, late_ms = 1000, very_late_ms = 2000;

signals:
    void stopWanted();
    /// Emitted when a check takes so long that the editor must remove error messages about the previous version.
    void outdated();
    void lineWanted(int line, int column);
    void causeRequested(); ///< Emitted when the user asks why a value is wrong.
    /// Emitted when the user asks to see the warp of a finding. `finding` is -1 for the warp that wrote the wrong
    /// value.
    void warpWanted(int finding);

private:
    void dress();
    void fillList();
    void fillOutput();
    void sayHowLong();
    void setOld(bool old); ///< Sets whether the displayed verdict belongs to the previous version of the kernel source.
    void clear();

    CheckHandle check_;
    QLabel *title_ = nullptr, *sentence_ = nullptr, *where_ = nullptr, *output_title_ = nullptr;
    QPushButton *stop_ = nullptr, *warp_ = nullptr, *line_ = nullptr, *why_ = nullptr;
    QListWidget* list_ = nullptr;
    QPlainTextEdit* output_ = nullptr;
    CostTable* costs_ = nullptr;
    QElapsedTimer busy_;
    QTimer tick_;
    QString verdict_;
    bool is_old_ = false;
};

} // namespace warploom::ui
