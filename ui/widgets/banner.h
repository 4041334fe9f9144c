#pragma once

#include <QElapsedTimer>
#include <QFrame>

#include <vector>

class QLabel;
class QStatusBar;
class QToolButton;

namespace warploom::ui {

/// An error message with a hint. It is shown on top of the status bar, so that it neither covers the page nor moves
/// anything under the mouse pointer. For longer messages, the banner temporarily becomes taller. The user closes it
/// with its button or the Esc key.
class Banner : public QFrame {
    Q_OBJECT
public:
    /// Creates a banner on top of the status bar. `beside` lists the widgets at the right end of the status bar, which
    /// must remain visible.
    Banner(QStatusBar& bar, std::vector<const QWidget*> beside);

    void show(const QString& sentence, const QString& hint);
    QString sentence() const;
    /// Hides the message, because the problem has been solved or is no longer relevant. Does nothing if the message has
    /// just appeared.
    void setOver();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void applyTheme();
    void place();

    QStatusBar& bar_;
    std::vector<const QWidget*> beside_;
    QLabel* icon_ = nullptr;
    QLabel* text_ = nullptr;
    QToolButton* close_ = nullptr;
    QString sentence_;
    QElapsedTimer shown_;
};

} // namespace warploom::ui
