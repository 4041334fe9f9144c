#include "ui/lesson/exercise_panel.h"

#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/protocol/messages/requests.h"
#include "ui/lesson/hand_in_dialog.h"
#include "ui/lesson/shown_words.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <QAbstractTextDocumentLayout>
#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QScrollArea>
#include <QTextBlock>
#include <QTextBrowser>

#include <utility>

namespace warploom::ui {

namespace {

QString anchor(const char* name, int number) {
    return QStringLiteral("<a name='%1%2'></a>").arg(QLatin1String(name)).arg(number);
}

/// Returns an HTML paragraph with the result of one gate (pass criterion).
QString rowOf(const QString& mark, const std::string& title, const QString& points, const QString& words) {
    return QStringLiteral("<p><b>%1 %2</b> (%3)%4</p>")
        .arg(mark, shownWords(title), points, words.isEmpty() ? words : QStringLiteral("<br>") + words);
}

QString pointsText(double points, double out_of) {
    return ExercisePanel::tr("%1 of %2").arg(toQString(format_number(points)), toQString(format_number(out_of)));
}

QString rowOf(const exercise::GateResult& gate) {
    // If the starter code also passes a gate, passing this gate may earn no points.
    const bool waits = gate.is_met() && gate.points == 0 && gate.out_of > 0;
    const bool is_seen = gate.state != exercise::GateState::not_looked_at;
    const QString mark = !is_seen ? QStringLiteral("○") : gate.is_met() ? QStringLiteral("✔") : QStringLiteral("✘");
    const QString points = waits ? ExercisePanel::tr("%1 once a gate passes that the starter fails")
                                       .arg(toQString(format_number(gate.out_of)))
                           : is_seen ? pointsText(gate.points, gate.out_of)
                                     : toQString(format_number(gate.out_of));
    return rowOf(mark, gate.title, points, shownWords(gate.sentence));
}

QString cardTitle(const Session& session, const std::string& id) {
    for (const simulated::Card& card : session.cards())
        if (card.id == id) return toQString(card.title);
    return toQString(id);
}

constexpr int soon_ms = 250; ///< delay in milliseconds before the panel shows that a check is in progress

/// Returns an HTML paragraph about how a solution is graded, such as "Graded on NVIDIA H200 with banded:n=512,
/// empty-rows:n=101 and 8 random inputs."
QString judgedOn(const Session& session, const exercise::Exercise& exercise, const exercise::Grading* judgement) {
    QStringList named;
    for (const std::string& input : exercise.inputs) named.append(toQString(input));
    const bool is_known = judgement != nullptr && !judgement->inputs.empty();
    const QString inputs = named.join(QStringLiteral(", "));
    const auto drawn = is_known ? static_cast<int>(judgement->inputs.size()) - static_cast<int>(named.size()) : 0;
    // The number of random inputs depends on the storage format of the kernel, so it is known only after a check.
    const QString pattern =
        !is_known   ? ExercisePanel::tr("<p>Solutions are graded on %1 with %2 and random inputs.</p>")
        : drawn > 0 ? ExercisePanel::tr("<p>Graded on %1 with %2 and %n random inputs.</p>", nullptr, drawn)
                    : ExercisePanel::tr("<p>Graded on %1 with %2.</p>");
    return pattern.arg(cardTitle(session, exercise.card).toHtmlEscaped(), inputs.toHtmlEscaped());
}

} // namespace

ExercisePanel::ExercisePanel(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    exercises_ = comboBox("exerciseBox", tr("Exercise"), tr("Exercise to solve"));
    // Limit the width of the combo box, because a long title would make the dock wider.
    holdWidth(exercises_, 7);
    // The entries of the combo box must not make the dock wider.
    exercises_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    exercises_->setPlaceholderText(tr("Choose an exercise"));
    try {
        for (const exercise::Exercise& each : exercise::own_exercises())
            exercises_->addItem(toQString(each.title), toQString(each.id));
    } catch (const Error& error) { session.reportFailure(error); }
    exercises_->setCurrentIndex(-1);
    task_ = named(new QTextBrowser, "exerciseTask", tr("Exercise task"), {});
    gates_ = named(new QTextBrowser, "exerciseGates", tr("Gate results"), {});
    for (QTextBrowser* text : {task_, gates_}) {
        text->setFrameShape(QFrame::NoFrame);
        text->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }
    start_ = pushButton("exerciseStart", tr("Start"),
                        tr("Open the starter code on the Write page, or continue with the current source"), this,
                        &ExercisePanel::startAnswer);
    hint_ = pushButton("exerciseHint", tr("Show a hint"), tr("Show the next hint"), this, [this] {
        ++hints_;
        showTask();
    });
    hand_in_ = pushButton("exerciseHandIn", tr("Submit..."),
                          tr("Save a sealed copy of your solution, with your name, to submit to your teacher"), this,
                          &ExercisePanel::handIn);
    leave_ = pushButton("exerciseLeave", tr("C&lose"),
                        tr("Close the exercise and restore the previous settings. Your solution is kept."), this,
                        &ExercisePanel::leave);
    leave_->setAccessibleName(tr("Close exercise"));
    points_ = richLabel("exercisePoints", tr("Points"), Qt::TextBrowserInteraction);
    handed_in_ = sentenceLabel("exerciseHandedIn", tr("Submissions"), Qt::TextSelectableByMouse);
    handed_in_->hide();
    auto* page = new QWidget;
    inColumn(page, {exercises_, inStrip({start_, hint_, hand_in_, leave_}), task_, points_, gates_, handed_in_}, -1,
             {9, 9, 9, 9})
        ->addStretch(1);
    area_ = scrolled(page); // make the panel scrollable, so that all controls can be reached at a large font scale
    area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    inColumn(this, {area_});
    for (QTextBrowser* text : {task_, gates_})
        connect(text->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
                &ExercisePanel::fitTexts);
    onTheme(this, [this] { fitTexts(); });
    pause_.setSingleShot(true);
    pause_.setInterval(pause_ms);
    tick_.setInterval(soon_ms);

    connect(exercises_, &QComboBox::activated, this, [this] { openExercise(exercises_->currentData().toString()); });
    connect(points_, &QLabel::linkActivated, this, &ExercisePanel::stopJudging);
    connect(&pause_, &QTimer::timeout, this, &ExercisePanel::judge);
    connect(&tick_, &QTimer::timeout, this, &ExercisePanel::sayHowLong);
    connect(&session.texts(), &KernelSources::textChanged, this, [this](const QString& name) {
        if (name != answer_) return;
        pause_.start();
        if (!handed_in_->isHidden()) handed_in_->setText(tr("The source has changed since it was submitted."));
    });
    showTask();
    showGates();
}

void ExercisePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitTexts();
}

