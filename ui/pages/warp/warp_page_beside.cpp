// Compares the current warp with another kernel or another card.
#include "ui/pages/warp/warp_page.h"

#include "ui/components/operations/traced_choice.h"
#include "ui/components/warp/player.h"
#include "ui/pages/warp/comparison/beside_view.h"
#include "ui/pages/warp/comparison/same_rows.h"
#include "ui/pages/warp/comparison/score_view.h"
#include "ui/pages/warp/lanes_view.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/question_strip.h"

#include <QComboBox>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace warploom::ui {

namespace {

const QString choice_key = QStringLiteral("warp/beside"), of_kernel = QStringLiteral("kernel:"),
              of_card = QStringLiteral("card:");

/// Returns the title of a card without its parenthesized suffix, for example, "GeForce GTX 295".
QString shortTitle(const simulated::Card& card) {
    return toQString(card.title.empty() ? card.id : card.title).section(QStringLiteral(" ("), 0, 0);
}

} // namespace

QString WarpPage::besideChoice() const { return session().choice(choice_key).toString(); }

bool WarpPage::isBeside() const { return !beside_->isEmpty(); }

void WarpPage::buildBeside() {
    beside_ = new BesideView;
    same_rows_ = new SameRows(session(), this);
    connect(beside_, &BesideView::tickChosen, this, [this](int tick) { player_->setStep(tick); });
    connect(same_rows_, &SameRows::grew, this, &WarpPage::showBeside);
    connect(same_rows_, &SameRows::finished, this, &WarpPage::showBeside);
    connect(same_rows_, &SameRows::failed, this, [this](const QString& sentence, const QString& hint) {
        if (isBeside()) return session().note(sentence); // keep showing the current comparison
        session().report(sentence, hint);
        if (trace_) stack_->setCurrentIndex(1);
    });
}

/// Fills the combo box for comparisons with the other kernels of the operation, followed by the other cards.
void WarpPage::fillBesideBox() {
    const TracedChoice now = tracedChoice(session());
    const QSignalBlocker quiet(beside_box_);
    beside_box_->clear();
    beside_box_->addItem(tr("nothing"), QString());
    for (const QString& kernel : now.view->tracedKernels(session().worker().handshake()))
        if (kernel != now.kernel) addEntry(beside_box_, kernel, tr("%1 on the same rows").arg(kernel));
    for (int i = 1; i < beside_box_->count(); ++i) beside_box_->setItemData(i, of_kernel + beside_box_->itemText(i));
    const int kernels = beside_box_->count();
    for (const simulated::Card& card : session().cards()) {
        if (card.id == session().card().id && !session().isCardEdited()) continue;
        const QString title = toQString(card.title.empty() ? card.id : card.title);
        addEntry(beside_box_, tr("on %1").arg(title), of_card + toQString(card.id),
                 tr("Show the same steps, with transactions counted according to the rules of %1").arg(title));
    }
    if (beside_box_->count() > kernels) beside_box_->insertSeparator(kernels);
    const QString chosen = besideChoice();
    if (chosen.startsWith(of_kernel) && beside_box_->findData(chosen) < 0 && wantsBeside())
        // Add a placeholder until the worker has sent its list of kernels.
        beside_box_->addItem(chosen.mid(of_kernel.size()), chosen);
    beside_box_->setCurrentIndex(wantsBeside() ? std::max(0, beside_box_->findData(chosen)) : 0);
}

void WarpPage::besideChanged() {
    fillBesideBox();
    if (!trace_) return;
    const int step = stepNow();
    endBeside();
    {
        const QSignalBlocker silent(player_);
        player_->setSteps(trace_->step_count());
        player_->setStep(step);
    }
    if (stack_->currentIndex() == 2) stack_->setCurrentIndex(1);
    stepChanged(player_->step());
    startBeside();
    emit chartsChanged();
}

/// Returns whether the selected comparison is possible. A kernel cannot be compared with itself or with a kernel for
/// another operation. A card can be compared with itself only if it has been edited.
bool WarpPage::wantsBeside() const {
    const QString chosen = besideChoice();
    if (chosen.startsWith(of_card))
        return chosen != of_card + toQString(session().card().id) || session().isCardEdited();
    const TracedChoice now = tracedChoice(session());
    const QString kernel = chosen.mid(of_kernel.size());
    const protocol::Handshake& hello = session().worker().handshake();
    const auto& views = operationViews();
    return chosen.startsWith(of_kernel) && kernel != now.kernel &&
           std::none_of(views.begin(), views.end(), [&](const OperationView* view) {
               return view != now.view && view->tracedKernels(hello).contains(kernel);
           });
}

void WarpPage::startBeside() {
    if (!trace_ || !wantsBeside()) return;
    const QString chosen = besideChoice();
    if (chosen.startsWith(of_card)) return showBeside();
    const QString kernel = chosen.mid(of_kernel.size());
    same_rows_->start({toQString(trace_->matrix.name), toQString(trace_->operation), toQString(trace_->kernel),
                       session().precision(), trace_->block_size, session().warp()},
                      trace_, kernel);
}

