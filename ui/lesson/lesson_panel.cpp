#include "ui/lesson/lesson_panel.h"

#include "engine/error.h"
#include "engine/protocol/messages/requests.h"
#include "ui/lesson/shown_words.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QUrl>

#include <algorithm>

namespace warploom::ui {

namespace {

QString paragraphs(const std::string& words) {
    QString html;
    for (const QString& part : shownWords(words).split(QStringLiteral("\n\n"), Qt::SkipEmptyParts))
        html += QStringLiteral("<p>%1</p>").arg(part);
    return html;
}

} // namespace

LessonPanel::LessonPanel(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    lessons_ = comboBox("lessonBox", tr("Lesson"), tr("Lesson to follow"));
    fillLessons();
    words_ = richLabel("lessonWords", tr("Step text"), Qt::TextBrowserInteraction);
    question_ = new QWidget;
    question_text_ = richLabel("lessonQuestion");
    choice_buttons_ = new QButtonGroup(this);
    number_ =
        named(new QLineEdit, "lessonNumber", tr("Your answer (number)"), tr("Enter your prediction to see the result"));
    answer_ = pushButton("lessonAnswer", tr("&Answer"), tr("Compute and show the answer"), this, &LessonPanel::ask);
    revealed_ = richLabel("lessonReveal", tr("Answer and explanation"), Qt::TextBrowserInteraction);
    back_ = pushButton("lessonBack", tr("&Back"), tr("Previous step"), this, [this] { showStep(step_ - 1); });
    next_ = pushButton("lessonNext", tr("&Next"), tr("Next step"), this, [this] { showStep(step_ + 1); });
    leave_ = pushButton("lessonLeave", tr("Close lesson"), tr("Close the lesson and restore the previous state"), this,
                        &LessonPanel::leave);
    place_ = new QLabel;
    next_lesson_ = pushButton("lessonNextLesson", tr("Ne&xt lesson"), {}, this, [this] {
        if (const lesson::Lesson* const next = nextLesson()) openLesson(toQString(next->id));
    });
    exercise_ = pushButton("lessonExercise", tr("Open the exer&cise"), tr("Write a kernel that is graded as you type"),
                           this, [this] { emit exerciseWanted(toQString(lesson_->exercise)); });

    choices_ = inColumn(nullptr, {});
    inColumn(question_, {question_text_, choices_, inRow(nullptr, {{number_, 1}, answer_})});
    auto* page = new QWidget;
    end_ = new QWidget;
    inColumn(end_, {exercise_, next_lesson_}, 4);
    reading_ = inColumn(page, {words_, question_, revealed_, end_}, -1, {9, 9, 9, 9});
    reading_->addStretch(1);
    area_ = scrolled(page); // use a single scroll area, because several would not fit at a large font scale
    area_->setFocusPolicy(Qt::StrongFocus);
    area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    to_question_ =
        pushButton("lessonToQuestion", tr("Go to question"), tr("Scroll to the question below the text"), this, [this] {
            area_->ensureWidgetVisible(question_, 0, 0);
            // Scroll so that the whole answer field is visible.
            area_->ensureWidgetVisible(answer_, 0, theme().px(4));
            (number_->isVisibleTo(question_) ? static_cast<QWidget*>(number_) : question_)->setFocus();
        });
    to_question_->hide();
    // Put both buttons on one line to leave more room for text.
    QBoxLayout* const foot = inRow(nullptr, {to_question_, {leave_, 1}});
    all_ = inColumn(this, {lessons_, {area_, 1}, inRow(nullptr, {back_, {place_, 1, Qt::AlignCenter}, next_}), foot},
                    -1, {9, 9, 9, 9});

    connect(lessons_, &QComboBox::activated, this, [this] { openLesson(lessons_->currentData().toString()); });
    connect(words_, &QLabel::linkActivated, this, [this](const QString& link) {
        if (const QUrl url(link); url.scheme() == QLatin1String("step")) showStep(url.path().toInt());
    });
    connect(number_, &QLineEdit::returnPressed, this, &LessonPanel::ask);
    const auto allow = [this] { answer_->setEnabled(!said().isEmpty() && request_.isEmpty()); };
    connect(number_, &QLineEdit::textChanged, this, allow);
    connect(choice_buttons_, &QButtonGroup::buttonToggled, this, allow);
    showWords();
}

void LessonPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeQuestion();
}

