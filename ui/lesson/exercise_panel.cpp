#include "ui/lesson/exercise_panel.h"

#include "engine/error.h"
#include "engine/figure.h"
#include "ui/look/qt_text.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace warploom::ui {

namespace {

QString escaped(const std::string& text) { return qt(text).toHtmlEscaped(); }

QString markOf(exercise::GateState state) {
    switch (state) {
    case exercise::GateState::met: return QStringLiteral("✔");
    case exercise::GateState::missed: return QStringLiteral("✘");
    case exercise::GateState::not_understood: return ExercisePanel::tr("✘ Not understood:");
    case exercise::GateState::not_looked_at: break;
    }
    return QStringLiteral("○");
}

/// The row of one gate.
QString row_of(const QString& mark, const std::string& title, const QString& points, const QString& words) {
    return QStringLiteral("<p><b>%1 %2</b> (%3)%4</p>")
        .arg(mark, escaped(title), points, words.isEmpty() ? words : QStringLiteral("<br>") + words);
}

} // namespace

ExercisePanel::ExercisePanel(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    exercises_ = named(new QComboBox, "exerciseBox", tr("Exercise"), tr("Which exercise"));
    exercises_->setSizeAdjustPolicy(
        QComboBox::AdjustToMinimumContentsLengthWithIcon); // long titles would widen the dock
    exercises_->setMinimumContentsLength(12);
    exercises_->setPlaceholderText(tr("Choose an exercise"));
    try {
        for (const exercise::Exercise& each : exercise::own_exercises())
            exercises_->addItem(qt(each.title), qt(each.id));
    } catch (const Error& error) { session.reportFailure(error); }
    exercises_->setCurrentIndex(-1);
    task_ = named(new QTextBrowser, "exerciseTask", tr("What the exercise asks for"), {});
    gates_ = named(new QTextBrowser, "exerciseGates", tr("What the gates say of the answer"), {});
    for (QTextBrowser* text : {task_, gates_}) text->setFrameShape(QFrame::NoFrame);
    start_ = named(new QPushButton(tr("&Start")), "exerciseStart", tr("Start"),
                   tr("Begin with the starter on the page Write, or go on with what is there"));
    hint_ = named(new QPushButton(tr("A &hint")), "exerciseHint", tr("A hint"), tr("One hint more"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(start_);
    buttons->addWidget(hint_);
    auto* all = new QVBoxLayout(this);
    all->addWidget(exercises_);
    all->addWidget(task_, 1);
    all->addLayout(buttons);
    all->addWidget(gates_, 1);
    pause_.setSingleShot(true);
    pause_.setInterval(pause_ms);

    connect(exercises_, &QComboBox::activated, this, [this] { openExercise(exercises_->currentData().toString()); });
    connect(start_, &QPushButton::clicked, this, &ExercisePanel::startAnswer);
    connect(hint_, &QPushButton::clicked, this, &ExercisePanel::showHint);
    connect(&pause_, &QTimer::timeout, this, &ExercisePanel::judge);
    connect(&session.texts(), &KernelTexts::textChanged, this, [this](const QString& name) {
        if (name == answer_) pause_.start();
    });
    showTask();
    showGates();
}

void ExercisePanel::openExercise(const QString& id_or_path) {
    try {
        exercise_ = exercise::find_exercise(id_or_path.toStdString());
    } catch (const Error& error) { return session_.reportFailure(error); }
    exercises_->setCurrentIndex(exercises_->findData(qt(exercise_->id)));
    hints_ = 0;
    judgement_.reset();
    // An answer of an earlier day is still there.
    const QString usual = qt(exercise_->id) + QStringLiteral(".cu");
    answer_ = session_.texts().find(usual) != nullptr ? usual : QString();
    showTask();
    showGates();
    if (!answer_.isEmpty()) judge();
}

void ExercisePanel::startAnswer() {
    if (!exercise_) return;
    if (answer_.isEmpty() || session_.texts().find(answer_) == nullptr)
        answer_ = session_.texts().add(qt(exercise_->id) + QStringLiteral(".cu"), qt(exercise_->starter));
    emit textWanted(answer_);
    judge();
}

void ExercisePanel::showTask() {
    start_->setEnabled(exercise_.has_value());
    hint_->setEnabled(exercise_ && hints_ < static_cast<int>(exercise_->hints.size()));
    if (!exercise_)
        return task_->setHtml(
            tr("<p>An exercise asks for a kernel, and judges it by what a card counts. Choose one above.</p>"));
    QString html = QStringLiteral("<h3>%1</h3>").arg(escaped(exercise_->title));
    for (const std::string& paragraph : exercise_->task) html += QStringLiteral("<p>%1</p>").arg(escaped(paragraph));
    for (int h = 0; h < hints_; ++h)
        html += tr("<p><b>Hint %1:</b> %2</p>").arg(h + 1).arg(escaped(exercise_->hints[static_cast<std::size_t>(h)]));
    task_->setHtml(html);
}

void ExercisePanel::showHint() {
    ++hints_;
    showTask();
}

void ExercisePanel::judge() {
    if (!exercise_ || session_.texts().find(answer_) == nullptr) return;
    if (!request_.isEmpty()) session_.worker().cancel(request_);
    wire::Json fields{{"request", "judge"}, {"exercise", exercise_->id}, {"kernel", answer_}};
    session_.texts().complete(fields);
    const auto id = std::make_shared<QString>();
    const auto over = [this, id] { // false: a newer text was asked about
        if (request_ != *id) return false;
        request_.clear();
        return true;
    };
    RequestHandlers handlers;
    handlers.done = [this, over](const wire::Json& result) {
        auto judgement = exercise::read_judgement(result);
        if (!over() || !exercise_ || judgement.exercise != exercise_->id) return;
        judgement_ = std::move(judgement);
        showGates();
    };
    handlers.error = [this, over](const WorkerError& error) {
        if (over() && error.code != "cancelled") showGates(qt(error.message) + QLatin1Char(' ') + qt(error.hint));
    };
    request_ = *id = session_.worker().request(fields, handlers, this);
}

void ExercisePanel::showGates(const QString& instead) {
    QString html;
    if (!instead.isEmpty()) {
        html = QStringLiteral("<p>%1</p>").arg(instead.toHtmlEscaped());
    } else if (judgement_) {
        for (const exercise::GateResult& gate : judgement_->gates)
            html += row_of(markOf(gate.state), gate.title, qt(gate.points_text()), escaped(gate.sentence));
        if (!judgement_->sentence.empty()) html += QStringLiteral("<p>%1</p>").arg(escaped(judgement_->sentence));
        html.prepend(
            tr("<p><b>%1 of %2 points</b></p>").arg(qt(figure(judgement_->points)), qt(figure(judgement_->out_of))));
    } else if (exercise_) {
        for (const exercise::Gate& gate : exercise_->gates)
            html += row_of(QStringLiteral("○"), gate.title, qt(figure(gate.points)),
                           escaped(gate.words() + ": " + gate.bound() + "."));
    }
    gates_->setHtml(html);
}

} // namespace warploom::ui
