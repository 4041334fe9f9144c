#pragma once

#include "engine/protocol/messages/cg.h"
#include "ui/style/number_text.h"

#include <QElapsedTimer>
#include <QList>
#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace warploom::ui {

class Session;

/// Settings of an interactive solve. All except the matrix can be changed during the solve.
struct CgSetup {
    QString matrix, machine, kernel; ///< kernel name such as `cg-fused:ell`
    QString precision, preconditioner;
    std::optional<double> tolerance; ///< tolerance; if empty, the default for the precision is used
    int block = 128;
    /// Source of the right-hand side: `drawn` (b = A x for a random x), `given` (included with the matrix, as for water
    /// networks), or the path of a file on the worker's machine.
    QString rhs = QStringLiteral("drawn");

    bool operator==(const CgSetup&) const = default;
};

/// A batch of consecutive iterations with the same settings.
struct CgStretchRecord {
    int number = 1;  ///< number of the batch, starting at 1
    int attempt = 1; ///< number of the solve that the batch belongs to
    CgSetup setup;
    /// Iteration numbers, and the residual computed by the recurrence after each iteration.
    std::vector<double> iteration, residual;
    std::vector<std::pair<double, double>> true_residuals;
    /// Iterations in which the residual computed by the recurrence had reached the tolerance, but the true residual had
    /// not. In such an iteration, the method restarts from the current x, which causes a jump in the curve.
    std::vector<double> restarts;
    QString verdict; ///< outcome of the solve; set only in its last batch
    std::optional<protocol::CgParts> parts;
    bool modelled = false; ///< whether the times in `parts` are modeled
};

/// Controls an interactive CG solve in the worker. Starts, pauses and continues the solve, and changes its settings. If
/// the connection to the worker is lost, completed iterations are kept.
class CgSolver : public QObject {
    Q_OBJECT
public:
    enum class State { idle, opening, running, pausing, paused, ended, lost };

    explicit CgSolver(Session& session, QObject* parent = nullptr);

    State state() const { return state_; }
    bool isBusy() const { return !request_.isEmpty(); }
    const std::vector<CgStretchRecord>& stretches() const { return stretches_; }
    std::int64_t iteration() const { return iteration_; }
    double residual() const { return residual_; }
    /// Returns how the solve ended: "converged", "limit", "breakdown" or "stagnated"; empty before its end.
    QString ending() const { return ending_; }
    /// Describes the current state of the solver in one or two sentences: the progress of a running solve, or how the
    /// solve ended and what to try next.
    QString sentence() const;
    bool isOpen() const { return open_; } ///< Returns whether the worker has a solve that can be continued.
    /// Returns whether the settings have been changed but not yet applied.
    bool wouldSwitch() const { return open_ && wanted_ != current_; }

    /// Sets the settings for the next iteration. A batch of iterations in progress is interrupted and then continued
    /// with these settings.
    void setWanted(const CgSetup& setup);
    const CgSetup& wanted() const { return wanted_; }

    void goOn();      ///< Starts or continues the solve until it ends.
    void startAnew(); ///< Starts a new solve from x = 0 and keeps the earlier curves.
    void pause();
    void stepOne();
    void reset();
    /// Solves the system in float and then in double, and keeps both curves.
    void compareFloatAndDouble();

signals:
    void changed(); ///< Emitted when the state or the curves have changed. This happens often during a solve.

private:
    void proceed();
    void open();
    void switchOver();
    void advance();
    template <class Request, class Answer> void send(const Request& request, void (CgSolver::*done)(const Answer&));
    void opened(const protocol::CgOpened& result);
    void switched(const protocol::CgSwitched& result);
    void advanced(const protocol::CgStanding& result);
    void failed(const QString& code, const QString& message, const QString& hint);
    void taken(const protocol::IterationsEvent& news);
    void beginStretch();
    void setState(State state);
    QString verdict() const;
    QString restartSentence() const;
    void settle(); ///< Continues the solve or updates the state. Called after each request.

    Session& session_;
    State state_ = State::idle;
    CgSetup wanted_, current_;
    bool open_ = false, run_ = false, compares_ = false;
    int steps_ = 0;
    QString request_, ending_, worker_sentence_, obstacle_, loss_;
    QList<CgSetup> queue_; ///< solves of a comparison that have not been started yet
    std::int64_t iteration_ = 0;
    double residual_ = no_figure, true_residual_ = no_figure, tolerance_ = no_figure;
    int attempt_ = 0, chunk_ = 8;
    /// Number of calls to reset(). Responses to requests from before the last call are ignored.
    unsigned generation_ = 0;
    QElapsedTimer clock_;
    std::vector<CgStretchRecord> stretches_;
};

} // namespace warploom::ui