/// Places the question and the buttons at the end of the lesson below the scroll area if there is enough room.
/// Otherwise, places them inside the scroll area. While a lesson is open in a short window, hides the combo box that
/// selects a lesson.
void LessonPanel::placeQuestion() {
    lessons_->setVisible(!isOpen() || !isLow(this));
    // Subtract the height of the combo box, the buttons, and a few lines of text.
    const int room = height() - theme().px(130) - theme().px(200);
    const auto place = [&](QWidget* part, QWidget* behind) {
        const int needed = part->layout()->hasHeightForWidth()
                               ? part->layout()->heightForWidth(area_->viewport()->width())
                               : part->sizeHint().height();
        const bool stays = needed <= room;
        if (stays == (all_->indexOf(part) >= 0)) return stays;
        // In both layouts, the question must follow the text on the screen and in the tab order.
        if (stays) all_->insertWidget(all_->indexOf(area_) + 1, part);
        else reading_->insertWidget(reading_->indexOf(behind) + 1, part);
        return stays;
    };
    place(end_, revealed_);
    to_question_->setVisible(!place(question_, words_) && questionNow() != nullptr);
    leave_->setText(to_question_->isHidden() ? tr("Close lesson") : tr("Close"));
}

void LessonPanel::fillLessons() {
    // Limit the width of the combo box, because a long title would make the dock wider.
    holdWidth(lessons_, 12);
    lessons_->setPlaceholderText(tr("Choose a lesson"));
    try {
        for (const lesson::Lesson& each : lesson::own_lessons())
            lessons_->addItem(tr("%1 (%n minutes)", nullptr, each.minutes).arg(toQString(each.title)),
                              toQString(each.id));
    } catch (const Error& error) { session_.reportFailure(error); }
    lessons_->setCurrentIndex(-1);
}

void LessonPanel::openLesson(const QString& id_or_path) {
    try {
        lesson::Lesson lesson = lesson::find_lesson(id_or_path.toStdString());
        if (!before_) {
            emit opening();
            before_.emplace(session_);
        }
        lesson_ = std::move(lesson);
        answered_.clear();
    } catch (const Error& error) { return session_.reportFailure(error); }
    lessons_->setCurrentIndex(lessons_->findData(toQString(lesson_->id)));
    emit opened();
    showStep(0);
}

void LessonPanel::leave() {
    if (!lesson_) return;
    lesson_.reset();
    has_runs_ = false;
    lessons_->setCurrentIndex(-1);
    showWords();
    before_->putBack(session_);
    before_.reset();
    emit pointWanted({});
    emit left();
}

void LessonPanel::showStep(int step) {
    if (!lesson_ || step < 0 || step >= static_cast<int>(lesson_->steps.size()) + (hasEnd() ? 1 : 0)) return;
    step_ = step;
    if (isAtEnd() || (!hasEnd() && step + 1 == static_cast<int>(lesson_->steps.size())))
        emit finished(toQString(lesson_->id));
    if (isAtEnd()) { // the final page leaves the window in the state of the last step
        emit pointWanted({});
        return showWords();
    }
    const lesson::State& state = lesson_->steps[static_cast<std::size_t>(step)].state;
    if (!state.page.empty()) emit pageRequested(toQString(state.page));
    if (!state.layout.empty()) emit layoutWanted(QByteArray::fromBase64(QByteArray::fromStdString(state.layout)));
    applyState(session_, state);
    if (!state.source.empty()) emit sourceWanted(toQString(state.source));
    const bool names_warp = state.launch >= 0 || state.block_index >= 0 || state.warp >= 0;
    if (state.step >= 0) emit stepWanted(state.step);
    else if (names_warp && state.page == "Warp")
        // Emit this signal last, so that it applies to the warp of this lesson step rather than to the previous warp.
        emit stepWanted(1);
    if (has_runs_ || !state.runs.empty()) emit runsWanted(state.runs);
    has_runs_ = has_runs_ || !state.runs.empty();
    showWords();
    emit pointWanted(toQString(lesson_->steps[static_cast<std::size_t>(step)].point));
}

