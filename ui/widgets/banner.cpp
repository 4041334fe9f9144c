#include "ui/widgets/banner.h"

#include "ui/look/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace warploom::ui {

Banner::Banner(QWidget* over) : QFrame(over) {
    setObjectName(QStringLiteral("banner"));
    setAutoFillBackground(true);
    icon_ = new QLabel(this);
    text_ = new QLabel(this);
    text_->setObjectName(QStringLiteral("bannerText"));
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::RichText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    close_ = new QToolButton(this);
    close_->setAutoRaise(true);
    followIcon(close_, QStringLiteral("close"));
    close_->setAccessibleName(tr("Close this message"));
    close_->setToolTip(close_->accessibleName());
    connect(close_, &QToolButton::clicked, this, &QWidget::hide);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 4, 4);
    layout->addWidget(icon_);
    layout->addWidget(text_, 1);
    layout->addWidget(close_, 0, Qt::AlignTop);
    connect(&theme(), &Theme::changed, this, &Banner::applyTheme);
    applyTheme();
    hide();
    over->installEventFilter(this);
}

bool Banner::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == parentWidget()) place();
    return QFrame::eventFilter(watched, event);
}

void Banner::place() {
    const QSize room = parentWidget()->size();
    const int height = std::min(room.height(), std::max(minimumSizeHint().height(), heightForWidth(room.width())));
    int bottom = room.height();
    if (const QWidget* const floor = floor_ ? floor_() : nullptr; floor != nullptr && floor->isVisible())
        bottom = std::clamp(floor->mapTo(parentWidget(), QPoint()).y(), height, bottom);
    setGeometry(0, bottom - height, room.width(), height);
    raise();
}

void Banner::show(const QString& sentence, const QString& hint) {
    sentence_ = sentence;
    hint_ = hint;
    text_->setText(hint.isEmpty() ? QStringLiteral("<b>%1</b>").arg(sentence.toHtmlEscaped())
                                  : QStringLiteral("<b>%1</b> %2").arg(sentence.toHtmlEscaped(), hint.toHtmlEscaped()));
    setAccessibleName(sentence);
    setAccessibleDescription(hint);
    place();
    QFrame::show();
    shown_.start();
}

void Banner::setOver() {
    constexpr int moment_ms = 300; // what belongs together, as a refusal and the page that it leads to
    if (isVisible() && shown_.hasExpired(moment_ms)) hide();
}

QString Banner::sentence() const { return isHidden() ? QString() : sentence_; }

void Banner::applyTheme() {
    QPalette colours = palette();
    colours.setColor(QPalette::Window, theme().colours().problem);
    colours.setColor(QPalette::WindowText, theme().colours().text);
    setPalette(colours);
    icon_->setPixmap(theme().icon(QStringLiteral("warning")).pixmap(theme().px(20)));
    place();
}

} // namespace warploom::ui
