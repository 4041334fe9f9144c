#pragma once

#include "engine/protocol/messages/requests.h"
#include "ui/pages/warp/comparison/joined_warps.h"
#include "ui/session/session.h"

#include <QObject>

#include <optional>
#include <set>
#include <utility>

namespace warploom::ui {

/// Identifies a warp in a request to the worker.
struct WarpQuestion {
    QString matrix, operation, kernel, precision;
    int block = 0; ///< number of threads per block
    WarpChoice warp;
    bool operator==(const WarpQuestion&) const = default;
};
protocol::WarpRequest warpRequest(const Session& session, const WarpQuestion& question);

/// Traces the warps of two kernels that process the same rows. Starts with one warp of each kernel. Then adds, for each
/// kernel, the warps that read the same nonzeros as the first warp of the other kernel. If the kernels do not read a
/// sparse matrix, only one warp of each kernel is traced.
class SameRows : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t most_warps = 32;
    static constexpr int most_steps = 20'000;

    explicit SameRows(Session& session, QObject* parent = nullptr);

    /// Starts a search and cancels the previous one. `left` is the trace of the warp identified by `asked`; `kernel` is
    /// a different kernel for the same operation.
    void start(const WarpQuestion& asked, const WarpTraceHandle& left, const QString& kernel);
    void stop();
    bool isBusy() const { return !request_.isEmpty(); }
    /// Returns whether both sides have at least one warp.
    bool hasPair() const { return !sides_[0].traces.empty() && !sides_[1].traces.empty(); }
    JoinedWarps left() const { return joinWarps(sides_[0].traces); }
    JoinedWarps right() const { return joinWarps(sides_[1].traces); }
    /// Returns whether the same rows require more warps than were traced.
    bool isCut() const { return is_cut_; }

signals:
    void grew(); ///< Emitted when the first pair of warps is available.
    void finished();
    void failed(const QString& sentence, const QString& hint);

private:
    using Nonzero = std::pair<std::int64_t, std::int64_t>; ///< row and column of a nonzero
    struct Side {
        WarpQuestion question;
        std::vector<WarpTraceHandle> traces;
        /// Nonzeros that the first warp of the other side reads, and that no traced warp of this side has read so far.
        std::set<Nonzero> missing;
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
    int round_ = 0; ///< number of the current search; responses to earlier searches are ignored
    bool is_cut_ = false;
};

} // namespace warploom::ui
