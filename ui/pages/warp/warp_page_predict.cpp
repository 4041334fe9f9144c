// Prediction mode, which asks a question about a step before showing it.
#include "ui/pages/warp/warp_page.h"

#include "ui/charts/chart_frame.h"
#include "ui/components/warp/access_view.h"
#include "ui/components/warp/player.h"
#include "ui/components/warp/step_question.h"
#include "ui/pages/warp/comparison/pair_question.h"
#include "ui/pages/warp/comparison/same_rows.h"
#include "ui/pages/warp/lanes_view.h"
#include "ui/pages/warp/owner_view.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/question_strip.h"

#include <QLabel>
#include <QToolButton>

namespace warploom::ui {

void WarpPage::buildPrediction() {
    predict_ = predictButton(session(), "warpPredict", QStringLiteral("warp/predict"),
                             tr("Ask for a prediction before each step that shows something new"));
    question_ = new QuestionStrip;
    connect(question_, &QuestionStrip::said, this, &WarpPage::predicted);
}

void WarpPage::setPredicting(bool on) { predict_->setChecked(on); }

bool WarpPage::isHidden(int step) const {
    return analysis_ && !isBeside() && predict_->isChecked() && seen_.count(step) == 0 &&
           stepQuestion(*analysis_, step).has_value();
}

/// Hides a step and asks a question about it. If there is no unanswered question, shows the step.
void WarpPage::hideUntilPredicted(int step) {
    const bool hides = isHidden(step);
    lanes_->setVeil(predict_->isChecked() && hides ? step : -1);
    access_->setVeiled(hides);
    if (!hides) {
        question_->close();
        return;
    }
    player_->stop();
    owners_->setStep(step - 1);
    sentence_->setText(tr("How much memory traffic will this step generate? Answer the question to see the result."));
    question_->ask(stepQuestion(*analysis_, step)->text);
}

void WarpPage::predicted(const QString& said) {
    if (isBeside()) return pairPredicted(said);
    const int step = player_->step();
    const std::optional<StepQuestion> question = stepQuestion(*analysis_, step);
    if (!question) return;
    seen_.insert(step);
    const QString answer = QString::number(question->answer);
    const bool is_right = said.toInt() == question->answer && !said.isEmpty();
    const QString place =
        tr("Warp page: %1 on %2, step %3").arg(toQString(trace_->kernel), toQString(trace_->matrix.name)).arg(step + 1);
    session().predicted({{}, place, question->text, said, answer, is_right});
    stepChanged(step);
    question_->showVerdict(is_right, answer);
    lanes_->setFocus();
}

/// Returns a name that identifies a comparison and its position in the kernel launch.
QString WarpPage::pairName() const {
    return tr("Warp page: %1 versus %2 on %3, block %4, warp %5")
        .arg(beside_->title(0), beside_->title(1), toQString(trace_->matrix.name))
        .arg(trace_->block_index)
        .arg(trace_->warp);
}

bool WarpPage::isPairHidden() const {
    return isBeside() && predict_->isChecked() && seen_pairs_.count(pairName()) == 0;
}

/// Asks the user which side of a comparison costs less, and by what factor, as soon as all warps have been traced.
/// Hides the comparison until the question has been answered. Returns whether the comparison is hidden.
bool WarpPage::veilPair() {
    const bool hides = isPairHidden();
    if (beside_->isVeiled() != hides) beside_->setVeiled(hides);
    if (!hides) {
        question_->close();
        return false;
    }
    player_->stop();
    if (same_rows_->isBusy()) {
        sentence_->setText(tr("Tracing the warps that process these rows..."));
        question_->close();
        return true;
    }
    const PairQuestion question = pairQuestion(*beside_);
    sentence_->setText(tr("Which kernel will generate less memory traffic? Answer the question to see the result."));
    if (!question_->isOpen() || asked_pair_ != pairName()) {
        said_of_pair_.clear();
        question_->ask(question.text, question.choices);
    }
    asked_pair_ = pairName();
    return true;
}

void WarpPage::pairPredicted(const QString& said) {
    const PairQuestion question = pairQuestion(*beside_);
    const QString name = pairName();
    const auto keep = [&](const QString& text, const QString& guess, const QString& answer, bool is_right) {
        session().predicted({{}, name, text, guess, answer, is_right});
    };
    const bool asks_factor = said_of_pair_.isEmpty() && !question.how_much.isEmpty();
    // If the user has answered that both sides are equal, do not ask for a factor.
    if (asks_factor && !said.isEmpty() && said != question.choices.last()) {
        said_of_pair_ = said;
        keep(question.text, said, question.answer, said == question.answer);
        question_->askFactor(question.how_much);
        return;
    }
    seen_pairs_.insert(name);
    if (said_of_pair_.isEmpty()) {
        const bool is_right = said == question.answer;
        keep(question.text, said, question.answer, is_right);
        tickChanged(player_->step());
        question_->showVerdict(is_right, question.answer, question.because);
    } else {
        const QString factor = valueText(question.factor, 3);
        const bool is_right_side = said_of_pair_ == question.answer, is_right_factor = question.isRightFactor(said);
        keep(question.how_much, said, factor, is_right_factor);
        tickChanged(player_->step());
        QString sentence =
            is_right_side
                ? tr("✓ Correct: %1 (%2).").arg(question.answer, question.because)
                : tr("✕ You answered %1; the answer is %2 (%3).").arg(said_of_pair_, question.answer, question.because);
        if (!said.isEmpty())
            sentence = paragraph(
                {sentence, is_right_factor
                               ? tr("✓ Correct: you answered a factor of %1.").arg(said)
                               : tr("✕ You answered a factor of %1; the correct factor is %2.").arg(said, factor)});
        question_->showSentence(is_right_side && (said.isEmpty() || is_right_factor), sentence);
    }
    beside_->lanesView(0)->setFocus();
}

} // namespace warploom::ui
