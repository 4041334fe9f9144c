#include "ui/pages/step/annotation_tools.h"

#include "ui/charts/chart_frame.h"
#include "ui/pages/step/step_view.h"
#include "ui/widgets/page_parts.h"

#include <QSignalBlocker>
#include <QToolButton>

namespace warploom::ui {

AnnotationTools::AnnotationTools(StepView& view, ChartFrame& frame) : QObject(&view), view_(view) {
    const auto tool = [&frame](const char* object, const QString& text, const QString& tip) {
        QToolButton* made = named(toolButton(text, tip), object, text, tip);
        made->setToolButtonStyle(Qt::ToolButtonIconOnly);
        followIcon(made, QString::fromLatin1(object).mid(4).toLower());
        frame.addTool(made);
        return made;
    };
    pen_ = tool("stepPen", tr("Pen"), tr("Draw on the figure. Select Clear to remove the drawing."));
    spot_ = tool("stepSpot", tr("Spot"), tr("Highlight the area around the pointer"));
    wipe_ = tool("stepWipe", tr("Clear"), tr("Remove the drawing and the highlight"));
    for (QToolButton* const each : {pen_, spot_}) {
        each->setCheckable(true);
        connect(each, &QToolButton::toggled, this, [this, each](bool on) {
            QToolButton* const other = each == pen_ ? spot_ : pen_;
            const QSignalBlocker quiet(other);
            if (on) other->setChecked(false);
            view_.take(!on            ? AnnotationOverlay::Tool::none
                       : each == pen_ ? AnnotationOverlay::Tool::pen
                                      : AnnotationOverlay::Tool::spot);
        });
    }
    connect(wipe_, &QToolButton::clicked, this, [this] {
        pen_->setChecked(false);
        spot_->setChecked(false);
        view_.wipe();
    });
}

void AnnotationTools::applyTheme() {
    for (QToolButton* button : {pen_, spot_, wipe_}) button->setIconSize(QSize(theme().px(14), theme().px(14)));
}

} // namespace warploom::ui
