#pragma once

#include "ui/components/warp/navigation_target.h"
#include "ui/pages/warp/comparison/same_rows.h"
#include "ui/pages/warp/warp_place.h"
#include "ui/session/worker_client.h"

#include <optional>
#include <variant>

namespace warploom::ui {

/// Requests the trace for the session's settings, and remembers which step of it to show. After a change of the kernel,
/// first traces one warp of the new kernel to find out which of its warps processes the same rows.
class TraceRequester : public QObject {
    Q_OBJECT
public:
    TraceRequester(Session& session, QObject* parent);

    /// Sends a request, unless the trace is shown, has failed, or a request is in progress. `shown` is the trace on the
    /// page, which may be null, and `step` is its current step.
    void ask(const WarpTraceHandle& shown, int step);
    bool isBusy() const { return !request_.isEmpty(); }
    /// Returns whether the page shows the trace that was requested last. Returns false for a trace from a file.
    bool hasAnswer() const { return shown_.has_value(); }
    bool hasAnswerFor(const WarpChoice& warp) const { return shown_ && shown_->question.warp == warp; }
    bool hasTarget() const { return std::holds_alternative<NavigationTarget>(next_); }

    /// Shows a target in the next trace. If necessary, first opens its matrix.
    void goTo(const NavigationTarget& target);
    /// Shows the first step of the warp that processes the longest row of the matrix.
    void goToLongestRow();
    /// Shows a step, given its index, in the next trace.
    void goToStep(int step);
    /// Selects the warp of a pending target if the session's matrix is the matrix of the target.
    void matrixOpened();
    void settingsChanged();
    /// Discards the answer and the position in its trace, so that the next trace starts at its first step.
    void forgetPlace();
    /// Allows the same request after an error. Returns whether there was an error.
    bool forgetFailure();
    /// Sends no request until a setting changes, because the page shows a trace from a file.
    void pauseUntilChange();
    /// Returns the first step to show in a new trace, which becomes the trace on the page.
    int firstStep(const protocol::WarpDocument& trace);

signals:
    void started();
    void answered(const warploom::ui::WarpTraceHandle& trace);
    void failed(const warploom::ui::WorkerError& error);
    void returned(); ///< emitted when the settings match the trace on the page again
    void outdated(); ///< emitted when a request has ended and ask() must be called again
    void targetChanged();

private:
    /// Identifies a trace. The steps do not depend on the card, so the card is not part of the key.
    struct TraceKey {
        WarpQuestion question;
        int text = 0; ///< revision of the kernel source
        bool operator==(const TraceKey&) const = default;
    };
    TraceKey wanted() const;
    void follow(const NavigationTarget& target);
    /// `probed_block` is set if the trace shows the kernel's first warp. It is then used to estimate which warp
    /// processes `row_`. It is the number of threads per block of the trace on the page.
    void answer(const TraceKey& asked, std::optional<int> probed_block, const WarpTraceHandle& trace);

    Session& session_;
    QString request_;
    std::optional<TraceKey> shown_; ///< key of the trace on the page; empty for a trace from a file
    /// Key of the last trace request that failed. It is not repeated until something changes.
    std::optional<TraceKey> failed_;
    /// Position in the next trace: the first step, a step of a saved state, a target, or the current position.
    std::variant<std::monostate, int, NavigationTarget, WarpPlace> next_;
    std::int64_t row_ = -1; ///< row to show in the next trace after a change of the kernel
    /// Whether the warp that processes `row_` is being traced, after the first warp of another kernel.
    bool relocating_ = false;
};

} // namespace warploom::ui
