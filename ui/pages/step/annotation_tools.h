#pragma once

#include <QObject>

class QToolButton;

namespace warploom::ui {

class ChartFrame;
class StepView;

/// A pen and a spotlight for annotating the figure of the Step page. Drawings stay until they are erased or the topic
/// changes.
class AnnotationTools : public QObject {
    Q_OBJECT
public:
    /// Adds the buttons to the frame of the figure.
    AnnotationTools(StepView& view, ChartFrame& frame);

    void applyTheme();

private:
    StepView& view_;
    QToolButton *pen_ = nullptr, *spot_ = nullptr, *wipe_ = nullptr;
};

} // namespace warploom::ui