/// Shows the texts at their full height, because nested scroll areas are hard to use.
void ExercisePanel::fitTexts() {
    for (QTextBrowser* text : {task_, gates_})
        text->setFixedHeight(static_cast<int>(text->document()->size().height()) + theme().px(4));
}

/// Scrolls a text to an anchor after the layout has been updated.
void ExercisePanel::bring(QTextBrowser* text, const QString& anchor) {
    QTimer::singleShot(0, text, [this, text, anchor] {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        for (QTextBlock block = text->document()->begin(); block.isValid(); block = block.next()) {
            bool is_there = block.charFormat().anchorNames().contains(anchor);
            for (auto at = block.begin(); !at.atEnd(); ++at)
                is_there = is_there || at.fragment().charFormat().anchorNames().contains(anchor);
            if (!is_there) continue;
            const QRectF place = text->document()->documentLayout()->blockBoundingRect(block);
            const QPoint middle = text->mapTo(area_->widget(), place.center().toPoint());
            return area_->ensureVisible(0, middle.y(), 0, static_cast<int>(place.height() / 2) + theme().px(8));
        }
    });
}

void ExercisePanel::openExercise(const QString& id_or_path) {
    std::optional<exercise::Exercise> opened;
    try {
        opened = exercise::find_exercise(id_or_path.toStdString());
    } catch (const Error& error) { return session_.reportFailure(error); }
    putBack();
    exercise_ = std::move(opened);
    exercises_->setCurrentIndex(exercises_->findData(toQString(exercise_->id)));
    hints_ = 0;
    judgement_.reset();
    handed_in_->hide();
    // The folder may contain a solution from an earlier session.
    const QString usual = toQString(exercise_->id) + QStringLiteral(".cu");
    answer_ = session_.texts().find(usual) != nullptr ? usual : QString();
    showTask();
    showGates();
    emit chosen();
    if (!answer_.isEmpty()) judge();
}

