#include "ui/widgets/options_button.h"

#include "ui/style/text.h"
#include "ui/widgets/page_parts.h"

#include <QFormLayout>
#include <QFrame>
#include <QScreen>

#include <algorithm>

namespace warploom::ui {

OptionsButton::OptionsButton(const char* object, std::initializer_list<std::pair<QString, QWidget*>> fields) {
    named(this, object, Text::tr("Options"), Text::tr("Show more options for this page"));
    setText(Text::tr("Options"));
    setFocusPolicy(Qt::StrongFocus);
    followIcon(this, QStringLiteral("options"));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto* const panel = new QFrame(this, Qt::Popup);
    panel->setFrameShape(QFrame::StyledPanel);
    panel_ = panel;
    first_ = fields.begin()->second;
    QFormLayout* const form = narrowForm(panel);
    for (const auto& [label, field] : fields) form->addRow(label, field);
    onTheme(this, [form] {
        const int margin = theme().px(12);
        form->setContentsMargins(margin, margin, margin, margin);
        form->setVerticalSpacing(theme().px(8));
    });
    connect(this, &QToolButton::clicked, this, &OptionsButton::openPanel);
}

void OptionsButton::openPanel() {
    panel_->adjustSize();
    const QRect available = screen()->availableGeometry();
    QPoint corner = mapToGlobal(QPoint(0, height() + 2));
    corner.setX(std::max(available.left(), std::min(corner.x(), available.right() - panel_->width())));
    panel_->move(corner);
    panel_->show();
    first_->setFocus(Qt::PopupFocusReason);
}

} // namespace warploom::ui
