#pragma once

#include <QElapsedTimer>
#include <QFrame>

#include <vector>

class QLabel;
class QStatusBar;
class QToolButton;

namespace warploom::ui {

/// One sentence about what went wrong and what to try next, over the line of a status bar: it covers nothing of a page,
/// and nothing below the mouse moves. For more words than a line holds, the bar grows while they stand there. Closed by
/// its button, or by Escape. Never a box that has to be answered.
class Banner : public QFrame {
    Q_OBJECT
public:
    /// `beside` is what the bar has at its right end and the banner leaves free.
    Banner(QStatusBar& bar, std::vector<const QWidget*> beside);

    void show(const QString& sentence, const QString& hint);
    QString sentence() const;
    /// The fault is over, or the user has gone on to other work. A message of this very moment stays.
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