void ExercisePanel::startAnswer() {
    if (!exercise_) return;
    if (!before_) {
        emit starting();
        before_.emplace(session_);
    }
    lesson::State state;
    state.card = exercise_->card;
    // If the exercise declares its own problem, its inputs are not matrices.
    if (!exercise_->inputs.empty() && exercise_->operation != Operation::free) state.matrix = exercise_->inputs.front();
    const auto quoted = [](const std::string& word) { return '"' + word + '"'; };
    state.choices = {{"block", std::to_string(exercise_->block)},
                     {"precision", quoted(to_string(exercise_->precision))}};
    // If kernels run on a simulated card, switch to the card of the exercise.
    if (session_.machine().startsWith(QLatin1String("simulated:")))
        state.choices.emplace_back("machine", quoted("simulated:" + exercise_->card));
    applyState(session_, state);
    if (answer_.isEmpty() || session_.texts().find(answer_) == nullptr)
        answer_ = session_.texts().add(toQString(exercise_->id) + QStringLiteral(".cu"), toQString(exercise_->starter));
    showTask();
    emit textWanted(answer_);
    judge();
}

void ExercisePanel::leave() {
    if (!before_) return;
    putBack();
    showTask();
    emit left();
}

void ExercisePanel::putBack() {
    if (!before_) return;
    const KeptSession kept = *before_;
    before_.reset();
    kept.putBack(session_);
}

void ExercisePanel::showTask() {
    start_->setEnabled(exercise_.has_value());
    hand_in_->setEnabled(session_.texts().find(answer_) != nullptr);
    leave_->setVisible(before_.has_value());
    hint_->setEnabled(exercise_ && hints_ < static_cast<int>(exercise_->hints.size()));
    if (!exercise_)
        return task_->setHtml(tr("<p>In an exercise, you write a kernel that is graded on its results and hardware "
                                 "counters. Choose an exercise above.</p>"));
    QString html = QStringLiteral("<p><b>%1</b></p>").arg(shownWords(exercise_->title));
    for (const std::string& paragraph : exercise_->task) html += QStringLiteral("<p>%1</p>").arg(shownWords(paragraph));
    for (int h = 0; h < hints_; ++h)
        html +=
            anchor("hint", h) +
            tr("<p><b>Hint %1:</b> %2</p>").arg(h + 1).arg(shownWords(exercise_->hints[static_cast<std::size_t>(h)]));
    task_->setHtml(html);
    if (hints_ > 0) bring(task_, QStringLiteral("hint%1").arg(hints_ - 1));
}

