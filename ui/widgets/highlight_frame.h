#pragma once

#include <QPointer>
#include <QWidget>

namespace warploom::ui {

/// A frame around the widget that a lesson refers to. It is drawn on top of the window, follows the widget, and passes
/// all mouse events through.
class HighlightFrame : public QWidget {
    Q_OBJECT
public:
    explicit HighlightFrame(QWidget* window);

    /// Moves the frame to a widget in the window. Hides the frame if `target` is null or not visible.
    void setTarget(QWidget* target);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();

    QPointer<QWidget> target_;
};

} // namespace warploom::ui
