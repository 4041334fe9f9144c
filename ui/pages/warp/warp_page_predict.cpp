// Predict, then see: a step is asked for before it is shown.
#include "ui/pages/warp/warp_page.h"

#include "ui/charts/chart_frame.h"
#include "ui/look/qt_text.h"
#include "ui/pages/warp/access_view.h"
#include "ui/pages/warp/lanes_view.h"
#include "ui/pages/warp/owner_view.h"
#include "ui/pages/warp/player.h"
#include "ui/pages/warp/step_question.h"
#include "ui/pages/warp/step_sentence.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/question_strip.h"

#include <QDateTime>
#include <QLabel>
#include <QToolButton>

namespace warploom::ui {

void WarpPage::buildPrediction() {
    predict_ = named(new QToolButton, "warpPredict", tr("Predict, then see"),
                     tr("Each step that does something new asks first and shows then"));
    predict_->setText(tr("Predict"));
    predict_->setCheckable(true);
    predict_->setFocusPolicy(Qt::TabFocus);
    connect(predict_, &QToolButton::toggled, this,
            [this](bool on) { session().setChoice(QStringLiteral("warp/predict"), on, tr("predict, then see")); });
    predict_->setChecked(session().choice(QStringLiteral("warp/predict")).toBool());
    question_ = new QuestionStrip;
    connect(question_, &QuestionStrip::said, this, &WarpPage::predicted);
}

void WarpPage::setPredicting(bool on) { predict_->setChecked(on); }

bool WarpPage::isHidden(int step) const {
    return analysis_ && !isBeside() && predict_->isChecked() && seen_.count(step) == 0 &&
           stepQuestion(*analysis_, step).has_value();
}

/// Hides what the step does, and asks for it; or shows it.
void WarpPage::veilStep(int step) {
    const bool hides = isHidden(step);
    lanes_->setVeil(predict_->isChecked() && hides ? step : -1);
    access_->setVeiled(hides);
    if (!hides) {
        question_->close();
        return;
    }
    player_->stop();
    owners_->setStep(step - 1);
    sentence_->setText(tr("What will this step ask of the card? Say it, and see."));
    question_->ask(stepQuestion(*analysis_, step)->text);
}

void WarpPage::predicted(const QString& said) {
    const int step = player_->step();
    const std::optional<StepQuestion> question = stepQuestion(*analysis_, step);
    if (!question) return;
    seen_.insert(step);
    const QString answer = QString::number(question->answer);
    const bool is_right = said.toInt() == question->answer && !said.isEmpty();
    if (!said.isEmpty())
        session().predicted(
            {QDateTime::currentDateTime(),
             tr("Warp, %1 on %2, step %3").arg(qt(trace_->kernel), qt(trace_->matrix.name)).arg(step + 1),
             question->text, said, answer, is_right});
    stepChanged(step);
    question_->showVerdict(is_right, answer);
    lanes_->setFocus();
}

} // namespace warploom::ui
