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

/// The settings of an interactive solve. Everything but the matrix can be changed during the solve.
struct CgSetup {
    QString matrix, machine, kernel; ///< kernel: `cg-fused:ell`
    QString precision, preconditioner;
    std::optional<double> tolerance; ///< nothing: by precision
    int block = 128;
    bool given_side = false; ///< b is the matrix' own, as a water network has one; else A x for a random x

    bool operator==(const CgSetup&) const = default;
};

/// Iterations that were made with one setup, one after the other.
struct CgStretchRecord {
    int number = 1;  ///< from 1
    int attempt = 1; ///< stretches of one solution have one number
    CgSetup setup;
    std::vector<double> iteration, residual; ///< of the recurrence, after each iteration
    std::vector<std::pair<double, double>> true_residuals;
    /// Iterations after which the residual that is carried along had reached the tolerance, and the true one not: the
    /// method began again from its x, and the curve jumps.
    std::vector<double> restarts;
    QString verdict; ///< how the solution ended, in the stretch in which it did
    std::optional<protocol::CgParts> parts;
    bool modelled = false; ///< the parts
};

/// One conjugate gradient in the worker that goes on step by step: start, pause, change what it is made with, go on.
/// Computed iterations stay when the worker is lost.
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
    QString ending() const { return ending_; } ///< "converged", "limit", "breakdown", "stagnated"; empty before
    /// One or two sentences in plain words: where it stands, or how it ended and what to try.
    QString sentence() const;
    /// Whether going on would change something first.
    bool isOpen() const { return open_; } ///< the worker holds a solution that can go on
    bool wouldSwitch() const { return open_ && wanted_ != current_; }

    /// Chosen on the page; taken over before the next iteration. Ends a stretch that is under way, which then goes on.
    void setWanted(const CgSetup& setup);
    const CgSetup& wanted() const { return wanted_; }

    void goOn();      ///< starts, or goes on, until it ends
    void startAnew(); ///< from x = 0; earlier curves stay
    void pause();
    void stepOne(); ///< one iteration
    void reset();   ///< forgets everything
    /// The same from the beginning in float, then in double; both curves stay.
    void compareFloatAndDouble();

signals:
    void changed(); ///< state or curves; comes often while it runs

private:
    void proceed();
    void open();
    void switchOver();
    void advance();
    template <class Answer> void send(const Json& request, void (CgSolver::*done)(const Answer&));
    void opened(const protocol::CgOpened& result);
    void switched(const protocol::CgSwitched& result);
    void advanced(const protocol::CgStanding& result);
    void failed(const QString& code, const QString& message, const QString& hint);
    void taken(const protocol::IterationsEvent& news);
    void beginStretch();
    void setState(State state);
    QString verdict() const;
    QString restartSentence() const;
    void settle(); ///< after a request: goes on, or says that it rests

    Session& session_;
    State state_ = State::idle;
    CgSetup wanted_, current_;
    bool open_ = false, run_ = false, compares_ = false;
    int steps_ = 0; ///< single iterations that are asked for
    QString request_, ending_, worker_sentence_, obstacle_, loss_;
    QList<CgSetup> queue_; ///< solutions still to come of a comparison
    std::int64_t iteration_ = 0;
    double residual_ = no_figure, true_residual_ = no_figure, tolerance_ = no_figure;
    int attempt_ = 0, chunk_ = 8;
    unsigned generation_ = 0; ///< answers to requests before a reset mean nothing
    QElapsedTimer clock_;
    std::vector<CgStretchRecord> stretches_;
};

} // namespace warploom::ui
