#include "ui/step_page/step_page.h"

#include "engine/error.h"
#include "ui/charts/chart_frame.h"
#include "ui/step_page/ata_lesson.h"
#include "ui/step_page/segmented_lesson.h"
#include "ui/step_page/tridiagonal_lesson.h"
#include "ui/warp_page/player.h"

#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTabWidget>
#include <QTextBrowser>
#include <QToolButton>

#include <algorithm>

namespace warploom::ui {

using steps::Method;
using Topic = StepPage::Topic;

namespace {

bool is_tridiagonal(Topic topic) { return topic != Topic::ata && topic != Topic::coo; }
/// Their steps stand on one time line, so that changing between them keeps the step.
bool shares_steps(Topic topic) { return topic == Topic::cr || topic == Topic::pcr || topic == Topic::cr_and_pcr; }

std::vector<Method> methods_of(Topic topic) {
    switch (topic) {
    case Topic::thomas: return {Method::thomas};
    case Topic::cr: return {Method::cr};
    case Topic::pcr: return {Method::pcr};
    default: return {Method::cr, Method::pcr};
    }
}

} // namespace

QList<Chart*> StepPage::charts() const { return {view_, banks_}; }

QString StepPage::sentence() const { return sentence_->text(); }

QVariant StepPage::chosen(const char* key, const QVariant& fallback) const {
    return session().choice(QStringLiteral("step/") + QLatin1String(key), fallback);
}

void StepPage::choose(const char* key, const QVariant& value, const QString& text) {
    session().setChoice(QStringLiteral("step/") + QLatin1String(key), value, text);
}

Topic StepPage::topic() const {
    return static_cast<Topic>(
        std::clamp(chosen("topic", static_cast<int>(Topic::cr)).toInt(), 0, static_cast<int>(Topic::coo)));
}

void StepPage::setTopic(Topic topic) {
    choose("topic", static_cast<int>(topic), tr("steps of %1").arg(topic_->itemText(static_cast<int>(topic))));
}

void StepPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    player_->stop();
}

void StepPage::keyPressEvent(QKeyEvent* event) {
    if (!player_->stepByKey(*event)) Page::keyPressEvent(event);
}

bool StepPage::eventFilter(QObject* watched, QEvent* event) {
    // What the views leave over comes to the area around them, which would scroll with the arrow keys.
    if (event->type() == QEvent::KeyPress && player_->stepByKey(*static_cast<QKeyEvent*>(event))) return true;
    return Page::eventFilter(watched, event);
}

TridiagonalSystem StepPage::chosenSystem(QString& name) const {
    const QString which = chosen("system", QStringLiteral("difference")).toString();
    const int n = chosen("size", 8).toInt();
    if (which == QLatin1String("open") && open_system_.n() > 0) {
        name = open_name_;
        return open_system_;
    }
    if (which == QLatin1String("drawn")) {
        name = tr("drawn, dominant");
        return steps::drawn_dominant(n, 7);
    }
    name = QStringLiteral("−1, 2, −1");
    return steps::second_difference(n);
}

void StepPage::rebuild() {
    const Topic now = topic();
    if (shown_) places_.insert(static_cast<int>(*shown_), player_->step());
    int step = places_.value(static_cast<int>(now), 0);
    if (shown_ && (*shown_ == now || (shares_steps(*shown_) && shares_steps(now)))) step = player_->step();
    const bool letters = chosen("letters", false).toBool(), padding = chosen("padding", false).toBool();
    const int bytes = chosen("bytes", 8).toInt();
    if (now == Topic::coo) {
        lesson_ = std::make_shared<const SegmentedLesson>(letters);
    } else if (now == Topic::ata) {
        steps::AtaShape shape;
        if (chosen("real_tile", false).toBool()) shape = {32, 96, 16, 3, true, true, true, 8};
        shape.padding = chosen("padding", false).toBool();
        shape.prefetch = chosen("prefetch", true).toBool();
        shape.symmetric = chosen("symmetric", true).toBool();
        shape.element_bytes = bytes;
        lesson_ = std::make_shared<const AtaLesson>(shape);
    } else {
        EquationLook look{letters, {bytes, padding}, {}};
        const TridiagonalSystem system = chosenSystem(look.system);
        lesson_ = std::make_shared<const TridiagonalLesson>(methods_of(now), system, look);
    }
    view_->setLesson(lesson_);
    {
        const QSignalBlocker silent(player_); // one change, told once
        player_->setSteps(lesson_->steps());
        player_->setStep(step);
    }
    shown_ = now;
    fillChoices();
    arrange();
    stepChanged(player_->step());
    emit chartsChanged();
}

