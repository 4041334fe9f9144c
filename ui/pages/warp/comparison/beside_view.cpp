#include "ui/pages/warp/comparison/beside_view.h"

#include "ui/charts/chart_frame.h"
#include "ui/components/warp/access_view.h"
#include "ui/pages/warp/comparison/score_view.h"
#include "ui/pages/warp/lanes_view.h"
#include "ui/pages/warp/step_sentence.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/widgets/page_parts.h"

#include <QSplitter>

#include <algorithm>
#include <bit>
#include <cmath>

namespace warploom::ui {

BesideView::BesideView(QWidget* parent) : QWidget(parent) {
    for (int side = 0; side < 2; ++side) {
        const QString name = side == 0 ? QStringLiteral("-left") : QStringLiteral("-right");
        lanes_[side] = new LanesView;
        lanes_[side]->setObjectName(QStringLiteral("besideLanes") + name);
        access_[side] = new AccessView;
        access_[side]->setSide(name);
        lanes_frames_[side] = new ChartFrame(lanes_[side], lanes_[side]);
        access_frames_[side] = new ChartFrame(access_[side], access_[side]);
        connect(lanes_[side], &LanesView::stepChosen, this, [this, side](int step) {
            emit tickChosen(side == 0 ? abreast_.tickOfLeft(step) : abreast_.tickOfRight(step));
        });
    }
    score_ = new ScoreView;
    score_frame_ = new ChartFrame(score_, score_);
    down_ = inSplitter(Qt::Vertical, {});
    upper_ = inSplitter(Qt::Horizontal, {});
    lower_ = inSplitter(Qt::Horizontal, {});
    down_->addWidget(upper_);
    down_->addWidget(lower_);
    inColumn(this, {{down_, 1}}, 0);
    onTheme(this, [this] { arrange(); });
}

/// Places the score between the two warps of a comparison or, at a large font scale, in a strip above them.
void BesideView::arrange() {
    const bool large = theme().scale() >= 1.5;
    QSplitter* score_in = large ? down_ : upper_;
    if (score_frame_->parentWidget() == score_in) return;
    upper_->insertWidget(0, lanes_frames_[0]);
    if (large) down_->insertWidget(0, score_frame_);
    else upper_->insertWidget(1, score_frame_);
    upper_->addWidget(lanes_frames_[1]);
    for (ChartFrame* frame : access_frames_) lower_->addWidget(frame);
    if (large) {
        upper_->setSizes({1000, 1000});
        down_->setSizes({score_frame_->minimumSizeHint().height(), theme().px(190), theme().px(200)});
        return;
    }
    upper_->setSizes({theme().px(330), theme().px(250), theme().px(330)});
    down_->setSizes({theme().px(290), theme().px(200)});
    down_->setStretchFactor(0, 3);
    down_->setStretchFactor(1, 2);
}

void BesideView::setSides(const Side& left, const Side& right) {
    sides_[0] = left;
    sides_[1] = right;
    unit_ = readsNonzeros(*left.warps.trace) && readsNonzeros(*right.warps.trace) ? WorkDone::Unit::nonzeros
                                                                                  : WorkDone::Unit::flops;
    for (int side = 0; side < 2; ++side) {
        const Side& shown = sides_[side];
        scored_[side] = ScoredTrace(std::make_shared<const WarpAnalysis>(shown.warps.trace, shown.card), unit_);
        lanes_[side]->setSide(shown.title, side == 0 ? QStringLiteral("-left") : QStringLiteral("-right"));
        lanes_[side]->setAnalysis(scored_[side].handle());
        lanes_[side]->setWarpStarts(shown.warps.first_steps);
        access_[side]->setAnalysis(scored_[side].handle());
    }
    abreast_ = Abreast(scored_[0], scored_[1]);
    worst_.clear();
    setTick(0);
}

void BesideView::clear() {
    for (int side = 0; side < 2; ++side) {
        scored_[side] = {};
        sides_[side] = {};
        lanes_[side]->setAnalysis(nullptr);
        access_[side]->setAnalysis(nullptr);
    }
    abreast_ = {};
    score_->setScore({}, {}, {});
    worst_.clear();
    tick_ = 0;
}

int BesideView::stepOf(int side) const {
    const Abreast::Tick now = at();
    return side == 0 ? now.left : now.right;
}

void BesideView::setTick(int tick) {
    if (isEmpty() || ticks() == 0) return;
    tick_ = std::clamp(tick, 0, ticks() - 1);
    for (int side = 0; side < 2; ++side) {
        const int step = std::max(0, stepOf(side));
        lanes_[side]->setVeil(is_veiled_ ? 0 : -1);
        access_[side]->setVeiled(is_veiled_);
        lanes_[side]->setStep(step);
        access_[side]->setStep(step);
        const QString reading =
            is_veiled_ ? tr("How much memory traffic will this warp generate?") : warpText(side, step);
        lanes_frames_[side]->setReading(
            QFontMetrics(theme().font())
                .elidedText(reading, Qt::ElideRight, std::max(120, lanes_frames_[side]->width() - 8)));
        const QString spoken = is_veiled_ ? reading : stepText(side);
        lanes_[side]->setAccessibleDescription(spoken);
        access_[side]->setAccessibleDescription(spoken);
        lanes_frames_[side]->refresh();
        access_frames_[side]->refresh();
    }
    std::vector<ScoreLine> lines = scoreLines(scored_[0], scored_[1], at(), unit_);
    if (is_veiled_)
        for (ScoreLine& line : lines) line.left = line.right = line.left_all = line.right_all = no_figure;
    score_->setScore(std::move(lines), sides_[0].title, sides_[1].title);
    score_frame_->refresh();
}

void BesideView::setVeiled(bool on) {
    is_veiled_ = on;
    setTick(tick_);
}

/// Returns a label such as "warp 0 of block 1, line 29: all 32 lanes".
QString BesideView::warpText(int side, int step) const {
    const JoinedWarps& warps = sides_[side].warps;
    const protocol::WarpDocument& trace = *warps.trace;
    const std::size_t warp = warps.warpOf(step);
    const WarpChoice& at = warps.warps[warp];
    const QString where = warps.warps.size() == 1 ? tr("warp %1 of block %2").arg(at.warp).arg(at.block)
                                                  : tr("warp %1 of %2").arg(warp + 1).arg(warps.warps.size());
    const int active = std::popcount(trace.steps[static_cast<std::size_t>(step)].active.bits);
    const QString array = toQString(trace.array_of(step));
    return array.isEmpty()
               ? tr("%1 · step %2: %n active lanes", nullptr, active).arg(where).arg(step + 1)
               : tr("%1 · step %2: %n lanes access %3", nullptr, active).arg(where).arg(step + 1).arg(array);
}

QString BesideView::stepText(int side) const {
    return isEmpty() ? QString() : stepSentence(scored_[side].analysis(), std::max(0, stepOf(side)));
}

int BesideView::worstTick() {
    if (isEmpty()) return 0;
    if (worst_.empty()) {
        // Take the worst steps of the two sides alternately.
        const auto& left = scored_[0].analysis().worstSteps();
        const auto& right = scored_[1].analysis().worstSteps();
        const auto add = [this](int tick) {
            if (std::find(worst_.begin(), worst_.end(), tick) == worst_.end()) worst_.push_back(tick);
        };
        constexpr std::size_t most = 50; // maximum number of steps to take from each side
        for (std::size_t i = 0; i < std::min(most, std::max(left.size(), right.size())); ++i) {
            if (i < left.size()) add(abreast_.tickOfLeft(left[i]));
            if (i < right.size()) add(abreast_.tickOfRight(right[i]));
        }
        if (worst_.empty()) return tick_;
    }
    const auto now = std::find(worst_.begin(), worst_.end(), tick_);
    return now == worst_.end() || now + 1 == worst_.end() ? worst_.front() : *(now + 1);
}

QString BesideView::reading() const {
    if (isEmpty()) return {};
    const std::vector<ScoreLine>& lines = score_->lines();
    const auto pair = [&](std::size_t i) {
        const auto text = [](double value) { return std::isfinite(value) ? valueText(value) : tr("none yet"); };
        return std::pair{text(lines[i].left), text(lines[i].right)};
    };
    const bool is_sparse = unit_ == WorkDone::Unit::nonzeros;
    const auto so_far = [&](int side) {
        const int step = stepOf(side);
        return step < 0 ? std::int64_t{0} : scored_[side].after(step).work;
    };
    const QString left = sides_[0].title, right = sides_[1].title;
    const std::int64_t done[2] = {so_far(0), so_far(1)};
    const auto work = [&](std::int64_t count) {
        return is_sparse ? nonzerosText(count) : tr("%1 operations", nullptr, pluralOf(count)).arg(shortCount(count));
    };
    if (done[0] == 0 && done[1] == 0)
        return tr("Neither %1 nor %2 has processed anything yet. The kernel that is behind advances next.")
            .arg(left, right);
    const auto [left_moves, right_moves] = pair(1);
    const auto [left_bytes, right_bytes] = pair(2);
    const QString after =
        done[0] == done[1]
            ? tr("Both kernels have processed %1.").arg(work(done[0]))
            : tr("%1 has processed %2, and %3 has processed %4.").arg(left, work(done[0]), right, work(done[1]));
    const QString costs = is_sparse ? tr("Per nonzero, %1 needed %2 transactions and fetched %3 bytes. %4 needed %5 "
                                         "transactions and fetched %6 bytes.")
                                    : tr("Per operation, %1 needed %2 transactions and fetched %3 bytes. %4 needed %5 "
                                         "transactions and fetched %6 bytes.");
    return paragraph({after, costs.arg(left, left_moves, left_bytes, right, right_moves, right_bytes)});
}

QList<Chart*> BesideView::charts() const {
    if (isEmpty()) return {};
    return {lanes_[0], lanes_[1], score_, access_[0], access_[1]};
}

} // namespace warploom::ui
