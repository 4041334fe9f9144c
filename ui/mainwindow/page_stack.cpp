#include "ui/mainwindow/page_stack.h"

#include "ui/widgets/page_parts.h"

#include <QScrollArea>

namespace warploom::ui {

PageStack::PageStack(Session& session, QWidget* parent)
    : QStackedWidget(parent), session_(session), pages_(makePages(session)) {
    for (Page* page : qAsConst(pages_)) {
        // Put the page in a scroll area, because at a scale of 200 %, it may not fit on the screen of a small
        // projector.
        addWidget(scrolled(page));
        connect(page, &Page::pageRequested, this, qOverload<Page*>(&PageStack::showPage));
    }
}

void PageStack::showPage(int index) {
    if (index < 0 || index >= pages_.size()) return;
    setCurrentIndex(index);
    emit pageShown(index);
}

void PageStack::showPageNamed(const QString& name) {
    for (int i = 0; i < pages_.size(); ++i)
        if (nameOf(*pages_[i]) == name) return showPage(i);
    session_.report(tr("The lesson refers to the page \"%1\", which does not exist.").arg(name),
                    tr("See docs/lessons.md for a list of pages."));
}

QString PageStack::nameOf(const Page& page) {
    QString name = QLatin1String(page.metaObject()->className());
    name = name.section(QStringLiteral("::"), -1);
    return name.endsWith(QLatin1String("Page")) ? name.chopped(4) : name;
}

} // namespace warploom::ui