void WarpPage::showBeside() {
    const QString chosen = besideChoice();
    if (!trace_ || chosen.isEmpty()) return;
    BesideView::Side left, right;
    left.card = right.card = analysis_->card();
    if (chosen.startsWith(of_card)) {
        const auto& cards = session().cards();
        const auto card = std::find_if(cards.begin(), cards.end(), [&](const simulated::Card& each) {
            return toQString(each.id) == chosen.mid(of_card.size());
        });
        if (card == cards.end()) return;
        left.warps = right.warps = joinWarps({trace_});
        right.card = *card;
        left.title = shortTitle(left.card);
        right.title = shortTitle(*card);
    } else {
        if (!same_rows_->hasPair()) return;
        left.warps = same_rows_->left();
        right.warps = same_rows_->right();
        left.is_cut = right.is_cut = same_rows_->isCut();
        left.title = toQString(left.warps.trace->kernel);
        right.title = toQString(right.warps.trace->kernel);
    }
    if (left.warps.trace->step_count() == 0 || right.warps.trace->step_count() == 0)
        return session().report(tr("One of the two warps has no recorded steps."), tr("Choose another warp."));
    const int step = stepNow();
    const bool had_keys = lanes_->hasFocus() || beside_->lanesView(0)->hasFocus() || beside_->lanesView(1)->hasFocus();
    beside_->setSides(left, right);
    {
        const QSignalBlocker silent(player_);
        player_->setSteps(beside_->ticks());
        player_->setStep(beside_->tickOfLeft(firstStepOfOwn(left.warps) + step)); // restore the current step
    }
    lesson_->hide();
    stack_->setCurrentIndex(2);
    tickChanged(player_->step());
    if (had_keys) beside_->lanesView(0)->setFocus();
    emit chartsChanged();
}

void WarpPage::endBeside() {
    same_rows_->stop();
    const bool had_keys = beside_->lanesView(0)->hasFocus() || beside_->lanesView(1)->hasFocus();
    beside_->clear();
    sentence_->show();
    if (had_keys) lanes_->setFocus();
}

int WarpPage::stepNow() const {
    if (!isBeside()) return player_->step();
    // If several warps are joined, convert the step to a step of the page's own warp.
    const int step = std::max(0, beside_->at().left) - firstStepOfOwn(beside_->warps(0));
    return std::clamp(step, 0, std::max(0, trace_->step_count() - 1));
}

/// Returns the index, in the joined trace, of the first step of the page's own warp.
int WarpPage::firstStepOfOwn(const JoinedWarps& joined) const {
    const WarpChoice own{trace_->launch, trace_->block_index, trace_->warp};
    const auto at = std::find(joined.warps.begin(), joined.warps.end(), own);
    return at == joined.warps.end() ? 0 : joined.first_steps[static_cast<std::size_t>(at - joined.warps.begin())];
}

void WarpPage::tickChanged(int tick) {
    beside_->setTick(tick);
    const bool hides = veilPair();
    // At a large font scale, hide the sentence, because the lanes need the space and the score or the question contains
    // the same information.
    sentence_->setVisible(theme().scale() < 1.5 || (hides && !question_->isOpen()));
    if (hides) return emit inspectorChanged();
    QString text = beside_->reading();
    if (same_rows_->isCut())
        text = paragraph({text, tr("Only the first %n warps that process these rows are shown.", nullptr,
                                   static_cast<int>(SameRows::most_warps))});
    sentence_->setText(text);
    if (!player_->isPlaying()) emit inspectorChanged();
}

QString WarpPage::besideInspector() const {
    if (isPairHidden())
        return tr("<h3>Comparison on the same rows</h3><p>%1</p>").arg(sentence_->text().toHtmlEscaped());
    const auto& lines = beside_->scoreView()->lines();
    QString html = tr("<h3>Comparison on the same rows</h3><p>%1</p>").arg(sentence_->text().toHtmlEscaped());
    html += QStringLiteral("<table cellspacing='6'>");
    for (const ScoreLine& line : lines) {
        const auto cell = [&line](double value) {
            return QStringLiteral("<td align='right'>%1</td>")
                .arg(value == value ? valueText(value, line.digits) : QStringLiteral("–"));
        };
        html += QStringLiteral("<tr><td>%1</td>%2%3</tr>")
                    .arg(line.name.toHtmlEscaped(), cell(line.left_all), cell(line.right_all));
    }
    html += QStringLiteral("</table>") + tr("<p>Final values of the left and right kernels</p>");
    for (int side = 0; side < 2; ++side)
        html +=
            tr("<h3>%1</h3><p>%2</p>")
                .arg(beside_->lanesView(side)->chartTitle().toHtmlEscaped(), beside_->stepText(side).toHtmlEscaped());
    return html + tr("<p><b>Space</b>: play or pause. <b>Left</b>, <b>Right</b>: step back or forward. The kernel that "
                     "is behind advances first. <b>W</b>: worst step.</p>");
}

} // namespace warploom::ui
