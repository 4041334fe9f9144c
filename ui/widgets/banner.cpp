#include "ui/widgets/banner.h"

#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"

#include <QEvent>
#include <QFontMetrics>
#include <QLabel>
#include <QShortcut>
#include <QStatusBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace warploom::ui {

namespace {

/// Returns the minimum height of a status bar with one line of text, in pixels. Without this minimum, the bar would
/// keep its initial height when the font changes.
int leastHeight() { return QFontMetrics(theme().font()).height() + theme().px(10); }

} // namespace

Banner::Banner(QStatusBar& bar, std::vector<const QWidget*> beside)
    : QFrame(bar.parentWidget()), bar_(bar), beside_(std::move(beside)) {
    setObjectName(QStringLiteral("banner"));
    setAutoFillBackground(true);
    icon_ = new QLabel(this);
    text_ = richLabel("bannerText", {}, Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    close_ = new QToolButton(this);
    close_->setAutoRaise(true);
    followIcon(close_, QStringLiteral("close"));
    close_->setAccessibleName(tr("Close this message"));
    close_->setToolTip(tr("Close this message (Esc)"));
    // The Esc shortcut is active only while the banner is visible, because pages handle Esc at other times.
    new QShortcut(Qt::Key_Escape, this, this, &QWidget::hide);
    connect(close_, &QToolButton::clicked, this, &QWidget::hide);
    // Omit vertical margins, so that a banner with one line of text is not taller than the status bar.
    inRow(this, {icon_, {text_, 1}, {close_, 0, Qt::AlignTop}}, -1, {8, 0, 4, 0});
    onTheme(this, [this] { applyTheme(); });
    hide();
    bar_.installEventFilter(this);
}

bool Banner::eventFilter(QObject* watched, QEvent* event) {
    const QEvent::Type type = event->type();
    // Also handle layout requests, because changes of the widgets at the right end change the layout of the status bar.
    if (watched == &bar_ && (type == QEvent::Resize || type == QEvent::Move || type == QEvent::LayoutRequest)) place();
    return QFrame::eventFilter(watched, event);
}

void Banner::hideEvent(QHideEvent* event) {
    QFrame::hideEvent(event);
    bar_.setMinimumHeight(leastHeight());
}

void Banner::place() {
    if (isHidden()) return;
    int width = bar_.width();
    for (const QWidget* each : beside_)
        if (!each->isHidden()) width = std::min(width, each->x());
    const int height = std::max({leastHeight(), minimumSizeHint().height(), heightForWidth(width)});
    bar_.setMinimumHeight(height);
    const QRect line = bar_.geometry();
    setGeometry(0, line.bottom() + 1 - std::max(height, line.height()), width, std::max(height, line.height()));
    raise();
}

void Banner::show(const QString& sentence, const QString& hint) {
    sentence_ = sentence;
    text_->setText(hint.isEmpty() ? QStringLiteral("<b>%1</b>").arg(sentence.toHtmlEscaped())
                                  : QStringLiteral("<b>%1</b> %2").arg(sentence.toHtmlEscaped(), hint.toHtmlEscaped()));
    setAccessibleName(sentence);
    setAccessibleDescription(hint);
    QFrame::show();
    place();
    shown_.start();
}

void Banner::setOver() {
    // Events within this time (in milliseconds) are related, such as an error and the page change that it causes.
    constexpr int moment_ms = 300;
    if (isVisible() && shown_.hasExpired(moment_ms)) hide();
}

QString Banner::sentence() const { return isHidden() ? QString() : sentence_; }

void Banner::applyTheme() {
    setInk(this, theme().colours().text, theme().colours().problem);
    icon_->setPixmap(theme().icon(QStringLiteral("warning")).pixmap(theme().px(20)));
    bar_.setMinimumHeight(leastHeight());
    place();
}

} // namespace warploom::ui
