#include "ui/widgets/change_action.h"

#include "ui/session/kernel_files.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/session.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"

#include <QToolButton>

namespace warploom::ui {

ChangeAction::ChangeAction(Session& session, QObject* parent)
    : QAction(Text::tr("Edit on the &Write page"), parent), session_(session) {
    followIcon(this, QStringLiteral("write"));
    connect(this, &QAction::triggered, this, [this] { session_.wantWriting(text_); });
    setKernel({}, {});
}

void ChangeAction::setKernel(const QString& operation, const QString& kernel) {
    text_ = session_.texts().find(kernel) != nullptr ? kernel : fileOfKernel(operation, kernel);
    setEnabled(!text_.isEmpty());
    const QString tip =
        isEnabled()        ? Text::tr("Open the source of %1 on the Write page").arg(kernel)
        : kernel.isEmpty() ? Text::tr("Select a kernel to edit")
                           : Text::tr("%1 cannot be edited, because it is not a single CUDA C source file").arg(kernel);
    setToolTip(tip);
    setStatusTip(tip);
}

void ChangeAction::addTo(QWidget* widget) {
    widget->setContextMenuPolicy(Qt::ActionsContextMenu);
    widget->addAction(this);
}

QToolButton* ChangeAction::button(const QString& name) {
    auto* const made = new QToolButton;
    made->setObjectName(name);
    made->setDefaultAction(this);
    made->setToolButtonStyle(Qt::ToolButtonIconOnly);
    made->setFocusPolicy(Qt::TabFocus);
    made->setAccessibleName(Text::tr("Edit on the Write page"));
    return made;
}

} // namespace warploom::ui
