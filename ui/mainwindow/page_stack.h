#pragma once

#include "ui/mainwindow/pages.h"
#include "ui/pages/page.h"

#include <QStackedWidget>

namespace warploom::ui {

/// All pages of the main window. One of them is shown.
class PageStack : public QStackedWidget {
    Q_OBJECT
public:
    explicit PageStack(Session& session, QWidget* parent = nullptr);

    const QList<Page*>& pages() const { return pages_; }
    Page* current() const { return pages_.value(currentIndex()); }
    void showPage(int index); ///< does nothing if there is no such page
    void showPage(Page* page) { showPage(static_cast<int>(pages_.indexOf(page))); }
    /// Shows a page, given its name in lessons. Reports an unknown name to the session.
    void showPageNamed(const QString& name);
    /// Shows the page of class P and returns it.
    template <class P> P* show() {
        P* const page = pageOf<P>(pages_);
        showPage(page);
        return page;
    }
    using QStackedWidget::show;
    /// Returns the name of a page in lessons. It is derived from the page's class name, so it does not depend on the
    /// language of the user interface.
    static QString nameOf(const Page& page);

signals:
    void pageShown(int index); ///< emitted even if the page was already shown

private:
    Session& session_;
    QList<Page*> pages_;
};

} // namespace warploom::ui