bool LessonPanel::hasEnd() const {
    const auto asks = [](const lesson::LessonStep& step) { return step.question.has_value(); };
    return lesson_ && (!lesson_->exercise.empty() || std::any_of(lesson_->steps.begin(), lesson_->steps.end(), asks));
}

/// Returns the next lesson in the course. Returns null after the last lesson, or if the current lesson was opened from
/// a file.
const lesson::Lesson* LessonPanel::nextLesson() const {
    const auto& all = lesson::own_lessons();
    const auto at = std::find_if(all.begin(), all.end(),
                                 [this](const lesson::Lesson& each) { return lesson_ && each.id == lesson_->id; });
    return at == all.end() || at + 1 == all.end() ? nullptr : &*(at + 1);
}

void LessonPanel::showWords() {
    const bool is_open = lesson_.has_value();
    const int steps = is_open ? static_cast<int>(lesson_->steps.size()) : 0;
    const bool is_last = is_open && step_ + 1 == steps;
    back_->setEnabled(is_open && step_ > 0);
    next_->setEnabled(is_open && (step_ + 1 < steps || (is_last && hasEnd())));
    next_->setText(is_last && hasEnd() ? tr("Fi&nish") : tr("&Next"));
    leave_->setVisible(is_open);
    next_lesson_->setVisible(isAtEnd() && nextLesson() != nullptr);
    exercise_->setVisible(isAtEnd() && !lesson_->exercise.empty());
    end_->setVisible(isAtEnd());
    place_->setText(!is_open ? QString() : isAtEnd() ? tr("End") : tr("%1 of %2").arg(step_ + 1).arg(steps));
    if (!is_open) {
        words_->setText(
            tr("<p>A lesson guides you through Warploom, asks questions and computes the answers.</p><p>Choose a "
               "lesson above. Closing the lesson restores the previous state.</p>"));
    } else if (isAtEnd()) {
        words_->setText(wordsOfEnd());
    } else {
        const lesson::LessonStep& at = lesson_->steps[static_cast<std::size_t>(step_)];
        QString html = QStringLiteral("<h3>%1</h3>").arg(toQString(at.title).toHtmlEscaped());
        if (step_ == 0) html += paragraphs(lesson_->words);
        html += paragraphs(at.words);
        if (!at.look.empty()) html += tr("<p><b>Look at:</b> %1</p>").arg(shownWords(at.look));
        words_->setText(html);
    }
    showQuestion();
    area_->ensureVisible(0, 0);
}

QString LessonPanel::wordsOfEnd() const {
    int asked = 0, right = 0;
    QString rows;
    for (int step = 0; step < static_cast<int>(lesson_->steps.size()); ++step) {
        const auto& question = lesson_->steps[static_cast<std::size_t>(step)].question;
        if (!question) continue;
        ++asked;
        const auto answer = answered_.find(step);
        const bool is_right = answer != answered_.end() && answer->second;
        right += is_right ? 1 : 0;
        rows += QStringLiteral("<p>%1 <a href='step:%2'>%3</a></p>")
                    .arg(is_right                    ? QStringLiteral("✔")
                         : answer == answered_.end() ? QStringLiteral("○")
                                                     : QStringLiteral("✘"))
                    .arg(step)
                    .arg(shownWords(question->text));
    }
    QString html = tr("<h3>End of lesson: %1</h3>").arg(toQString(lesson_->title).toHtmlEscaped());
    if (asked > 0)
        html +=
            tr("<p>Questions answered correctly on the first try: <b>%1 of %2</b></p>").arg(right).arg(asked) + rows;
    if (const lesson::Lesson* const next = nextLesson())
        html += tr("<p>Next lesson: <b>%1</b> (%n minutes).</p>", nullptr, next->minutes)
                    .arg(toQString(next->title).toHtmlEscaped());
    return html;
}

