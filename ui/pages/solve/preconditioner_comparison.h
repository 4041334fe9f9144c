#pragma once

#include "engine/protocol/messages/run.h"
#include "ui/pages/solve/cg_solver.h"
#include "ui/pages/solve/solve_tables.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QWidget>

#include <vector>

class QSplitter;
class QTabBar;
class QTableView;

namespace warploom::ui {

class Session;

/// A complete solve of a linear system with one preconditioner.
struct ComparedSolution {
    QString preconditioner; ///< the protocol identifier: "none", "jacobi" or "ic0"
    protocol::Row row;      ///< row of the solve: first waiting, then running, and finally the result from the worker

    const protocol::CgResult* figures() const { return row.own<protocol::CgResult>(); }
    bool isSolved() const { return row.status == RowStatus::ok && figures() != nullptr; }
};

/// Returns the title of a preconditioner: "none", "Jacobi", "IC(0)" or "ILU(0)".
QString preconditionerTitle(const QString& id);

/// Solves the same system three times, one after another: without a preconditioner, with Jacobi, and with IC(0).
/// Completed solves are kept if the comparison is stopped or the connection to the worker is lost.
class PreconditionerComparison : public QObject {
    Q_OBJECT
public:
    static constexpr const char* offered[] = {"none", "jacobi", "ic0", "ilu0"};
    /// For a symmetric matrix, ILU(0) and IC(0) are equivalent, so only IC(0) is compared.
    static constexpr const char* compared[] = {"none", "jacobi", "ic0"};

    explicit PreconditionerComparison(Session& session, QObject* parent = nullptr);

    void start(const CgSetup& setup); ///< Starts a comparison. Ignores the preconditioner in `setup`.
    void stop();
    void clear();
    bool isRunning() const { return running_; }
    bool isEmpty() const { return solutions_.empty(); }
    const std::vector<ComparedSolution>& solutions() const { return solutions_; }
    const CgSetup& setup() const { return setup_; }
    /// Describes the outcome in one or two sentences. During the comparison, describes the current solve.
    QString sentence() const;

signals:
    void changed();

private:
    void sendNext();
    void end(const QString& reason);

    Session& session_;
    CgSetup setup_;
    std::vector<ComparedSolution> solutions_;
    std::size_t at_ = 0;
    bool running_ = false;
    QString request_;
    /// Number of calls to clear(). Responses to requests from before the last call are ignored.
    unsigned generation_ = 0;
};

class Chart;
class ChartView;
class TableModel;

/// Returns a table with one row per preconditioner: iterations, times, true residual, and outcome.
Table comparisonTable(const PreconditionerComparison& comparison, const SolveFacts& facts);
/// Returns a table with the residuals of all solves, by iteration.
Table comparedResiduals(const PreconditionerComparison& comparison, const SolveFacts& facts);

/// Shows the comparison of preconditioners as charts and a table.
class PreconditionerView : public QWidget {
    Q_OBJECT
public:
    explicit PreconditionerView(QWidget* parent = nullptr);

    void show(const PreconditionerComparison& comparison, const SolveFacts& facts);
    QList<Chart*> charts() const;
    QTableView* table() const { return table_; }
    /// Sets whether the table and the charts are shown one at a time in tabs, as in a small window.
    void setShort(bool is_short);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void spread();
    void fitColumns();

    bool is_short_ = false;
    bool has_failed_ = false; ///< whether the comparison has ended without any solution
    QTabBar* tabs_ = nullptr;
    ChartView *residual_ = nullptr, *iterations_ = nullptr, *time_ = nullptr;
    QSplitter *splitter_ = nullptr, *bars_ = nullptr;
    QTableView* table_ = nullptr;
    TableModel* model_ = nullptr;
};

} // namespace warploom::ui
