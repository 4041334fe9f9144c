#pragma once

#include "engine/protocol/messages/check.h"

#include <Qsci/qsciscintilla.h>

#include <QList>
#include <QString>
#include <QStringList>

#include <memory>
#include <utility>
#include <vector>

namespace warploom::ui {

/// A text in CUDA C that is written or read: numbers of lines, mistakes at theirs, names that complete themselves.
class CodeEditor : public QsciScintilla {
    Q_OBJECT
public:
    /// Something wrong with a line; both count from 1, column 0: the whole line.
    struct Mistake {
        int line = 0, column = 0;
        QString words;
    };

    explicit CodeEditor(QWidget* parent = nullptr);
    ~CodeEditor() override;

    void setMistakes(const QList<Mistake>& mistakes);
    const QList<Mistake>& mistakes() const { return mistakes_; }
    /// The line of the next mistake behind the cursor, round about; 0: there is none.
    int lineOfNextMistake() const;
    /// Sets the valid parameter names of run for completion; the keywords of the language are built in.
    void setNames(const std::vector<protocol::CheckName>& names);
    /// Lines that differ from another text, from 0.
    void setDifferences(const std::vector<int>& lines);

    /// Another document: what belongs to it and not to the editor is set up in it.
    void show(const QsciDocument& document);
    using QWidget::show;
    /// A step that can be undone.
    void replaceAll(const QString& text);
    std::pair<int, int> cursor() const; ///< line and column, from 0
    void goTo(int line, int column = 1);
    /// The list of names that begin like the word before the cursor, each with what it holds.
    void offerNames();
    QStringList offers() const; ///< for that word

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Lexer;
    void dress();
    void prepareDocument();
    QString wordBefore() const;
    QString wrapped(const QString& words) const;
    void typed(int letter);
    void takeOffer(const QString& offer);

    std::unique_ptr<Lexer> lexer_;
    QList<Mistake> mistakes_;
    QStringList names_; ///< "row_pointer  const int*: row i owns ..."
};

} // namespace warploom::ui
