#pragma once

#include <QElapsedTimer>
#include <QFrame>

#include <vector>

class QLabel;
class QStatusBar;
class QToolButton;

namespace warploom::ui {

/// A message about an error and a hint, shown on top of the status bar, so that it neither covers the page nor moves
/// anything under the mouse. For longer messages, the bar grows temporarily. The user closes it with its button or Esc;
/// it is never modal.
class Banner : public QFrame {
    Q_OBJECT
public:
    /// `beside` are the widgets at the right end of the status bar that stay visible.
    Banner(QStatusBar& bar, std::vector<const QWidget*> beside);

    void show(const QString& sentence, const QString& hint);
    QString sentence() const;
    /// Hides the message because the problem is solved or the user has moved on. A message that has just appeared
    /// stays.
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
