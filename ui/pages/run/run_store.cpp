#include "ui/pages/run/run_store.h"

#include "engine/wire/baseline.h"

#include "ui/look/qt_text.h"
#include "ui/pages/run/operations.h"
#include "ui/pages/run/operations/operation_view.h"
#include "ui/session/patient_stop.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

/// What the worker says of a row in the place of what is known so far. Samples have come one by one.
void take_row(RunResult& result, wire::Row row) {
    if (row.samples.empty()) row.samples = std::move(result.samples);
    if (row.status != wire::RowStatus::ok) row.time.kind = result.time.kind;
    if (!row.threads) row.threads = result.threads;
    static_cast<wire::Row&>(result) = std::move(row);
}

/// A ratio needs two numbers of one kind: what is modelled and what was measured are shown beside each other, never judged
/// against each other, whatever a worker says.
void drop_mixed_verdicts(std::vector<RunResult>& results) {
    for (RunResult& result : results) {
        const auto mixed = [&](const RunResult& other) {
            return result.speedup && other.kernel == result.speedup->baseline && other.matrix == result.matrix &&
                   other.time.kind != result.time.kind;
        };
        if (std::any_of(results.begin(), results.end(), mixed)) result.speedup.reset();
    }
}

} // namespace

QString Run::shortName() const { return name.isEmpty() ? RunStore::tr("run %1").arg(number) : name; }

QString Run::title() const {
    const QString matrix = plan.matrices.isEmpty() ? QString() : QFileInfo(plan.matrices.first()).fileName();
    const QString what =
        isFirstOperation(plan.operation) ? QString() : viewOf(plan.operation).info().title + QLatin1String(", ");
    return RunStore::tr("%1: %2%3, %4, %5").arg(shortName(), what, matrix, plan.machine, plan.precision);
}

int Run::finalCount() const {
    return static_cast<int>(
        std::count_if(results.begin(), results.end(), [](const RunResult& r) { return r.is_settled(); }));
}

RunStore::RunStore(Session& session, QObject* parent)
    : QObject(parent), session_(session), stop_(new PatientStop(session, this)) {}

std::vector<std::shared_ptr<const Run>> RunStore::shownRuns() const {
    std::vector<std::shared_ptr<const Run>> shown;
    for (const auto& run : runs_)
        if (run->shown) shown.push_back(run);
    return shown;
}

void RunStore::start(const RunPlan& plan) {
    if (isRunning() || plan.kernels.isEmpty() || plan.matrices.isEmpty()) return;
    auto run = std::make_shared<Run>();
    run->number = runs_.empty() ? 1 : runs_.back()->number + 1;
    run->plan = plan;
    run->started = QDateTime::currentDateTime();
    const wire::Machine* machine = session_.worker().handshake().machine(plan.machine.toStdString());
    QStringList blocks;
    for (const int block : plan.blocks) blocks.append(QString::number(block));
    run->facts = {{QStringLiteral("operation"), viewOf(plan.operation).info().title},
                  {QStringLiteral("machine"), machine != nullptr ? qt(machine->title) : plan.machine},
                  {QStringLiteral("matrix"), plan.sweep == wire::Sweep::orders
                                                 ? tr("%1 ... %2").arg(plan.matrices.first(), plan.matrices.last())
                                                 : QFileInfo(plan.matrices.first()).fileName()},
                  {QStringLiteral("precision"), plan.precision},
                  {QStringLiteral("cache"), plan.cache},
                  {QStringLiteral("x"), viewOf(plan.operation).takesX() ? plan.x : QString()},
                  {QStringLiteral("preconditioner"), plan.preconditioner},
                  {QStringLiteral("tolerance"), plan.tolerance ? QString::number(*plan.tolerance) : QString()},
                  {QStringLiteral("blocks"), blocks.join(QLatin1Char(' '))},
                  {QStringLiteral("baseline"), plan.baseline},
                  {QStringLiteral("preset"), plan.quick ? tr("quick") : tr("thorough")},
                  {QStringLiteral("date"), run->started.toString(Qt::ISODate)}};
    const QVector<int> blocks_used = plan.blocks.isEmpty() ? QVector<int>{128} : plan.blocks;
    for (const QString& matrix : plan.matrices) {
        for (const QString& kernel : plan.kernels) {
            for (const int block : blocks_used) {
                RunResult result;
                result.kernel = kernel.toStdString();
                result.block = block;
                result.matrix = matrix;
                result.machine = plan.machine.toStdString();
                result.precision =
                    wire::named<wire::Precision>(plan.precision.toStdString()).value_or(result.precision);
                result.status = wire::RowStatus::waiting;
                if (machine != nullptr && machine->kind == wire::MachineKind::simulated)
                    result.time.kind = measure::TimeKind::modelled;
                run->results.push_back(std::move(result));
            }
        }
    }
    // A new run is looked at by itself; earlier ones are ticked again for a comparison. Only the last run of another kind
    // (measured, modelled) on the same matrix stays: seeing both side by side is what the two are for.
    bool partner = plan.sweep != wire::Sweep::none;
    for (auto earlier = runs_.rbegin(); earlier != runs_.rend(); ++earlier) {
        const RunPlan& other = (*earlier)->plan;
        const bool fits = !partner && other.operation == plan.operation && (*earlier)->kind() != run->kind() &&
                          other.matrices == plan.matrices && other.precision == plan.precision &&
                          other.sweep == plan.sweep;
        (*earlier)->shown = fits;
        partner = partner || fits;
    }
    runs_.push_back(run);
    current_ = run;
    next_matrix_ = 0;
    changed();
    sendNext();
}

