#pragma once

#include "ui/pages/warp/comparison/joined_warps.h"
#include "ui/session/session.h"

#include <QObject>

#include <optional>
#include <set>
#include <utility>

namespace warploom::ui {

/// The parameters of the request for one warp.
struct WarpQuestion {
    QString matrix, operation, kernel, precision;
    int block = 0; ///< threads
    WarpChoice warp;
};
Json warpRequest(const Session& session, const WarpQuestion& question);

/// Has the warps of two kernels traced that work on the same rows. The first warp of each is followed, on either side,
/// by those that read what the other's first warp has read; where no sparse matrix is read there is one warp on each
/// side.
class SameRows : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t most_warps = 32; ///< on one side
    static constexpr int most_steps = 20'000;     ///< of one side

    explicit SameRows(Session& session, QObject* parent = nullptr);

    /// `left` is the answer to `asked`; `kernel` is another one of its operation. Drops a search under way.
    void start(const WarpQuestion& asked, const WarpTraceHandle& left, const QString& kernel);
    void stop();
    bool isBusy() const { return !request_.isEmpty(); }
    /// Both sides have a warp.
    bool hasPair() const { return !sides_[0].traces.empty() && !sides_[1].traces.empty(); }
    JoinedWarps left() const { return joinWarps(sides_[0].traces); }
    JoinedWarps right() const { return joinWarps(sides_[1].traces); }
    /// The rows need more warps than are traced.
    bool isCut() const { return is_cut_; }

signals:
    void grew();     ///< the first pair is there
    void finished(); ///< all are
    void failed(const QString& sentence, const QString& hint);

private:
    using Nonzero = std::pair<std::int64_t, std::int64_t>; ///< row, column
    struct Side {
        WarpQuestion question;
        std::vector<WarpTraceHandle> traces;
        std::set<Nonzero> missing; ///< read by the other's first warp, not yet by this side
        int steps = 0, looks = 0;
    };

    void ask(Side& side, const WarpChoice& warp);
    void answered(Side& side, const WarpTraceHandle& trace);
    void add(Side& side, const WarpTraceHandle& trace);
    void compareFirst();
    void askNext();
    std::optional<WarpChoice> nextWarp(Side& side);

    Session& session_;
    Side sides_[2];
    QString request_;
    int round_ = 0; ///< answers of an earlier start are dropped
    bool is_cut_ = false;
};

} // namespace warploom::ui
