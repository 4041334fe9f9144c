#pragma once

#include <QDialog>
#include <QString>

class QUrl;

namespace warploom::ui {

/// The help dialog (F1): the help text of the current page, its lesson, and all keyboard shortcuts.
class HelpSheet : public QDialog {
    Q_OBJECT
public:
    /// `page` is the name that lessons have for it; `keys` rows of a table; `own` HTML of the page, which comes first.
    HelpSheet(const QString& page, const QString& title, const QString& keys, const QString& own, QWidget* parent);

    /// The meaning of a word of docs/glossary.md; empty for one that is not there.
    static QString meaningOf(const QString& word);

signals:
    void pageRequested(const QString& page);
    void walkthroughRequested(const QString& id);

private:
    void follow(const QUrl& link);
};

} // namespace warploom::ui