void RunStore::sendNext() {
    const RunPlan& plan = current_->plan;
    wire::Json request{{"request", "run"},
                       {"operation", plan.operation},
                       {"matrix", plan.matrices[next_matrix_]},
                       {"kernels", plan.kernels},
                       {"machine", plan.machine},
                       {"precision", plan.precision},
                       {"blocks", std::vector<int>(plan.blocks.begin(), plan.blocks.end())},
                       {"baseline", plan.baseline},
                       {"cache", plan.cache},
                       {"quick", plan.quick}};
    if (viewOf(plan.operation).takesX()) request["x"] = plan.x;
    if (!plan.threads.isEmpty()) request["threads"] = std::vector<int>(plan.threads.begin(), plan.threads.end());
    if (!plan.preconditioner.isEmpty()) request["preconditioner"] = plan.preconditioner;
    if (plan.tolerance) request["tolerance"] = *plan.tolerance;
    if (plan.limit) request["limit"] = *plan.limit;
    RequestHandlers handlers;
    handlers.event = [this](const std::string& name, const wire::Json& event) { handleEvent(name, event); };
    handlers.done = [this](const wire::Json& result) { handleDone(wire::read_run(result)); };
    handlers.error = [this](const WorkerError& error) {
        const bool stopped = stop_->explains(error);
        finish(stopped ? Run::State::stopped : Run::State::failed, stopped ? QString() : qt(error.message),
               qt(error.hint));
    };
    request_ = session_.worker().request(request, handlers, this);
}

RunResult* RunStore::find(const std::string& kernel, int block, std::optional<int> threads) {
    const QString& matrix = current_->plan.matrices[next_matrix_];
    RunResult *first_of_kernel = nullptr, *unclaimed = nullptr;
    for (RunResult& result : current_->results) {
        if (result.kernel != kernel || result.matrix != matrix) continue;
        if (result.threads == threads && (result.block == block || threads)) return &result;
        if (!result.threads && !result.is_settled() && unclaimed == nullptr) unclaimed = &result;
        if (first_of_kernel == nullptr) first_of_kernel = &result;
    }
    if (!threads || first_of_kernel == nullptr) return first_of_kernel;
    if (unclaimed == nullptr) { // the worker alone knows which kernels take a number of threads
        RunResult another = *first_of_kernel;
        another.samples.clear();
        another.status = wire::RowStatus::waiting;
        current_->results.push_back(std::move(another));
        unclaimed = &current_->results.back();
    }
    unclaimed->threads = threads;
    return unclaimed;
}

void RunStore::handleEvent(const std::string& name, const wire::Json& event) {
    if (current_ == nullptr) return;
    if (name == "samples") {
        const wire::SamplesEvent news = wire::read_samples(event);
        RunResult* result = find(news.kernel, news.block, news.threads);
        if (result == nullptr || result->is_settled()) return;
        result->samples.insert(result->samples.end(), news.samples.begin(), news.samples.end());
        result->status = wire::RowStatus::running;
        result->time.take(measure::summarize(result->samples)); // the worker's own figures replace it at the end
        emit resultsChanged();
    } else if (name == "row") {
        wire::Row row = wire::read_row(event.value("row", wire::Json()));
        if (RunResult* result = find(row.kernel, row.block, row.threads)) {
            take_row(*result, std::move(row));
            drop_mixed_verdicts(current_->results);
            emit resultsChanged();
        }
    }
}

