#include "ui/widgets/dock_title.h"

#include "ui/widgets/page_parts.h"

#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace warploom::ui {

DockTitle::DockTitle(QDockWidget& dock) : QWidget(&dock) {
    auto* title = new QLabel(dock.windowTitle());
    // Pass mouse events through, so that users can drag the dock by its title.
    title->setAttribute(Qt::WA_TransparentForMouseEvents);
    auto* close = named(new QToolButton, "closeDock", tr("Close %1").arg(dock.windowTitle()),
                        tr("Close %1. You can reopen it from the View menu.").arg(dock.windowTitle()));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::NoFocus); // Qt's own dock buttons have the same focus policy
    followIcon(close, QStringLiteral("close"));
    connect(close, &QToolButton::clicked, &dock, &QWidget::close);
    connect(&dock, &QWidget::windowTitleChanged, title, &QLabel::setText);
    // The contents of the dock have no focus frame, so the title shows whether the dock has keyboard focus.
    connect(qApp, &QApplication::focusChanged, this, [this, &dock](const QWidget*, const QWidget* now) {
        has_focus_ = now != nullptr && dock.isAncestorOf(now);
        update();
    });
    inRow(this, {{title, 1}, close}, 0, {theme().px(4), 0, 0, 0});
    onTheme(this, [title, close] {
        title->setFont(theme().font(1.0, true));
        close->setIconSize(QSize(theme().px(14), theme().px(14)));
    });
}

void DockTitle::paintEvent(QPaintEvent* event) {
    QWidget::paintEvent(event);
    if (!has_focus_) return;
    const int line = theme().px(2);
    QPainter(this).fillRect(0, height() - line, width(), line, theme().colours().accent);
}

} // namespace warploom::ui
