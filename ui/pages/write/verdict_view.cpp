#include "ui/pages/write/verdict_view.h"

#include "engine/simt/language/headers.h"
#include "ui/pages/write/cost_table.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"
#include "ui/widgets/page_parts.h"

#include <QBoxLayout>
#include <QFontMetrics>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <limits>

namespace warploom::ui {

namespace {

QString titleOf(const protocol::Check& check) {
    switch (check.verdict) {
    case protocol::CheckVerdict::right: return VerdictView::tr("✓ Correct");
    case protocol::CheckVerdict::doubtful: return VerdictView::tr("! Correct, but with problems");
    case protocol::CheckVerdict::wrong: return VerdictView::tr("✗ Wrong");
    case protocol::CheckVerdict::refused: break;
    }
    // If the format is known, the source has been compiled, so the problem is in the launch or the card.
    return check.format.empty() ? VerdictView::tr("✗ Does not compile") : VerdictView::tr("✗ Cannot run");
}

/// Returns the verdict on a kernel as a sentence that includes the input.
QString sentenceOf(const protocol::Check& check) {
    const QString said = toQString(check.sentence), input = toQString(check.matrix.name);
    const bool is_about_input =
        check.verdict == protocol::CheckVerdict::wrong || check.verdict == protocol::CheckVerdict::doubtful;
    if (!is_about_input || said.contains(input)) return said;
    return check.verdict == protocol::CheckVerdict::wrong ? VerdictView::tr("Wrong result on %1. %2").arg(input, said)
                                                          : VerdictView::tr("%1 Input: %2.").arg(said, input);
}

constexpr int line_role = Qt::UserRole, column_role = Qt::UserRole + 1;

QColor colourOf(protocol::CheckVerdict verdict) {
    const Colours& colours = theme().colours();
    return verdict == protocol::CheckVerdict::right      ? colours.strokeColour(2)
           : verdict == protocol::CheckVerdict::doubtful ? colours.strokeColour(0)
                                                         : colours.wrong;
}

QString namesText(const std::vector<std::string>& names) {
    QStringList all;
    for (const std::string& name : names) all.append(toQString(name));
    return all.join(QStringLiteral("; "));
}

/// Removes the kernel name and the line number from an error message, because they are shown next to the text. For
/// example, "In kernel k, line 15, block 0, lane 3 ..." becomes "Block 0, lane 3 ...".
QString shortened(const protocol::TraceFinding& finding) {
    const QString sentence = toQString(finding.sentence), line = QStringLiteral(", line %1, ").arg(finding.line);
    const auto at = sentence.startsWith(QLatin1String("In kernel ")) ? sentence.indexOf(line) : -1;
    if (at < 0) return sentence;
    const QString rest = sentence.mid(at + line.size());
    return rest.left(1).toUpper() + rest.mid(1);
}

/// Returns the line of an error in the displayed source, or 0 if the error is in a header.
int lineOf(const protocol::TraceFinding& finding) { return simt::is_header(finding.file) ? 0 : finding.line; }

} // namespace

VerdictView::VerdictView(QWidget* parent) : QWidget(parent) {
    title_ = sentenceLabel("writeVerdict", tr("Verdict"), Qt::TextSelectableByMouse);
    stop_ = pushButton("writeStop", tr("St&op"), tr("Stop checking the kernel"), this, &VerdictView::stopWanted);
    followIcon(stop_, QStringLiteral("stop"));
    stop_->hide();
    sentence_ = sentenceLabel("writeSentence", {}, Qt::TextSelectableByMouse);
    where_ = sentenceLabel("writeWhere", {}, Qt::TextSelectableByMouse);
    why_ = pushButton("writeWhy", tr("Wh&y?"),
                      tr("Open the debugger on this input and show where the wrong value comes from"), this,
                      &VerdictView::causeRequested);
    warp_ = pushButton("writeWarp", tr("Show in &Warp"), tr("Open the Warp page at the step that caused this problem"),
                       this, [this] {
                           if (check_) emit warpWanted(check_->entry ? -1 : std::max(0, list_->currentRow()));
                       });
    line_ = named(new QPushButton(tr("&Go to line")), "writeLine", tr("Go to line"), tr("Next problem: F8"));
    list_ = named(new QListWidget, "writeMistakes", tr("Problems"), tr("Press Enter to go to the line"));
    list_->setWordWrap(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    costs_ =
        named(new CostTable, "writeCosts", tr("Cost on the selected card"),
              tr("Arrows show changes relative to the previous version and to the built-in kernel of the same format"));

    output_ = named(new QPlainTextEdit, "writeOutput", tr("Output"), tr("printf output of each block"));
    output_->setReadOnly(true);
    output_->setLineWrapMode(QPlainTextEdit::NoWrap);
    output_->setTabChangesFocus(true);
    output_title_ = new QLabel(tr("Out&put"));
    output_title_->setBuddy(output_);

    QBoxLayout* column = inColumn(this,
                                  {inRow(nullptr, {{title_, 1}, {stop_, 0, Qt::AlignTop}}),
                                   sentence_,
                                   inStrip({why_, warp_, line_}),
                                   {list_, 1},
                                   output_title_,
                                   output_,
                                   costs_,
                                   where_},
                                  -1, {6, 0, 0, 0});
    column->addStretch();

    const auto go = [this](const QListWidgetItem* item) {
        if (item != nullptr) emit lineWanted(item->data(line_role).toInt(), item->data(column_role).toInt());
    };
    connect(line_, &QPushButton::clicked, this, [this, go] {
        if (check_ && check_->entry && check_->entry->writer) emit lineWanted(check_->entry->writer->line, 0);
        else go(list_->currentItem() != nullptr ? list_->currentItem() : list_->item(0));
    });
    connect(list_, &QListWidget::itemActivated, this, go);
    connect(list_, &QListWidget::itemClicked, this, go);
    tick_.setInterval(soon_ms);
    connect(&tick_, &QTimer::timeout, this, &VerdictView::sayHowLong);
    connect(&theme(), &Theme::changed, this, &VerdictView::dress);
    fillOutput();
    dress();
}

QString VerdictView::title() const { return title_->text(); }
QString VerdictView::sentence() const { return sentence_->text(); }

void VerdictView::focusFirst() {
    for (QWidget* widget : std::initializer_list<QWidget*>{list_, warp_, line_, why_, output_, costs_})
        if (!widget->isHidden()) return widget->setFocus();
}

void VerdictView::dress() {
    title_->setFont(theme().font(1.3, true));
    // Reserve the height of the Stop button, so that nothing moves when the button appears. The size hint of the button
    // cannot be used, because it still refers to the old font.
    title_->setMinimumHeight(QFontMetrics(theme().font()).height() + theme().px(10));
    setInk(title_, check_ && !is_old_ ? colourOf(check_->verdict) : theme().colours().text);
    setMuted(where_);
    where_->setFont(theme().font(0.9));
    list_->setMinimumHeight(theme().px(56));
    output_->setFont(theme().monospace(0.9));
    // Include space for a scroll bar, which appears if lines are long.
    const int lines = std::clamp(output_->blockCount(), 2, 6);
    output_->setFixedHeight(lines * output_->fontMetrics().lineSpacing() + theme().px(24));
}

void VerdictView::setBusy(bool busy) {
    if (busy) {
        if (!check_) title_->setText(tr("Checking..."));
        busy_.start();
        return tick_.start();
    }
    tick_.stop();
    stop_->hide();
    setOld(false);
    if (!check_) return;
    title_->setText(titleOf(*check_));
    sentence_->setText(verdict_);
}

void VerdictView::sayHowLong() {
    const qint64 ms = busy_.elapsed();
    if (ms >= late_ms && check_) {
        clear();
        emit outdated();
    }
    setOld(check_ != nullptr);
    stop_->show();
    title_->setText(ms < late_ms ? tr("Running...") : tr("Running for %1 s").arg(ms / 1000));
    if (check_) sentence_->setText(tr("The results below are for the previous version."));
    else if (ms >= very_late_ms)
        sentence_->setText(tr("The kernel may contain an infinite loop. Press Stop to end the run, or wait for the "
                              "loop to be reported."));
}

void VerdictView::setOld(bool old) {
    if (is_old_ == old) return;
    is_old_ = old;
    for (QWidget* widget :
         std::initializer_list<QWidget*>{list_, costs_, output_, output_title_, where_, warp_, line_, why_})
        widget->setEnabled(!old);
    dress();
}

void VerdictView::clear() {
    check_.reset();
    sentence_->clear();
    costs_->setCosts(nullptr, nullptr, nullptr);
    costs_->hide();
    where_->clear();
    fillList();
    fillOutput();
    setOld(false);
    dress();
}

void VerdictView::setFailure(const QString& sentence, const QString& hint) {
    clear();
    title_->setText(tr("No verdict"));
    sentence_->setText(sentence + QLatin1Char(' ') + hint);
}

void VerdictView::setCheck(const CheckHandle& check, const protocol::CheckCosts* before, const QString& where) {
    check_ = check;
    title_->setText(titleOf(*check));
    sentence_->setText(verdict_ = sentenceOf(*check));
    where_->setText(where);
    where_->setToolTip(check->inputs.empty() ? QString() : tr("Tested on %1").arg(namesText(check->inputs)));
    // Show the costs of correct kernels only, because the costs of a wrong kernel cannot be compared.
    const bool is_right = check->verdict == protocol::CheckVerdict::right && check->costs;
    if (is_right) costs_->setCosts(&*check->costs, before, check->twin ? &*check->twin : nullptr);
    else costs_->setCosts(nullptr, nullptr, nullptr);
    costs_->setVisible(is_right);
    fillList();
    fillOutput();
    dress();
}

void VerdictView::fillList() {
    list_->clear();
    const auto add = [&](int line, int column, const QString& text) {
        auto* item = new QListWidgetItem(line > 0 ? tr("Line %1: %2").arg(line).arg(text) : text, list_);
        item->setData(line_role, line);
        item->setData(column_role, column);
    };
    if (check_) {
        const auto addNotes = [&](const std::vector<protocol::CheckNote>& notes) {
            for (const protocol::CheckNote& note : notes)
                add(note.line, note.column, toQString(note.sentence + (note.hint.empty() ? "" : " " + note.hint)));
        };
        addNotes(check_->notes);
        for (const protocol::TraceFinding& finding : check_->findings)
            add(lineOf(finding), 0,
                QStringLiteral("%1. %2").arg(QLatin1String(to_string(finding.kind)), shortened(finding)));
        addNotes(check_->warnings);
    }
    // If the verdict already contains the only error, do not list this error again, but show its hint.
    const bool is_said = list_->count() == 1 && list_->item(0)->text().startsWith(verdict_);
    if (is_said) sentence_->setText(verdict_ = list_->item(0)->text());
    list_->setVisible(list_->count() > 0 && !is_said);
    const bool has_line = list_->count() > 0 || (check_ && check_->entry && check_->entry->writer);
    line_->setVisible(has_line);
    const bool has_step = check_ && (check_->entry || !check_->findings.empty());
    warp_->setVisible(has_step && check_->operation != "free"); // the Warp page needs a matrix
    why_->setVisible(has_step);
}

void VerdictView::fillOutput() {
    QString text = check_ ? toQString(check_->printed) : QString();
    if (text.endsWith(QLatin1Char('\n'))) text.chop(1);
    if (check_ && check_->not_printed > 0)
        text +=
            QLatin1Char('\n') + tr("... and %n more printf calls (not shown)", nullptr, pluralOf(check_->not_printed));
    output_->setPlainText(text);
    for (QWidget* widget : std::initializer_list<QWidget*>{output_title_, output_}) widget->setVisible(!text.isEmpty());
}

QList<CodeEditor::Mistake> VerdictView::mistakes() const {
    QList<CodeEditor::Mistake> all;
    if (!check_) return all;
    for (const auto* notes : {&check_->notes, &check_->warnings})
        for (const protocol::CheckNote& note : *notes)
            all.append({note.line, note.column, toQString(note.sentence + (note.hint.empty() ? "" : " " + note.hint))});
    for (const protocol::TraceFinding& finding : check_->findings) all.append({lineOf(finding), 0, shortened(finding)});
    if (check_->entry && check_->entry->writer)
        all.append({check_->entry->writer->line, 0, toQString(check_->sentence)});
    return all;
}

} // namespace warploom::ui
