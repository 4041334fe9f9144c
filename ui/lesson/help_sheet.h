#pragma once

#include <QDialog>
#include <QString>

class QUrl;

namespace warploom::ui {

/// The help dialog (F1). Contains help for the current page, the lesson about the page, and all keyboard shortcuts.
class HelpSheet : public QDialog {
    Q_OBJECT
public:
    /// Creates the dialog. `page` is the page's name in lessons. `keys` contains HTML table rows with keyboard
    /// shortcuts. `own` is HTML that describes the page. It is shown first.
    HelpSheet(const QString& page, const QString& title, const QString& keys, const QString& own, QWidget* parent);

    /// Returns the definition of a term in docs/glossary.md, or an empty string if there is none.
    static QString meaningOf(const QString& word);

signals:
    void pageRequested(const QString& page);
    void walkthroughRequested(const QString& id);

private:
    void follow(const QUrl& link);
};

} // namespace warploom::ui
