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

/// An editor for CUDA C with line numbers, error annotations, and completion of names.
class CodeEditor : public QsciScintilla {
    Q_OBJECT
public:
    /// An error in the source. Lines and columns start at 1. Column 0 marks the whole line.
    struct Mistake {
        int line = 0, column = 0;
        QString words;
    };

    explicit CodeEditor(QWidget* parent = nullptr);
    ~CodeEditor() override;

    void setMistakes(const QList<Mistake>& mistakes);
    const QList<Mistake>& mistakes() const { return mistakes_; }
    /// Returns the line of the next error after the cursor, wrapping around at the end. Returns 0 if there are no
    /// errors.
    int lineOfNextMistake() const;
    /// Sets the valid parameter names of `run` for completion. Language keywords are built in.
    void setNames(const std::vector<protocol::CheckName>& names);
    /// Highlights the lines that differ from another version. Lines start at 0.
    void setDifferences(const std::vector<int>& lines);

    /// Switches to a different document and applies its per-document settings.
    void show(const QsciDocument& document);
    using QWidget::show;
    /// Replaces the whole text as a single undo step.
    void replaceAll(const QString& text);
    std::pair<int, int> cursor() const; ///< line and column, both starting at 0
    void goTo(int line, int column = 1);
    /// Shows a list of names that start with the word before the cursor, along with their meanings.
    void offerNames();
    QStringList offers() const; ///< completions of that word

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
    QStringList names_; ///< each with its type and meaning, such as "row_pointer  const int*: row i owns ..."
};

} // namespace warploom::ui
