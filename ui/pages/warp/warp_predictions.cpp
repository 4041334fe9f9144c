#include "ui/pages/warp/warp_predictions.h"

#include "ui/session/session.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/question_strip.h"

#include <QToolButton>

#include <utility>

namespace warploom::ui {

namespace {

const QString predict_key = QStringLiteral("warp/predict");

} // namespace

WarpPredictions::WarpPredictions(Session& session, QObject* parent)
    : QObject(parent), session_(session),
      button_(predictButton(session, "warpPredict", predict_key,
                            tr("Ask for a prediction before each step that shows something new"))),
      strip_(new QuestionStrip) {
    connect(strip_, &QuestionStrip::said, this, &WarpPredictions::answered);
}

bool WarpPredictions::isSetting(const QString& key) { return key == predict_key; }

void WarpPredictions::setOn(bool on) { button_->setChecked(on); }

bool WarpPredictions::isHidden(const WarpAnalysis& analysis, int step) const {
    return button_->isChecked() && seen_.count(step) == 0 && stepQuestion(analysis, step).has_value();
}

bool WarpPredictions::isPairHidden(const QString& name) const {
    return button_->isChecked() && seen_pairs_.count(name) == 0;
}

bool WarpPredictions::isAsking() const { return strip_->isOpen(); }

void WarpPredictions::askStep(const std::shared_ptr<const WarpAnalysis>& analysis, int step) {
    asked_ = AskedStep{analysis, step};
    strip_->ask(stepQuestion(*analysis, step)->text);
}

void WarpPredictions::askPair(const QString& name, const PairQuestion& question) {
    auto* const open = std::get_if<AskedPair>(&asked_);
    if (strip_->isOpen() && open != nullptr && open->name == name) {
        open->question = question;
        return;
    }
    asked_ = AskedPair{name, question, {}};
    strip_->ask(question.text, question.choices);
}

void WarpPredictions::close() {
    asked_ = {};
    strip_->close();
}

void WarpPredictions::forgetSteps() { seen_.clear(); }

void WarpPredictions::answered(const QString& said) {
    // Make a copy, because showing the step closes its question.
    const auto asked = std::exchange(asked_, {});
    if (const auto* const step = std::get_if<AskedStep>(&asked)) answer(*step, said);
    if (const auto* const pair = std::get_if<AskedPair>(&asked)) answer(*pair, said);
}

void WarpPredictions::answer(const AskedStep& asked, const QString& said) {
    const StepQuestion question = *stepQuestion(*asked.analysis, asked.step);
    seen_.insert(asked.step);
    const QString answer = QString::number(question.answer);
    const bool is_right = said.toInt() == question.answer && !said.isEmpty();
    const protocol::WarpDocument& trace = asked.analysis->trace();
    const QString place = tr("Warp page: %1 on %2, step %3")
                              .arg(toQString(trace.kernel), toQString(trace.matrix.name))
                              .arg(asked.step + 1);
    session_.predicted({{}, place, question.text, said, answer, is_right});
    emit revealed();
    strip_->showVerdict(is_right, answer);
}

void WarpPredictions::answer(AskedPair asked, const QString& said) {
    const PairQuestion& question = asked.question;
    const auto keep = [&](const QString& text, const QString& guess, const QString& answer, bool is_right) {
        session_.predicted({{}, asked.name, text, guess, answer, is_right});
    };
    const bool asks_factor = asked.side.isEmpty() && !question.how_much.isEmpty();
    // If the user has answered that both sides are equal, do not ask for a factor.
    if (asks_factor && !said.isEmpty() && said != question.choices.last()) {
        asked.side = said;
        keep(question.text, said, question.answer, said == question.answer);
        strip_->askFactor(question.how_much);
        asked_ = asked;
        return;
    }
    seen_pairs_.insert(asked.name);
    if (asked.side.isEmpty()) {
        const bool is_right = said == question.answer;
        keep(question.text, said, question.answer, is_right);
        emit revealed();
        strip_->showVerdict(is_right, question.answer, question.because);
        return;
    }
    const QString factor = valueText(question.factor, 3);
    const bool is_right_side = asked.side == question.answer, is_right_factor = question.isRightFactor(said);
    keep(question.how_much, said, factor, is_right_factor);
    emit revealed();
    QString sentence =
        is_right_side
            ? tr("✓ Correct: %1 (%2).").arg(question.answer, question.because)
            : tr("✕ You answered %1; the answer is %2 (%3).").arg(asked.side, question.answer, question.because);
    if (!said.isEmpty())
        sentence = paragraph(
            {sentence, is_right_factor
                           ? tr("✓ Correct: you answered a factor of %1.").arg(said)
                           : tr("✕ You answered a factor of %1; the correct factor is %2.").arg(said, factor)});
    strip_->showSentence(is_right_side && (said.isEmpty() || is_right_factor), sentence);
}

} // namespace warploom::ui
