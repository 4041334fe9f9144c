#include "ui/pages/write/code_editor.h"

#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <Qsci/qscicommandset.h>
#include <Qsci/qscilexercpp.h>
#include <Qsci/qscistyle.h>

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QResizeEvent>

#include <algorithm>

namespace warploom::ui {

namespace {

constexpr int mistake_marker = 1, difference_marker = 2, squiggle = 8, offer_list = 1;
constexpr int breakpoint_marker = 3, condition_marker = 4, current_line_marker = 5, arrow_marker = 6;
constexpr int hover_ms = 350;
// Use a fixed style number. QsciStyle(-1) allocates a new style on each call, but only 24 styles are available, and
// text in any further style is not drawn.
constexpr int mistake_style = QsciScintillaBase::STYLE_LASTPREDEFINED + 1;
constexpr int numbers_margin = 0, marker_margin = 1;

struct LanguageWord {
    const char *name, *about;
};
constexpr LanguageWord language_words[] = {
    {"__global__", "kernel, executed by every thread of the launch"},
    {"__device__", "device function, called from device code"},
    {"__shared__", "shared memory of a block"},
    {"__restrict__", "no other pointer accesses this memory"},
    {"__syncthreads", "barrier for all threads of the block"},
    {"__syncwarp", "barrier for the lanes of the warp"},
    {"__shfl_sync", "(mask, value, lane): the value held by the given lane"},
    {"__shfl_up_sync", "(mask, value, delta): the value of the lane whose ID is lower by delta"},
    {"__shfl_down_sync", "(mask, value, delta): the value of the lane whose ID is higher by delta"},
    {"__shfl_xor_sync", "(mask, value, lane_mask): the value of the lane whose ID is this lane's ID xor lane_mask"},
    {"__ballot_sync", "(mask, condition): a mask with one bit per lane"},
    {"__any_sync", "(mask, condition): whether the condition holds for any lane"},
    {"__all_sync", "(mask, condition): whether the condition holds for all lanes"},
    {"__activemask", "mask of the active lanes"},
    {"threadIdx", ".x .y .z: thread index in the block"},
    {"blockIdx", ".x .y .z: block index in the grid"},
    {"blockDim", ".x .y .z: threads per block"},
    {"gridDim", ".x .y .z: blocks per grid"},
    {"warpSize", "32"},
    {"atomicAdd", "(address, value): returns the old value"},
    {"atomicMin", "(address, value): returns the old value"},
    {"atomicMax", "(address, value): returns the old value"},
    {"atomicExch", "(address, value): returns the old value"},
    {"atomicCAS", "(address, expected, value): returns the old value"},
    {"template", "template <typename T>"},
    {"typename", "template <typename T>"},
    {"constexpr", "compile-time constant"},
};

/// Mixes a theme color with the text color until text in the resulting color is readable.
QColor ink(QColor colour) {
    const QColor canvas = theme().colours().canvas, text = theme().colours().text;
    constexpr double readable = 4.5;
    for (int step = 0; step < 10 && contrast(colour, canvas) < readable; ++step)
        colour =
            QColor::fromRgbF(0.8f * colour.redF() + 0.2f * text.redF(), 0.8f * colour.greenF() + 0.2f * text.greenF(),
                             0.8f * colour.blueF() + 0.2f * text.blueF());
    return colour;
}

QColor between(const QColor& a, const QColor& b, float share) {
    const auto mix = [share](float of_a, float of_b) { return of_a + share * (of_b - of_a); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

bool isLetter(QChar c) { return c.isLetterOrNumber() || c == QLatin1Char('_'); }

} // namespace

/// C++ lexer with the CUDA keywords.
class CodeEditor::Lexer : public QsciLexerCPP {
public:
    using QsciLexerCPP::QsciLexerCPP;
    const char* keywords(int set) const override {
        if (set != 2) return QsciLexerCPP::keywords(set);
        return "__global__ __device__ __host__ __shared__ __restrict__ __forceinline__ threadIdx blockIdx blockDim "
               "gridDim "
               "warpSize dim3 size_t int2 int4 float2 float4 double2 __syncthreads __syncwarp __shfl_sync "
               "__shfl_up_sync "
               "__shfl_down_sync __shfl_xor_sync __ballot_sync __any_sync __all_sync __activemask atomicAdd atomicSub "
               "atomicMin atomicMax atomicExch atomicCAS";
    }
    void dress() {
        const Colours& colours = theme().colours();
        const auto paint = [&](std::initializer_list<int> styles, const QColor& colour) {
            for (const int style : styles) setColor(colour, style);
        };
        setDefaultFont(theme().monospace());
        setDefaultPaper(colours.canvas);
        setDefaultColor(colours.text);
        setFont(theme().monospace());
        setPaper(colours.canvas);
        setColor(colours.text);
        paint({Comment, CommentLine, CommentDoc, CommentLineDoc}, colours.muted);
        paint({Keyword}, ink(colours.strokeColour(0)));
        paint({KeywordSet2}, ink(colours.strokeColour(3)));
        paint({Number}, ink(colours.strokeColour(2)));
        paint({DoubleQuotedString, SingleQuotedString, PreProcessor}, ink(colours.strokeColour(4)));
    }
};

CodeEditor::CodeEditor(QWidget* parent) : QsciScintilla(parent), lexer_(std::make_unique<Lexer>()) {
    setAutoIndent(true);
    setBackspaceUnindents(true);
    setBraceMatching(SloppyBraceMatch);
    // Wrap lines, so that they can be read in full next to the inspector or in a large font.
    setWrapMode(WrapWord);
    setWrapIndentMode(WrapIndentDeeplyIndented);
    setFrameShape(QFrame::NoFrame);
    setAnnotationDisplay(AnnotationIndented);
    setMarginType(numbers_margin, NumberMargin);
    setMarginType(marker_margin, SymbolMargin);
    setMarginMarkerMask(marker_margin,
                        1 << mistake_marker | 1 << breakpoint_marker | 1 << condition_marker | 1 << arrow_marker);
    for (const int margin : {numbers_margin, marker_margin}) setMarginSensitivity(margin, true);
    markerDefine(Background, current_line_marker);
    markerDefine(FullRectangle, breakpoint_marker);
    markerDefine(RightTriangle, arrow_marker);
    markerDefine(SmallRectangle, condition_marker);
    markerDefine(Circle, mistake_marker);
    markerDefine(Background, difference_marker);
    indicatorDefine(SquiggleIndicator, squiggle);
    prepareDocument();
    // The main window uses these keys to scale the whole window instead of only the editor.
    for (const QsciCommand::Command command : {QsciCommand::ZoomIn, QsciCommand::ZoomOut})
        if (QsciCommand* const bound = standardCommands()->find(command)) {
            bound->setKey(0);
            bound->setAlternateKey(0);
        }
    connect(this, &QsciScintillaBase::SCN_CHARADDED, this, &CodeEditor::typed);
    connect(this, &QsciScintilla::userListActivated, this, [this](int, const QString& offer) { takeOffer(offer); });
    connect(this, &QsciScintilla::linesChanged, this,
            [this] { setMarginWidth(numbers_margin, QStringLiteral(" %1").arg(std::max(100, lines()))); });
    connect(this, &QsciScintilla::marginClicked, this, [this](int, int line) { toggleBreakpoint(line + 1); });
    connect(this, &QsciScintilla::marginRightClicked, this, [this](int, int line) { offerBreakpoint(line + 1); });
    SendScintilla(SCI_SETMOUSEDWELLTIME, hover_ms);
    connect(this, &QsciScintillaBase::SCN_DWELLSTART, this, [this](int position, int x, int y) {
        const QPoint at(x, y);
        if (position >= 0 && rect().contains(at)) emit nameHovered(wordAtPoint(at), viewport()->mapToGlobal(at));
    });
    onTheme(this, [this] { dress(); });
}

CodeEditor::~CodeEditor() { setLexer(nullptr); }

void CodeEditor::prepareDocument() {
    setUtf8(true);
    setEolMode(EolUnix);
    setIndentationsUseTabs(false);
    setTabWidth(4);
    setLexer(lexer_.get());
}

void CodeEditor::show(const QsciDocument& document) {
    mistakes_.clear();
    setDocument(document);
    prepareDocument();
    dress();
}

void CodeEditor::replaceAll(const QString& text) {
    const auto [line, column] = cursor();
    beginUndoAction();
    selectAll();
    replaceSelectedText(text);
    endUndoAction();
    setCursorPosition(line, column);
}

std::pair<int, int> CodeEditor::cursor() const {
    std::pair<int, int> at;
    getCursorPosition(&at.first, &at.second);
    return at;
}

void CodeEditor::dress() {
    const Colours& colours = theme().colours();
    lexer_->dress();
    setMarginsFont(theme().monospace(0.9));
    setMarginsBackgroundColor(colours.surface);
    setMarginsForegroundColor(colours.muted);
    setMarginWidth(numbers_margin, QStringLiteral(" %1").arg(std::max(100, lines())));
    setMarginWidth(marker_margin, theme().px(14));
    setCaretForegroundColor(colours.text);
    setCaretWidth(std::max(1, theme().px(1.5)));
    setCaretLineVisible(!isReadOnly());
    setCaretLineBackgroundColor(between(colours.canvas, colours.accent, 0.08f));
    setSelectionBackgroundColor(between(colours.canvas, colours.accent, 0.35f));
    setSelectionForegroundColor(colours.text);
    setMarkerBackgroundColor(colours.wrong, mistake_marker);
    setMarkerForegroundColor(colours.wrong, mistake_marker);
    setMarkerBackgroundColor(between(colours.canvas, colours.accent, 0.2f), difference_marker);
    setIndicatorForegroundColor(colours.wrong, squiggle);
    const QColor stop = ink(colours.wrong), here = ink(colours.strokeColour(2));
    for (const int marker : {breakpoint_marker, condition_marker}) {
        setMarkerBackgroundColor(stop, marker);
        setMarkerForegroundColor(stop, marker);
    }
    setMarkerBackgroundColor(here, arrow_marker);
    setMarkerForegroundColor(here, arrow_marker);
    setMarkerBackgroundColor(between(colours.canvas, colours.strokeColour(2), 0.22f), current_line_marker);
    setMatchedBraceBackgroundColor(between(colours.canvas, colours.accent, 0.3f));
    setMatchedBraceForegroundColor(colours.text);
    setUnmatchedBraceForegroundColor(colours.wrong);
    setUnmatchedBraceBackgroundColor(colours.canvas);
    recolor();
    setMistakes(std::exchange(mistakes_, {}));
}

void CodeEditor::setMistakes(const QList<Mistake>& mistakes) {
    const Colours& colours = theme().colours();
    const QsciStyle style(mistake_style, QStringLiteral("mistake"), ink(colours.wrong),
                          between(colours.canvas, colours.wrong, 0.08f), theme().font(0.95));
    markerDeleteAll(mistake_marker);
    clearAnnotations();
    clearIndicatorRange(0, 0, lines(), 0, squiggle);
    mistakes_ = mistakes;
    for (const Mistake& mistake : mistakes_) {
        const int line = mistake.line - 1;
        if (line < 0 || line >= lines()) continue;
        markerAdd(line, mistake_marker);
        const QString before = annotation(line), words_below = wrapped(mistake.words);
        annotate(line, before.isEmpty() ? words_below : before + QLatin1Char('\n') + words_below, style);
        const QString words = text(line);
        int begin = mistake.column - 1, end = begin;
        if (begin < 0) begin = static_cast<int>(words.size() - QStringView(words).trimmed().size());
        while (end >= 0 && end < words.size() && isLetter(words[end])) ++end;
        if (mistake.column == 0) end = static_cast<int>(QStringView(words).trimmed().size()) + begin;
        fillIndicatorRange(line, begin, line, std::max(end, begin + 1), squiggle);
    }
}

/// Inserts line breaks into a text, so that it fits the width of the editor.
QString CodeEditor::wrapped(const QString& words) const {
    const int room = viewport()->width() - theme().px(90);
    const int letters = std::max(40, room / std::max(1, QFontMetrics(theme().font(0.95)).averageCharWidth()));
    QString all, line;
    for (const QString& word : words.split(QLatin1Char(' '))) {
        if (!line.isEmpty() && line.size() + word.size() >= letters) {
            all += line + QLatin1Char('\n');
            line.clear();
        }
        line += (line.isEmpty() ? QString() : QStringLiteral(" ")) + word;
    }
    return all + line;
}

int CodeEditor::lineOfNextMistake() const {
    int line = 0, column = 0, first = 0, next = 0;
    getCursorPosition(&line, &column);
    for (const Mistake& mistake : mistakes_) {
        if (mistake.line <= 0) continue;
        if (first == 0 || mistake.line < first) first = mistake.line;
        if (mistake.line > line + 1 && (next == 0 || mistake.line < next)) next = mistake.line;
    }
    return next != 0 ? next : first;
}

void CodeEditor::setNames(const std::vector<protocol::CheckName>& names) {
    names_.clear();
    for (const protocol::CheckName& name : names)
        names_.append(toQString(name.name + "  " + name.type + ": " + name.about));
    for (const LanguageWord& word : language_words)
        names_.append(QStringLiteral("%1  %2").arg(QLatin1String(word.name), QLatin1String(word.about)));
    std::sort(names_.begin(), names_.end());
}

void CodeEditor::setDifferences(const std::vector<int>& lines) {
    markerDeleteAll(difference_marker);
    for (const int line : lines) markerAdd(line, difference_marker);
}

void CodeEditor::goTo(int line, int column) {
    setCursorPosition(std::max(0, line - 1), std::max(0, column - 1));
    ensureLineVisible(std::max(0, line - 1));
    ensureCursorVisible();
    setFocus();
}

int CodeEditor::indexOfBreakpoint(int line) const {
    for (int i = 0; i < breakpoints_.size(); ++i)
        if (markerLine(breakpoints_[i].handle) == line - 1) return i;
    return -1;
}

std::vector<protocol::DebugBreakpoint> CodeEditor::breakpoints() const {
    std::vector<protocol::DebugBreakpoint> all;
    for (const Breakpoint& each : breakpoints_) {
        const int line = markerLine(each.handle);
        // Skip breakpoints whose line has been deleted.
        if (line >= 0) all.push_back({line + 1, each.condition.toStdString(), 0});
    }
    return all;
}

QString CodeEditor::condition(int line) const {
    const int at = indexOfBreakpoint(line);
    return at < 0 ? QString() : breakpoints_[at].condition;
}

void CodeEditor::toggleBreakpoint(int line) {
    if (line < 1 || line > lines()) return;
    if (const int at = indexOfBreakpoint(line); at >= 0) {
        markerDeleteHandle(breakpoints_[at].handle);
        breakpoints_.removeAt(at);
    } else {
        breakpoints_.append(Breakpoint{markerAdd(line - 1, breakpoint_marker), {}});
    }
    emit breakpointsChanged();
}

void CodeEditor::setCondition(int line, const QString& condition) {
    if (line < 1 || line > lines()) return;
    if (const int at = indexOfBreakpoint(line); at >= 0) {
        markerDeleteHandle(breakpoints_[at].handle);
        breakpoints_.removeAt(at);
    }
    breakpoints_.append({markerAdd(line - 1, condition.isEmpty() ? breakpoint_marker : condition_marker), condition});
    emit breakpointsChanged();
}

void CodeEditor::setCurrentLine(int line) {
    current_line_ = line;
    for (const int marker : {current_line_marker, arrow_marker}) {
        markerDeleteAll(marker);
        if (line > 0 && line <= lines()) markerAdd(line - 1, marker);
    }
    scrollToCurrentLine();
}

void CodeEditor::scrollToCurrentLine() {
    if (current_line_ <= 0) return;
    ensureLineVisible(current_line_ - 1);
    SendScintilla(SCI_SCROLLRANGE, positionFromLineIndex(current_line_, 0),
                  positionFromLineIndex(current_line_ - 1, 0));
}

void CodeEditor::offerBreakpoint(int line) {
    const bool has_breakpoint = indexOfBreakpoint(line) >= 0;
    QMenu menu;
    menu.addAction(has_breakpoint ? tr("&Remove breakpoint\tF9") : tr("&Add breakpoint\tF9"), this,
                   [this, line] { toggleBreakpoint(line); });
    menu.addAction(tr("Edit &condition..."), this, [this, line] { emit conditionRequested(line); });
    if (current_line_ > 0)
        menu.addAction(tr("Run to &line %1").arg(line), this, [this, line] { emit runToLineRequested(line); });
    menu.exec(QCursor::pos());
}

void CodeEditor::contextMenuEvent(QContextMenuEvent* event) {
    // If the debugger is not open, show the editor's own context menu.
    if (current_line_ == 0) return QsciScintilla::contextMenuEvent(event);
    const int line = event->reason() == QContextMenuEvent::Mouse ? lineAt(event->pos()) : cursor().first;
    std::unique_ptr<QMenu> menu(createStandardContextMenu());
    menu->addSeparator();
    if (line >= 0)
        menu->addAction(tr("Run to &line %1").arg(line + 1), this, [this, line] { emit runToLineRequested(line + 1); });
    menu->exec(event->globalPos());
}

QString CodeEditor::wordBefore() const {
    int line = 0, column = 0;
    getCursorPosition(&line, &column);
    const QString words = text(line).left(column);
    auto begin = words.size();
    while (begin > 0 && isLetter(words[begin - 1])) --begin;
    return words.mid(begin);
}

QStringList CodeEditor::offers() const {
    const QString word = wordBefore();
    QStringList fitting;
    for (const QString& name : names_)
        if (name.startsWith(word) && name.section(QLatin1Char(' '), 0, 0) != word) fitting.append(name);
    return fitting;
}

void CodeEditor::offerNames() {
    const QStringList fitting = offers();
    if (fitting.isEmpty()) cancelList();
    else showUserList(offer_list, fitting);
}

void CodeEditor::typed(int letter) {
    constexpr int asked_for = 3; // number of typed characters after which completions are shown
    if (!isLetter(QChar(letter))) return cancelList();
    if (wordBefore().size() >= asked_for) offerNames();
}

void CodeEditor::takeOffer(const QString& offer) {
    const auto known = wordBefore().size();
    int line = 0, column = 0;
    getCursorPosition(&line, &column);
    beginUndoAction();
    setSelection(line, column - static_cast<int>(known), line, column);
    replaceSelectedText(offer.section(QLatin1Char(' '), 0, 0));
    endUndoAction();
}

void CodeEditor::resizeEvent(QResizeEvent* event) {
    QsciScintilla::resizeEvent(event);
    scrollToCurrentLine();
    if (!mistakes_.isEmpty() && event->oldSize().width() != event->size().width())
        setMistakes(std::exchange(mistakes_, {})); // wrap the annotations again at the new width of the editor
}

void CodeEditor::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) return offerNames();
    QsciScintilla::keyPressEvent(event);
}

} // namespace warploom::ui
