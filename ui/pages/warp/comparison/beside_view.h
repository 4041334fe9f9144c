#pragma once

#include "ui/pages/warp/comparison/joined_warps.h"

#include <QWidget>

class QSplitter;

namespace warploom::ui {

class AccessView;
class Chart;
class ChartFrame;
class LanesView;
class ScoreView;

/// Shows two warps, or two sequences of warps, side by side with their lanes and memory accesses. A summary between
/// the two sides compares their costs.
class BesideView : public QWidget {
    Q_OBJECT
public:
    struct Side {
        JoinedWarps warps;
        simulated::Card card;
        QString title;       ///< name of the kernel or card on this side
        bool is_cut = false; ///< whether the rows require more warps than were traced
    };

    explicit BesideView(QWidget* parent = nullptr);

    void setSides(const Side& left, const Side& right);
    void clear();
    bool isEmpty() const { return scored_[0].isEmpty(); }
    int ticks() const { return abreast_.ticks(); }
    void setTick(int tick);
    /// Sets whether the steps, their memory accesses and the summary are hidden.
    void setVeiled(bool on);
    bool isVeiled() const { return is_veiled_; }
    Abreast::Tick at() const { return isEmpty() ? Abreast::Tick{} : abreast_.at(tick_); }
    /// Returns the first position on the common timeline at which the left side reaches a step.
    int tickOfLeft(int step) const { return abreast_.tickOfLeft(step); }
    /// Returns the position on the common timeline at which a step of either side has the most memory requests. Each
    /// further call returns the position with the next-highest number of requests.
    int worstTick();

    /// Returns a summary of both sides that states the completed work and the number of memory requests.
    QString reading() const;
    QString stepText(int side) const;
    QList<Chart*> charts() const;

    const QString& title(int side) const { return sides_[side].title; }
    WorkDone::Unit unit() const { return unit_; }
    const Side& side(int side) const { return sides_[side]; }
    const JoinedWarps& warps(int side) const { return sides_[side].warps; }
    const ScoredTrace& scored(int side) const { return scored_[side]; }
    const Abreast& abreast() const { return abreast_; }
    LanesView* lanesView(int side) const { return lanes_[side]; }
    AccessView* accessView(int side) const { return access_[side]; }
    ScoreView* scoreView() const { return score_; }

signals:
    void tickChosen(int tick);

private:
    void arrange();
    QString warpText(int side, int step) const;
    int stepOf(int side) const;

    QSplitter *down_ = nullptr, *upper_ = nullptr, *lower_ = nullptr;
    LanesView* lanes_[2] = {};
    AccessView* access_[2] = {};
    ScoreView* score_ = nullptr;
    ChartFrame *lanes_frames_[2] = {}, *access_frames_[2] = {}, *score_frame_ = nullptr;

    Side sides_[2];
    ScoredTrace scored_[2];
    WorkDone::Unit unit_ = WorkDone::Unit::nonzeros;
    Abreast abreast_;
    int tick_ = 0;
    bool is_veiled_ = false;
    std::vector<int> worst_; ///< positions on the common timeline at which a step has the most memory requests
};

} // namespace warploom::ui
