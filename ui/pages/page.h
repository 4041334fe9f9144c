#pragma once

#include "ui/charts/chart.h"
#include "ui/session/has_session.h"
#include "ui/session/session.h"

#include <QLayout>
#include <QList>
#include <QWidget>

class QAbstractButton;

namespace warploom::ui {

/// One page of the window's left list. A page reads the shared state from the session, writes choices back to it
/// and reports problems through `session().report(...)` (shown as the banner over the page).
class Page : public QWidget, public HasSession {
    Q_OBJECT
public:
    Page(Session& session, const QString& title, const QString& icon_name, QWidget* parent = nullptr)
        : QWidget(parent), session_(session), title_(title), icon_name_(icon_name) {
        setAccessibleName(title);
    }

    /// A page scrolls only where its parts have less than they need at least, not less than they would like.
    int heightForWidth(int width) const override {
        return layout() == nullptr ? -1 : layout()->minimumHeightForWidth(width);
    }

    Session& session() const override { return session_; }
    QString title() const { return title_; }
    QString iconName() const { return icon_name_; }

    /// The charts that *File > Export > All charts* writes, in reading order.
    virtual QList<Chart*> charts() const { return {}; }
    /// HTML of the selection, its numbers and its explanation; shown in the inspector dock.
    virtual QString inspectorText() const { return {}; }
    /// The page's own Run, which the tool bar's presses, too. Null: that one runs the ticked kernels, on the page Run.
    virtual QAbstractButton* runButton() const { return nullptr; }
    virtual bool isRunning() const { return false; } ///< that Run was pressed, and the button pauses now
    /// Returns the button that F5 clicks on this page. Null: F5 runs the selected kernels on the Run page.
    virtual QAbstractButton* mainButton() const { return runButton(); }
    /// HTML that F1 shows before the words of the page.
    virtual QString helpText() const { return {}; }
    /// Which step is on the screen, counted from 1; 0: the picture before the first; -1: the page has no steps, or none
    /// yet.
    virtual int shownStep() const { return -1; }
    /// The same step elsewhere: at once, or as soon as what it is a step of is there. Too large a one is the last.
    virtual void goToStep(int /*step*/) {}
    /// Choices that the page shows, also where no choice was made: a state that names them looks the same everywhere.
    virtual QHash<QString, QVariant> shownChoices() const { return {}; }
    /// Nothing is on its way that would change what the page shows.
    virtual bool isSettled() const { return true; }

    /// The fields over the picture. In a low window they make way for it, once there is one, and F3 brings them.
    virtual QWidgetList choiceFields() const { return {}; }
    virtual bool hasPicture() const { return true; }

signals:
    void inspectorChanged();
    void chartsChanged();
    /// Another page has the requested object: it shall come to the front.
    void pageRequested(warploom::ui::Page* page);

private:
    Session& session_;
    QString title_;
    QString icon_name_;
};

} // namespace warploom::ui
