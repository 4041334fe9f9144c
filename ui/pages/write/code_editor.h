#pragma once

#include "engine/protocol/messages/check.h"
#include "engine/protocol/messages/debug.h"

#include <Qsci/qsciscintilla.h>

#include <QList>
#include <QString>
#include <QStringList>

#include <memory>
#include <utility>
#include <vector>

namespace warploom::ui {

/// An editor for CUDA C source code with line numbers, error annotations, and completion of names.
class CodeEditor : public QsciScintilla {
    Q_OBJECT
public:
    /// An error in the source code. Lines and columns start at 1. Column 0 marks the whole line.
    struct Mistake {
        int line = 0, column = 0;
        QString words;
    };

    explicit CodeEditor(QWidget* parent = nullptr);
    ~CodeEditor() override;

    void setMistakes(const QList<Mistake>& mistakes);
    const QList<Mistake>& mistakes() const { return mistakes_; }
    /// Returns the line of the next error after the cursor, wrapping around at the end of the source. Returns 0 if
    /// there are no errors.
    int lineOfNextMistake() const;
    /// Sets the parameter names of `run` for completion. Language keywords are built in.
    void setNames(const std::vector<protocol::CheckName>& names);
    /// Highlights the lines that differ from another version of the source. Line numbers start at 0.
    void setDifferences(const std::vector<int>& lines);

    /// Switches to a different document and applies the settings that are stored for it.
    void show(const QsciDocument& document);
    using QWidget::show;
    /// Replaces the whole text as a single undo step.
    void replaceAll(const QString& text);
    std::pair<int, int> cursor() const; ///< Returns the line and column of the cursor, which start at 0.

    /// A breakpoint in the source code. Its marker moves with the text when lines above it are edited.
    struct Breakpoint {
        int handle = 0; ///< handle of the breakpoint's marker in the document
        QString condition;
    };
    /// Returns the breakpoints of the document at their current lines. Line numbers start at 1.
    std::vector<protocol::DebugBreakpoint> breakpoints() const;
    /// Adds a breakpoint to a line or, if there already is one, removes it. Line numbers start at 1.
    void toggleBreakpoint(int line);
    /// Sets the condition of a breakpoint. Adds a breakpoint if the line has none.
    void setCondition(int line, const QString& condition);
    QString condition(int line) const;
    /// These functions remove and restore the breakpoints of a document when the editor switches to another document.
    QList<Breakpoint> takeBreakpoints() { return std::exchange(breakpoints_, {}); }
    void restoreBreakpoints(const QList<Breakpoint>& breakpoints) { breakpoints_ = breakpoints; }
    /// Marks the line that the debugger executes next. A value of 0 removes the mark.
    void setCurrentLine(int line);
    int currentLine() const { return current_line_; }
    void goTo(int line, int column = 1);
    /// Shows the names that start with the word before the cursor, together with their meanings.
    void offerNames();
    QStringList offers() const; ///< Returns the completions of the word before the cursor.

signals:
    void breakpointsChanged();
    void conditionRequested(int line); ///< Emitted when the user wants to edit the condition of a breakpoint.
    void runToLineRequested(int line);
    /// Emitted when the mouse pointer rests on a name. `position` is in screen coordinates.
    void nameHovered(const QString& name, const QPoint& position);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
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
    void offerBreakpoint(int line);
    void scrollToCurrentLine();
    /// Returns the index of the breakpoint on a line (starting at 1), or -1 if there is none.
    int indexOfBreakpoint(int line) const;

    std::unique_ptr<Lexer> lexer_;
    QList<Mistake> mistakes_;
    QList<Breakpoint> breakpoints_;
    int current_line_ = 0;
    /// Names for completion with their types and meanings, such as "row_pointer  const int*: row i owns ...".
    QStringList names_;
};

} // namespace warploom::ui
