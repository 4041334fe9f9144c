#pragma once

#include "ui/charts/chart.h"
#include "ui/session/has_session.h"
#include "ui/session/session.h"

#include <QLayout>
#include <QList>
#include <QWidget>

class QAbstractButton;

namespace warploom::ui {

/// A page in the list on the left of the main window. A page reads the shared state from the session, writes settings
/// to it, and reports errors with `session().report(...)`, which shows a banner above the page.
class Page : public QWidget, public HasSession {
    Q_OBJECT
public:
    Page(Session& session, const QString& title, const QString& icon_name, QWidget* parent = nullptr)
        : QWidget(parent), session_(session), title_(title), icon_name_(icon_name) {
        setAccessibleName(title);
    }

    /// Returns the minimum height for a given width, in pixels. The page scrolls only if the available height is less
    /// than this height. The minimum height may be less than the preferred height of its contents.
    int heightForWidth(int width) const override {
        return layout() == nullptr ? -1 : layout()->minimumHeightForWidth(width);
    }

    Session& session() const override { return session_; }
    QString title() const { return title_; }
    QString iconName() const { return icon_name_; }

    /// Returns the charts that *File > Export > All charts* writes, in reading order.
    virtual QList<Chart*> charts() const { return {}; }
    /// Returns HTML for the inspector dock: the selection, its values and an explanation.
    virtual QString inspectorText() const { return {}; }
    /// Returns the page's Run button, which the Run button on the toolbar also triggers. If null, the toolbar button
    /// runs the selected kernels on the Run page.
    virtual QAbstractButton* runButton() const { return nullptr; }
    /// Returns whether a run started by this page is in progress. If so, the Run button pauses it.
    virtual bool isRunning() const { return false; }
    /// Returns the button that F5 clicks. If null, F5 runs the selected kernels on the Run page.
    virtual QAbstractButton* mainButton() const { return runButton(); }
    /// Returns HTML that the help dialog (F1) shows before the description of the page.
    virtual QString helpText() const { return {}; }
    /// Returns the number of the current step, starting at 1. Returns 0 for the introduction, and -1 if the page has no
    /// steps or they are not available yet.
    virtual int shownStep() const { return -1; }
    /// Goes to a step as soon as it is available. If `step` exceeds the number of steps, goes to the last one.
    virtual void goToStep(int /*step*/) {}
    /// Returns the session settings that the page uses, including default values, so that a saved state looks the same
    /// on every computer.
    virtual QHash<QString, QVariant> shownChoices() const { return {}; }
    /// Returns whether the page is up to date and no pending work will change it.
    virtual bool isSettled() const { return true; }

    /// Returns the input fields above the page's view, which are hidden in a short window until the user presses F3.
    virtual QWidgetList choiceFields() const { return {}; }
    virtual bool hasPicture() const { return true; }

signals:
    void inspectorChanged();
    void chartsChanged();
    void pageRequested(warploom::ui::Page* page);

private:
    Session& session_;
    QString title_;
    QString icon_name_;
};

} // namespace warploom::ui
