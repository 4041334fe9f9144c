#include "ui/pages/warp/comparison/warp_comparison.h"

#include "ui/components/operations/traced_choice.h"
#include "ui/pages/warp/comparison/same_rows.h"
#include "ui/pages/warp/comparison/score_view.h"
#include "ui/pages/warp/lanes_view.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>

#include <algorithm>

namespace warploom::ui {

namespace {

const QString choice_key = QStringLiteral("warp/beside"), of_kernel = QStringLiteral("kernel:"),
              of_card = QStringLiteral("card:");

/// Returns the title of a card without a suffix in parentheses. An example is "GeForce GTX 295".
QString shortTitle(const simulated::Card& card) {
    return toQString(card.title.empty() ? card.id : card.title).section(QStringLiteral(" ("), 0, 0);
}

} // namespace

WarpComparison::WarpComparison(Session& session, QObject* parent)
    : QObject(parent), session_(session),
      box_(comboBox("warpBeside", tr("Compare with"),
                    tr("Compare with another kernel on the same rows, or with another card"))),
      view_(new BesideView), rows_(new SameRows(session, this)) {
    holdWidth(box_, 9, 7);
    choosesFor(session, box_, choice_key, tr("compare with %1"));
    connect(rows_, &SameRows::grew, this, &WarpComparison::ready);
    connect(rows_, &SameRows::finished, this, &WarpComparison::ready);
    connect(rows_, &SameRows::failed, this, &WarpComparison::failed);
}

bool WarpComparison::isSetting(const QString& key) { return key == choice_key; }

QString WarpComparison::choice() const { return session_.choice(choice_key).toString(); }

bool WarpComparison::isBusy() const { return rows_->isBusy(); }

bool WarpComparison::isCut() const { return rows_->isCut(); }

bool WarpComparison::hasFocus() const { return view_->lanesView(0)->hasFocus() || view_->lanesView(1)->hasFocus(); }

void WarpComparison::fillBox() {
    const TracedChoice now = tracedChoice(session_);
    const QSignalBlocker quiet(box_);
    box_->clear();
    box_->addItem(tr("nothing"), QString());
    for (const QString& kernel : now.view->tracedKernels(session_.worker().handshake()))
        if (kernel != now.kernel) addEntry(box_, kernel, tr("%1 on the same rows").arg(kernel));
    for (int i = 1; i < box_->count(); ++i) box_->setItemData(i, of_kernel + box_->itemText(i));
    const int kernels = box_->count();
    for (const simulated::Card& card : session_.cards()) {
        if (card.id == session_.card().id && !session_.isCardEdited()) continue;
        const QString title = toQString(card.title.empty() ? card.id : card.title);
        addEntry(box_, tr("on %1").arg(title), of_card + toQString(card.id),
                 tr("Show the same steps, with transactions counted according to the rules of %1").arg(title));
    }
    if (box_->count() > kernels) box_->insertSeparator(kernels);
    const QString chosen = choice();
    if (chosen.startsWith(of_kernel) && box_->findData(chosen) < 0 && isWanted())
        // Add a placeholder until the worker has sent its list of kernels.
        box_->addItem(chosen.mid(of_kernel.size()), chosen);
    box_->setCurrentIndex(isWanted() ? std::max(0, box_->findData(chosen)) : 0);
}

bool WarpComparison::isWanted() const {
    const QString chosen = choice();
    if (chosen.startsWith(of_card)) return chosen != of_card + toQString(session_.card().id) || session_.isCardEdited();
    const TracedChoice now = tracedChoice(session_);
    const QString kernel = chosen.mid(of_kernel.size());
    const protocol::Handshake& hello = session_.worker().handshake();
    const auto& views = operationViews();
    return chosen.startsWith(of_kernel) && kernel != now.kernel &&
           std::none_of(views.begin(), views.end(), [&](const OperationView* view) {
               return view != now.view && view->tracedKernels(hello).contains(kernel);
           });
}

void WarpComparison::start(const WarpTraceHandle& own) {
    own_ = own;
    if (!own_ || !isWanted()) return;
    const QString chosen = choice();
    if (chosen.startsWith(of_card)) return emit ready();
    rows_->start({toQString(own_->matrix.name), toQString(own_->operation), toQString(own_->kernel),
                  session_.precision(), own_->block_size, session_.warp()},
                 own_, chosen.mid(of_kernel.size()));
}

bool WarpComparison::show(const simulated::Card& card) {
    const QString chosen = choice();
    if (!own_ || chosen.isEmpty()) return false;
    BesideView::Side left, right;
    left.card = right.card = card;
    if (chosen.startsWith(of_card)) {
        const auto& cards = session_.cards();
        const auto other = std::find_if(cards.begin(), cards.end(), [&](const simulated::Card& each) {
            return toQString(each.id) == chosen.mid(of_card.size());
        });
        if (other == cards.end()) return false;
        left.warps = right.warps = joinWarps({own_});
        right.card = *other;
        left.title = shortTitle(left.card);
        right.title = shortTitle(*other);
    } else {
        if (!rows_->hasPair()) return false;
        left.warps = rows_->left();
        right.warps = rows_->right();
        left.is_cut = right.is_cut = rows_->isCut();
        left.title = toQString(left.warps.trace->kernel);
        right.title = toQString(right.warps.trace->kernel);
    }
    if (left.warps.trace->step_count() == 0 || right.warps.trace->step_count() == 0) {
        session_.report(tr("One of the two warps has no recorded steps."), tr("Choose another warp."));
        return false;
    }
    view_->setSides(left, right);
    return true;
}

void WarpComparison::end() {
    rows_->stop();
    view_->clear();
}

QString WarpComparison::name() const {
    return tr("Warp page: %1 versus %2 on %3, block %4, warp %5")
        .arg(view_->title(0), view_->title(1), toQString(own_->matrix.name))
        .arg(own_->block_index)
        .arg(own_->warp);
}

/// Returns the index, in the joined trace, of the first step of the page's own warp.
int WarpComparison::firstOwnStep() const {
    const JoinedWarps& joined = view_->warps(0);
    const WarpChoice own{own_->launch, own_->block_index, own_->warp};
    const auto at = std::find(joined.warps.begin(), joined.warps.end(), own);
    return at == joined.warps.end() ? 0 : joined.first_steps[static_cast<std::size_t>(at - joined.warps.begin())];
}

int WarpComparison::ownStep() const {
    const int step = std::max(0, view_->at().left) - firstOwnStep();
    return std::clamp(step, 0, std::max(0, own_->step_count() - 1));
}

int WarpComparison::tickOfOwn(int step) const { return view_->tickOfLeft(firstOwnStep() + step); }

QString WarpComparison::inspectorText(const QString& sentence, bool is_hidden) const {
    QString html = tr("<h3>Comparison on the same rows</h3><p>%1</p>").arg(sentence.toHtmlEscaped());
    if (is_hidden) return html;
    html += QStringLiteral("<table cellspacing='6'>");
    for (const ScoreLine& line : view_->scoreView()->lines()) {
        const auto cell = [&line](double value) {
            return QStringLiteral("<td align='right'>%1</td>")
                .arg(value == value ? valueText(value, line.digits) : QStringLiteral("–"));
        };
        html += QStringLiteral("<tr><td>%1</td>%2%3</tr>")
                    .arg(line.name.toHtmlEscaped(), cell(line.left_all), cell(line.right_all));
    }
    html += QStringLiteral("</table>") + tr("<p>Final values of the left and right kernels</p>");
    for (int side = 0; side < 2; ++side)
        html += tr("<h3>%1</h3><p>%2</p>")
                    .arg(view_->lanesView(side)->chartTitle().toHtmlEscaped(), view_->stepText(side).toHtmlEscaped());
    return html + tr("<p><b>Space</b>: play or pause. <b>Left</b>, <b>Right</b>: step back or forward. The kernel that "
                     "is behind advances first. <b>W</b>: worst step.</p>");
}

} // namespace warploom::ui
