#pragma once

#include <QLineF>
#include <QWidget>

#include <cstdint>

namespace warploom::ui {

class WindowView;

/// The line from the hovered nonzero to the words that say which thread, lane and warp own it, in the colour of that warp.
/// Lies over both and lets the mouse through.
class OwnerConnector : public QWidget {
    Q_OBJECT
public:
    /// `over` must hold both.
    OwnerConnector(WindowView* window, QWidget* words, QWidget* over);

    /// Row and column within the window.
    void connectFrom(std::int64_t row, std::int64_t col, int warp);
    void disconnectAll();
    /// In the coordinates of what it lies over; null where there is nothing to connect.
    QLineF line() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    WindowView* window_;
    QWidget* words_;
    std::int64_t row_ = -1, col_ = -1;
    int warp_ = 0;
};

} // namespace warploom::ui