void RunStore::handleDone(const wire::Run& run) {
    if (current_ == nullptr) return;
    const QString& matrix_name = current_->plan.matrices[next_matrix_];
    // Host kernels have no blocks: the worker answers once where several were asked for.
    for (const wire::Row& row : run.results)
        if (RunResult* result = find(row.kernel, row.block, row.threads)) {
            take_row(*result, row);
            result->copy_gbytes_per_s = run.copy_gbytes_per_s;
        }
    auto& results = current_->results;
    for (RunResult& result : results) {
        if (result.matrix != matrix_name) continue;
        result.order = run.input.rows;
        result.nonzeros = run.input.nonzeros;
    }
    results.erase(std::remove_if(results.begin(), results.end(),
                                 [&](const RunResult& r) {
                                     if (r.matrix != matrix_name || r.is_settled()) return false;
                                     return std::any_of(results.begin(), results.end(), [&](const RunResult& other) {
                                         return &other != &r && other.kernel == r.kernel && other.matrix == r.matrix &&
                                                other.is_settled();
                                     });
                                 }),
                  results.end());
    const wire::RunEnvironment& e = run.environment;
    for (const auto& [name, value] :
         {std::pair{"version", e.version}, {"commit", e.commit}, {"os", e.os}, {"compiler", e.compiler}}) {
        const bool known = std::any_of(current_->facts.begin(), current_->facts.end(),
                                       [key = QLatin1String(name)](const auto& fact) { return fact.first == key; });
        if (!value.empty() && !known) current_->facts.append({QLatin1String(name), qt(value)});
    }
    drop_mixed_verdicts(results);
    ++next_matrix_;
    emit resultsChanged();
    if (stop_->isAsked()) {
        finish(Run::State::stopped, {}, {});
    } else if (next_matrix_ < current_->plan.matrices.size()) {
        emit runsChanged();
        sendNext();
    } else {
        finish(Run::State::finished, {}, {});
    }
}

void RunStore::finish(Run::State state, const QString& sentence, const QString& hint) {
    if (current_ == nullptr) return;
    const std::shared_ptr<Run> run = current_;
    current_.reset();
    request_.clear();
    stop_->over();
    run->state = state;
    run->ending = sentence;
    for (RunResult& result : run->results) {
        if (result.is_settled()) continue;
        // Samples without an end are no result; they stay visible as what they are.
        result.status = wire::RowStatus::skipped;
        const QString reason = state == Run::State::stopped    ? tr("stopped before it was finished")
                               : state == Run::State::finished ? tr("the worker gave no answer for it")
                                                               : tr("the worker ended before it was finished");
        result.reason = reason.toStdString();
        result.time.take(measure::summarize({}));
    }
    if (!sentence.isEmpty()) session_.report(sentence, hint);
    keep(*run);
    changed();
}

void RunStore::stop() {
    if (current_ == nullptr) return;
    stop_->ask(request_);
}

void RunStore::setShown(int index, bool shown) {
    if (index < 0 || index >= static_cast<int>(runs_.size()) || runs_[index]->shown == shown) return;
    runs_[index]->shown = shown;
    if (shown)
        for (const auto& other : runs_)
            other->shown = other->shown && other->plan.operation == runs_[index]->plan.operation;
    changed();
}

void RunStore::showOperation(const QString& operation) {
    if (shownOperation() == operation) return;
    bool found = false;
    for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) {
        (*run)->shown = !found && (*run)->plan.operation == operation;
        found = found || (*run)->shown;
    }
    changed();
}

void RunStore::setBaseline(const QString& operation, const QString& kernel) {
    const std::string name = kernel.toStdString();
    for (const auto& run : runs_) {
        const auto has_time = [&](const RunResult& r) { return r.kernel == name && r.has_time(); };
        auto& results = run->results;
        if (run->plan.operation != operation || run == current_ ||
            std::none_of(results.begin(), results.end(), has_time))
            continue;
        for (const QString& matrix : run->plan.matrices) {
            std::vector<wire::Row*> rows;
            for (RunResult& result : results)
                if (result.matrix == matrix) rows.push_back(&result);
            wire::compare_with_baseline(rows, name);
        }
        run->plan.baseline = kernel;
        for (auto& [fact, value] : run->facts)
            if (fact == QLatin1String("baseline")) value = kernel;
    }
    emit resultsChanged();
}

QString RunStore::shownOperation() const {
    for (const auto& run : runs_)
        if (run->shown) return run->plan.operation;
    return {};
}

} // namespace warploom::ui