void StepPage::fillChoices() {
    const Topic now = topic();
    const bool equations = is_tridiagonal(now);
    const QSignalBlocker quiet[] = {QSignalBlocker(topic_),    QSignalBlocker(size_),      QSignalBlocker(system_),
                                    QSignalBlocker(look_),     QSignalBlocker(bytes_),     QSignalBlocker(padding_),
                                    QSignalBlocker(prefetch_), QSignalBlocker(symmetric_), QSignalBlocker(shape_)};
    topic_->setCurrentIndex(static_cast<int>(now));
    const bool open = chosen("system", QString()).toString() == QLatin1String("open") && open_system_.n() > 0;
    size_->setValue(open ? static_cast<int>(open_system_.n()) : chosen("size", 8).toInt());
    size_->setEnabled(!open);
    size_->setToolTip(open ? tr("The open matrix has this many unknowns") : tr("Unknowns of the system, 4 to 64"));
    const int at = system_->findData(QStringLiteral("open"));
    if (at >= 0) system_->removeItem(at);
    if (open_system_.n() > 0) system_->addItem(open_name_, QStringLiteral("open"));
    system_->setCurrentIndex(std::max(0, system_->findData(open ? QVariant(QStringLiteral("open"))
                                                                : chosen("system", QStringLiteral("difference")))));
    look_->setItemText(0, now == Topic::coo ? tr("Sums") : tr("Numbers"));
    look_->setItemText(1, now == Topic::coo ? tr("Entries in them") : tr("Letters"));
    look_->setCurrentIndex(chosen("letters", false).toBool() ? 1 : 0);
    bytes_->setCurrentIndex(chosen("bytes", 8).toInt() == 4 ? 0 : 1);
    padding_->setChecked(chosen("padding", false).toBool());
    prefetch_->setChecked(chosen("prefetch", true).toBool());
    symmetric_->setChecked(chosen("symmetric", true).toBool());
    shape_->setCurrentIndex(chosen("real_tile", false).toBool() ? 1 : 0);
    for (QWidget* widget : std::initializer_list<QWidget*>{size_field_, system_, open_}) widget->setVisible(equations);
    for (QWidget* widget : std::initializer_list<QWidget*>{shape_, prefetch_, symmetric_})
        widget->setVisible(now == Topic::ata);
    look_->setVisible(now != Topic::ata);
}

void StepPage::stepChanged(int step) {
    if (!lesson_) return;
    view_->setStep(step);
    banks_->setBanks(lesson_->banks(step));
    sentence_->setText(lesson_->sentence(step));
    for (ChartFrame* frame : {view_frame_, banks_frame_}) frame->refresh();
    view_->setAccessibleDescription(sentence_->text());
    showWords();
    if (!player_->isPlaying()) emit inspectorChanged();
}

QString StepPage::codeHtml() const {
    QString html;
    for (const steps::KernelLine line : lesson_->lines(player_->step())) {
        const steps::QuotedLine quote = steps::quoted(line);
        html += QStringLiteral("<p>%1<br><code>%2</code></p>")
                    .arg(QLatin1String(quote.file), QString::fromUtf8(quote.text).toHtmlEscaped());
    }
    return html;
}

void StepPage::showWords() {
    QString html = lesson_->writtenOut(player_->step(), view_->chosen(), theme().colours());
    const QString code = codeHtml();
    if (!code.isEmpty()) html += tr("<p><b>In the kernel</b></p>") + code;
    written_->setHtml(html);
    QStringList lines;
    for (const steps::KernelLine line : lesson_->lines(player_->step())) {
        const steps::QuotedLine quote = steps::quoted(line);
        lines << QLatin1String(quote.file).mid(8) + QStringLiteral(":  ") + QString::fromUtf8(quote.text);
    }
    code_->setText(lines.join(QLatin1Char('\n')));
}

QString StepPage::inspectorText() const {
    if (!lesson_) return {};
    QString html;
    // Where the page itself has no room for it beside the picture, the inspector writes the step out.
    if (tabs_->indexOf(view_frame_) >= 0)
        html += lesson_->writtenOut(player_->step(), view_->chosen(), theme().colours());
    if (is_tridiagonal(topic()))
        html += tr("<h3>Steps and operations</h3><table cellspacing='4'>"
                   "<tr><td></td><td>steps</td><td>operations</td></tr>"
                   "<tr><td>Thomas</td><td>2n</td><td>8n</td></tr>"
                   "<tr><td>CR</td><td>2 log₂ n − 1</td><td>17n</td></tr>"
                   "<tr><td>PCR</td><td>log₂ n</td><td>12 n log₂ n</td></tr></table>"
                   "<p>The formulas are those of cerny2011; the counters say what the threads execute here.</p>");
    return html + tr("<p><b>Space</b> plays, <b>Left</b> and <b>Right</b> step, <b>Home</b> and <b>End</b>; <b>Up</b> "
                     "and <b>Down</b> or a "
                     "click choose what is written out; <b>T</b> shows the table.</p>");
}

void StepPage::useOpenMatrix() {
    const MatrixHandle& matrix = session().matrix();
    const QString hint = tr("Open tridiagonal:n=16, for example.");
    constexpr std::int64_t most = 64, least = 4;
    if (!matrix) return session().report(tr("No matrix is open."), hint);
    if (matrix->matrix.rows() > most || matrix->matrix.rows() < least)
        return session().report(tr("'%1' has %2 rows; %3 to %4 can be shown step by step.")
                                    .arg(matrix->name())
                                    .arg(matrix->matrix.rows())
                                    .arg(least)
                                    .arg(most),
                                hint);
    try {
        open_system_ = tridiagonal_system_of(matrix->matrix);
    } catch (const Error& error) {
        return session().report(QString::fromUtf8(error.what()), QString::fromStdString(error.hint()));
    }
    open_name_ = matrix->name();
    if (chosen("system", QString()).toString() == QLatin1String("open")) return rebuild();
    choose("system", QStringLiteral("open"), tr("system %1").arg(open_name_));
}

QStringList StepPage::exportStepsTo(const QString& folder) {
    try {
        const QStringList files = exportSteps(lesson_, view_->chosen(), folder);
        session().note(tr("%1 pictures of steps written to %2").arg(files.size()).arg(folder));
        return files;
    } catch (const Error& error) {
        session().report(QString::fromUtf8(error.what()), QString::fromStdString(error.hint()));
        return {};
    }
}

} // namespace warploom::ui