void ExercisePanel::judge() {
    if (!exercise_ || session_.texts().find(answer_) == nullptr) return;
    if (!request_.isEmpty()) session_.worker().cancel(request_);
    const auto id = std::make_shared<QString>();
    const auto over = [this, id] { // ends this request, or returns false if a newer one is pending
        if (request_ != *id) return false;
        request_.clear();
        tick_.stop();
        return true;
    };
    RequestHandlers handlers;
    handlers.done = [this, over](const Json& result) {
        auto judgement = exercise::read_judgement(result);
        if (!over() || !exercise_ || judgement.exercise != exercise_->id) return;
        judgement_ = std::move(judgement);
        showGates();
        if (judgement_->is_passed()) emit solved(toQString(exercise_->id));
    };
    handlers.error = [this, over](const WorkerError& error) {
        if (over() && error.code != "cancelled")
            showGates(toQString(error.message) + QLatin1Char(' ') + toQString(error.hint));
    };
    request_ = *id =
        session_.worker().request(protocol::JudgeRequest{exercise_->id, answer_.toStdString()}, handlers, this);
    judging_.start();
    tick_.start();
}

void ExercisePanel::stopJudging() {
    if (request_.isEmpty()) return;
    session_.worker().cancel(std::exchange(request_, QString()));
    tick_.stop();
    judgement_.reset();
    showGates(tr("Grading was stopped. Edit the source to grade it again."));
}

void ExercisePanel::sayHowLong() {
    const qint64 seconds = judging_.elapsed() / 1000;
    points_->setText((seconds == 0 ? tr("<b>Grading...</b>") : tr("<b>Grading... (%1 s)</b>").arg(seconds)) +
                     QStringLiteral(" <a href='stop'>%1</a> ").arg(tr("Stop")) +
                     (judgement_ ? tr("The results below are for the previous version.") : QString()));
    gates_->setEnabled(false);
}

void ExercisePanel::showGates(const QString& instead) {
    QString html, points;
    int to_see = -1; // index of the first gate that fails
    if (!instead.isEmpty()) {
        points = instead.toHtmlEscaped();
    } else if (judgement_) {
        const exercise::GateResult& clean = judgement_->gates.front();
        const bool is_understood = clean.state != exercise::GateState::not_understood;
        for (int g = 0; g < static_cast<int>(judgement_->gates.size()); ++g) {
            exercise::GateResult gate = judgement_->gates[static_cast<std::size_t>(g)];
            if (!is_understood) { // no gate was evaluated, and the error message is shown above
                gate.state = exercise::GateState::not_looked_at;
                gate.sentence.clear();
            }
            if (to_see < 0 && gate.state == exercise::GateState::missed) to_see = g;
            html += anchor("gate", g) + rowOf(gate);
        }
        points = tr("<b>%1 of %2 points</b>. %3")
                     .arg(toQString(format_number(judgement_->points)), toQString(format_number(judgement_->out_of)),
                          shownWords(judgement_->sentence));
        if (!is_understood) points = tr("<b>✗ Does not compile.</b> %1").arg(shownWords(clean.sentence));
    } else if (exercise_) {
        for (const exercise::Gate& gate : exercise_->gates)
            html += rowOf(QStringLiteral("○"), gate.title, toQString(format_number(gate.points)),
                          shownWords(gate.words() + ": " + gate.bound() + "."));
    }
    // Show the compiler output below the gates, because it is long and less frequently needed.
    if (exercise_ && instead.isEmpty()) html += judgedOn(session_, *exercise_, judgement_ ? &*judgement_ : nullptr);
    points_->setText(points);
    points_->setVisible(!points.isEmpty());
    gates_->setEnabled(true);
    gates_->setHtml(html);
    if (to_see > 0) bring(gates_, QStringLiteral("gate%1").arg(to_see));
    else if (judgement_) area_->ensureWidgetVisible(points_);
}

void ExercisePanel::handIn() {
    const KernelText* const text = session_.texts().find(answer_);
    if (!exercise_ || text == nullptr) return;
    HandInDialog dialog(session_, exercise_->id, text->text, this);
    if (judgement_) dialog.setPoints(pointsText(judgement_->points, judgement_->out_of));
    connect(&dialog, &HandInDialog::handedIn, this, [this](const QString& sentence) {
        handed_in_->setText(sentence);
        handed_in_->show();
    });
    dialog.exec();
}

} // namespace warploom::ui
