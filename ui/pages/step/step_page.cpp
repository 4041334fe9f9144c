#include "ui/pages/step/step_page.h"

#include "ui/charts/chart_frame.h"
#include "ui/pages/warp/player.h"

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

QList<Chart*> StepPage::charts() const { return {view_, banks_}; }

QString StepPage::sentence() const { return sentence_->text(); }

QVariant StepPage::chosen(const char* key, const QVariant& fallback) const {
    return session().choice(QStringLiteral("step/") + QLatin1String(key), fallback);
}

void StepPage::choose(const char* key, const QVariant& value, const QString& text) {
    session().setChoice(QStringLiteral("step/") + QLatin1String(key), value, text);
}

const LessonEntry& StepPage::topic() const {
    const QString name = chosen("topic", QStringLiteral("cr")).toString();
    const QList<LessonEntry>& all = lessonEntries();
    const auto its = std::find_if(all.begin(), all.end(), [&](const LessonEntry& each) { return each.name == name; });
    return its == all.end() ? all.front() : *its;
}

void StepPage::setTopic(const QString& name) {
    choose("topic", name, tr("steps of %1").arg(topic_->itemText(topic_->findData(name))));
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

StepPage::System StepPage::system() const {
    const auto wanted = static_cast<System>(chosen("system", 0).toInt());
    return wanted == System::open && open_system_.n() == 0 ? System::difference : wanted;
}

void StepPage::addSystem(const QString& title, System system) { system_->addItem(title, static_cast<int>(system)); }

LessonChoices StepPage::choices() const {
    LessonChoices all;
    all.letters = chosen("letters", false).toBool();
    all.real_tile = chosen("real_tile", false).toBool();
    all.padding = chosen("padding", false).toBool();
    all.prefetch = chosen("prefetch", true).toBool();
    all.symmetric = chosen("symmetric", true).toBool();
    all.bytes = chosen("bytes", 8).toInt();
    const int n = chosen("size", 8).toInt();
    if (system() == System::open) {
        all.system = open_system_;
        all.system_name = open_name_;
    } else if (system() == System::random) {
        all.system = steps::random_dominant(n, 7);
        all.system_name = tr("random, dominant");
    } else {
        all.system = steps::second_difference(n);
        all.system_name = QStringLiteral("−1, 2, −1");
    }
    return all;
}

void StepPage::rebuild() {
    const LessonEntry& now = topic();
    if (shown_ != nullptr) places_.insert(shown_->name, player_->step());
    int step = places_.value(now.name, 0);
    if (shown_ != nullptr && shown_->shares_steps && now.shares_steps) step = player_->step();
    lesson_ = now.make(choices());
    view_->setLesson(lesson_);
    {
        const QSignalBlocker silent(player_); // one change, told once
        player_->setSteps(lesson_->steps());
        player_->setStep(step);
    }
    shown_ = &now;
    fillChoices();
    arrange();
    stepChanged(player_->step());
    emit chartsChanged();
}

void StepPage::fillChoices() {
    using Boxes = LessonEntry::Boxes;
    const LessonEntry& now = topic();
    const LessonChoices all = choices();
    const QSignalBlocker quiet[] = {QSignalBlocker(topic_),    QSignalBlocker(size_),      QSignalBlocker(system_),
                                    QSignalBlocker(look_),     QSignalBlocker(bytes_),     QSignalBlocker(padding_),
                                    QSignalBlocker(prefetch_), QSignalBlocker(symmetric_), QSignalBlocker(shape_)};
    topic_->setCurrentIndex(topic_->findData(now.name));
    const bool open = system() == System::open;
    size_->setValue(open ? static_cast<int>(open_system_.n()) : chosen("size", 8).toInt());
    size_->setEnabled(!open);
    size_->setToolTip(open ? tr("The open matrix has this many unknowns") : tr("Unknowns of the system, 4 to 64"));
    if (const int at = system_->findData(static_cast<int>(System::open)); at >= 0) system_->removeItem(at);
    if (open_system_.n() > 0) addSystem(open_name_, System::open);
    system_->setCurrentIndex(system_->findData(static_cast<int>(system())));
    const bool sums = now.boxes == Boxes::sums, tiles = now.boxes == Boxes::tiles;
    look_->setItemText(0, sums ? tr("Sums") : tr("Numbers"));
    look_->setItemText(1, sums ? tr("Entries in them") : tr("Letters"));
    look_->setCurrentIndex(all.letters ? 1 : 0);
    bytes_->setCurrentIndex(all.bytes == 4 ? 0 : 1);
    padding_->setChecked(all.padding);
    prefetch_->setChecked(all.prefetch);
    symmetric_->setChecked(all.symmetric);
    shape_->setCurrentIndex(all.real_tile ? 1 : 0);
    for (QWidget* widget : std::initializer_list<QWidget*>{size_field_, system_, open_})
        widget->setVisible(now.boxes == Boxes::equations);
    for (QWidget* widget : std::initializer_list<QWidget*>{shape_, prefetch_, symmetric_}) widget->setVisible(tiles);
    look_->setVisible(!tiles);
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
    if (topic().boxes == LessonEntry::Boxes::equations)
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
    } catch (const std::exception& failure) { return session().reportFailure(failure); }
    open_name_ = matrix->name();
    const int open = static_cast<int>(System::open);
    if (chosen("system", 0).toInt() == open) return rebuild();
    choose("system", open, tr("system %1").arg(open_name_));
}

QStringList StepPage::exportStepsTo(const QString& folder) {
    try {
        const QStringList files = exportSteps(lesson_, view_->chosen(), folder);
        session().note(tr("%1 pictures of steps written to %2").arg(files.size()).arg(folder));
        return files;
    } catch (const std::exception& failure) {
        session().reportFailure(failure);
        return {};
    }
}

} // namespace warploom::ui
