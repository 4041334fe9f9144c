#pragma once

#include <QElapsedTimer>
#include <QFrame>

#include <functional>

class QLabel;
class QToolButton;

namespace warploom::ui {

/// One sentence about what went wrong and what to try next, over the lower edge of what it is put on, so that nothing below the mouse
/// moves; closed by its button. Never a box that has to be answered.
class Banner : public QFrame {
    Q_OBJECT
public:
    explicit Banner(QWidget* over);

    void show(const QString& sentence, const QString& hint);
    QString sentence() const;
    /// The fault is over, or the user has gone on to other work. A message of this very moment stays.
    void setOver();
    /// What it must leave free below itself; asked whenever it is placed. Null: nothing.
    void setFloor(std::function<const QWidget*()> floor) { floor_ = std::move(floor); }
    void place();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyTheme();

    std::function<const QWidget*()> floor_;
    QLabel* icon_ = nullptr;
    QLabel* text_ = nullptr;
    QToolButton* close_ = nullptr;
    QString sentence_, hint_;
    QElapsedTimer shown_;
};

} // namespace warploom::ui