/// Returns the question of the current step, or null if the step has no question.
const lesson::Question* LessonPanel::questionNow() const {
    if (!lesson_ || isAtEnd()) return nullptr;
    const auto& question = lesson_->steps[static_cast<std::size_t>(step_)].question;
    return question ? &*question : nullptr;
}

void LessonPanel::showQuestion() {
    request_.clear();
    for (QAbstractButton* button : choice_buttons_->buttons()) delete button;
    number_->clear();
    revealed_->hide();
    answer_->setEnabled(false);
    const lesson::Question* const question = questionNow();
    question_->setVisible(question != nullptr);
    if (question == nullptr) return placeQuestion();
    question_text_->setText(QStringLiteral("<b>%1</b>").arg(shownWords(question->text)));
    number_->setVisible(question->is_number());
    for (const std::string& choice : question->choices()) {
        auto* button = new QRadioButton(toQString(choice));
        choice_buttons_->addButton(button);
        choices_->addWidget(button);
    }
    placeQuestion();
}

QString LessonPanel::said() const {
    const QAbstractButton* const button = choice_buttons_->checkedButton();
    return button != nullptr ? button->text().remove(QLatin1Char('&')) : number_->text().trimmed();
}

void LessonPanel::ask() {
    if (!answer_->isEnabled()) return;
    answer_->setEnabled(false);
    showReveal(tr("<p>Computing...</p>"));
    const lesson::Question& question = *lesson_->steps[static_cast<std::size_t>(step_)].question;
    RequestHandlers handlers;
    // Ignore an answer from the worker if its question is no longer shown.
    const auto is_asked = [this, lesson = lesson_->id, step = step_] {
        return lesson_ && lesson_->id == lesson && step_ == step && !request_.isEmpty();
    };
    handlers.done = [this, is_asked](const Json& result) {
        static const protocol::DocumentSource source{"answer.malformed", "The worker sent an invalid response",
                                                     "Restart the worker (Tools menu) and check its log."};
        const auto answer = protocol::read<lesson::Answer>(result, source);
        if (is_asked()) reveal(answer);
    };
    handlers.error = [this, is_asked](const WorkerError& error) {
        if (!is_asked()) return;
        request_.clear();
        answer_->setEnabled(true);
        showReveal(QStringLiteral("<p>%1 %2</p>")
                       .arg(toQString(error.message).toHtmlEscaped(), toQString(error.hint).toHtmlEscaped()));
    };
    request_ = session_.worker().request(protocol::AnswerRequest{protocol::write(question)}, handlers, this);
}

void LessonPanel::reveal(const lesson::Answer& answer) {
    request_.clear();
    const lesson::Question& question = *lesson_->steps[static_cast<std::size_t>(step_)].question;
    const bool is_right = answer.fits(question, said().toStdString());
    answered_.emplace(step_, is_right);
    session_.predicted(
        {{}, toQString(lesson_->title), toQString(question.text), said(), toQString(answer.text()), is_right});
    QString html = QStringLiteral("<p><b>%1</b> %2</p>")
                       .arg(is_right ? tr("Correct.") : tr("Not quite."),
                            tr("The answer is %1.").arg(toQString(answer.text()).toHtmlEscaped()));
    html += paragraphs(question.because);
    for (const std::string& fact : answer.facts)
        html += QStringLiteral("<p>%1</p>").arg(toQString(fact).toHtmlEscaped());
    showReveal(html);
    next_->setFocus();
}

void LessonPanel::showReveal(const QString& html) {
    revealed_->setText(html);
    revealed_->show();
    // Update the layout now, so that nothing moves under the mouse pointer later. Repeat the update, because a scroll
    // bar makes the text narrower and therefore taller.
    for (int turn = 0; turn < 3; ++turn) QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    area_->ensureWidgetVisible(revealed_, 0, 0);
    // If the result of a question does not fit, scroll to the beginning, which contains the verdict.
    if (revealed_->height() > area_->viewport()->height()) area_->verticalScrollBar()->setValue(revealed_->y());
}

} // namespace warploom::ui
