#include "ui/components/runs/run_store.h"

#include "engine/protocol/messages/baseline.h"

#include "ui/components/operations/operation_view.h"
#include "ui/components/operations/operations.h"
#include "ui/session/cancel_controller.h"
#include "ui/session/matrix_names.h"
#include "ui/session/session.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"

#include <QFileInfo>

#include <algorithm>

namespace warploom::ui {
namespace {

/// Replaces a result with the row from the worker, but keeps the timing samples that arrived earlier.
void take_row(RunResult& result, protocol::Row row) {
    if (row.samples.empty()) row.samples = std::move(result.samples);
    if (row.status != RowStatus::ok) row.time.kind = result.time.kind;
    if (!row.threads) row.threads = result.threads;
    static_cast<protocol::Row&>(result) = std::move(row);
}

/// Removes speedups that relate a measured time to a modeled time, even if the worker reports them. Such times are
/// shown side by side but never compared.
void drop_mixed_verdicts(std::vector<RunResult>& results) {
    for (RunResult& result : results) {
        const auto mixed = [&](const RunResult& other) {
            return result.speedup && other.kernel == result.speedup->baseline && other.matrix == result.matrix &&
                   other.time.kind != result.time.kind;
        };
        if (std::any_of(results.begin(), results.end(), mixed)) result.speedup.reset();
    }
}

Precision precisionOf(const protocol::RunPlan& plan) {
    return plan.settings.precisions.empty() ? Precision::float64 : plan.settings.precisions.front();
}

} // namespace

QString Run::shortName() const { return name.isEmpty() ? RunStore::tr("run %1").arg(number) : name; }

QString Run::title() const {
    const QString matrix = plan.matrices.empty() ? QString() : matrixTitle(toQString(plan.matrices.front()));
    const QString operation = toQString(plan.operation);
    const QString what = isFirstOperation(operation) ? QString() : viewOf(operation).info().title + QLatin1String(", ");
    return RunStore::tr("%1: %2, %3, %4")
        .arg(shortName(), what + matrix, toQString(plan.machine), QLatin1String(to_string(precisionOf(plan))));
}

RunStore::RunStore(Session& session, QObject* parent)
    : QObject(parent), session_(session), stop_(new CancelController(session, this)) {}

std::vector<std::shared_ptr<const Run>> RunStore::shownRuns() const {
    std::vector<std::shared_ptr<const Run>> shown;
    for (const auto& run : runs_)
        if (run->shown) shown.push_back(run);
    return shown;
}

void RunStore::start(const protocol::RunPlan& plan) {
    if (isRunning() || plan.settings.kernels.empty() || plan.matrices.empty()) return;
    auto run = std::make_shared<Run>();
    run->number = runs_.empty() ? 1 : runs_.back()->number + 1;
    run->plan = plan;
    run->started = QDateTime::currentDateTime();
    const protocol::MachineEntry* machine = session_.worker().handshake().machine(plan.machine);
    const QString first = toQString(plan.matrices.front()), last = toQString(plan.matrices.back());
    run->facts = {{QStringLiteral("operation"), viewOf(toQString(plan.operation)).info().title},
                  {QStringLiteral("machine"), toQString(machine != nullptr ? machine->title : plan.machine)},
                  {QStringLiteral("matrix"), plan.sweep == protocol::Sweep::orders ? tr("%1 ... %2").arg(first, last)
                                                                                   : QFileInfo(first).fileName()}};
    const Operation operation = plan.request(0).operation;
    for (const protocol::Setting& setting : protocol::run_settings) {
        if (!setting.is_shown(operation, protocol::in_form)) continue;
        const QString name = QLatin1String(setting.name);
        if (name == QLatin1String("quick"))
            run->facts.append({QStringLiteral("preset"), plan.settings.quick ? tr("quick") : tr("thorough")});
        else run->facts.append({name, toQString(protocol::setting_text(setting, plan.settings))});
    }
    run->facts.append({QStringLiteral("date"), run->started.toString(Qt::ISODate)});
    const std::vector<int> blocks = plan.settings.blocks.empty() ? std::vector<int>{128} : plan.settings.blocks;
    for (const std::string& matrix : plan.matrices) {
        for (const std::string& kernel : plan.settings.kernels) {
            for (const int block : blocks) {
                RunResult result;
                result.kernel = kernel;
                result.block = block;
                result.matrix = toQString(matrix);
                result.machine = plan.machine;
                result.precision = precisionOf(plan);
                result.status = RowStatus::waiting;
                if (machine != nullptr && machine->kind == MachineKind::simulated)
                    result.time.kind = measure::TimeKind::modelled;
                run->results.push_back(std::move(result));
            }
        }
    }
    // Show only the new run. The user can select earlier runs to compare. However, keep the last run of the opposite
    // kind (measured or modeled) visible if it used the same matrix, because this comparison is useful.
    bool partner = plan.sweep != protocol::Sweep::none;
    for (auto earlier = runs_.rbegin(); earlier != runs_.rend(); ++earlier) {
        const protocol::RunPlan& other = (*earlier)->plan;
        const bool fits = !partner && other.operation == plan.operation && (*earlier)->kind() != run->kind() &&
                          other.matrices == plan.matrices && precisionOf(other) == precisionOf(plan) &&
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
    RequestHandlers handlers;
    handlers.event = [this](const std::string& name, const Json& event) { handleEvent(name, event); };
    handlers.done = [this](const Json& result) {
        const auto [run, ends] = protocol::read_run_end(result);
        handleDone(run, ends);
    };
    handlers.error = [this](const WorkerError& error) {
        const bool stopped = stop_->explains(error);
        if (stopped) return finish(Run::State::stopped, {}, {});
        // If the worker rejects the request, for example because a file is missing, the rows show the worker's message.
        const bool has_ended = error.code.starts_with("worker.");
        finish(Run::State::failed, toQString(error.message), toQString(error.hint),
               has_ended ? QString() : toQString(error.message));
    };
    request_ = session_.worker().request(current_->plan.request(next_matrix_), handlers, this);
}

RunResult* RunStore::find(const std::string& kernel, int block, std::optional<int> threads) {
    const QString matrix = toQString(current_->plan.matrices[next_matrix_]);
    RunResult *first_of_kernel = nullptr, *unclaimed = nullptr;
    for (RunResult& result : current_->results) {
        if (result.kernel != kernel || result.matrix != matrix) continue;
        if (result.threads == threads && (result.block == block || threads)) return &result;
        if (!result.threads && !result.is_settled() && unclaimed == nullptr) unclaimed = &result;
        if (first_of_kernel == nullptr) first_of_kernel = &result;
    }
    if (!threads || first_of_kernel == nullptr) return first_of_kernel;
    // Add a result, because only the worker knows which kernels have a thread count.
    if (unclaimed == nullptr) {
        RunResult another = *first_of_kernel;
        another.samples.clear();
        another.status = RowStatus::waiting;
        current_->results.push_back(std::move(another));
        unclaimed = &current_->results.back();
    }
    unclaimed->threads = threads;
    return unclaimed;
}

void RunStore::handleEvent(const std::string& name, const Json& event) {
    if (current_ == nullptr) return;
    if (name == "samples") {
        const protocol::SamplesEvent news = protocol::read_samples(event);
        RunResult* result = find(news.kernel, news.block, news.threads);
        if (result == nullptr || result->is_settled()) return;
        result->samples.insert(result->samples.end(), news.samples.begin(), news.samples.end());
        result->status = RowStatus::running;
        // This summary is preliminary and is replaced when the worker sends the final one.
        result->time.take(measure::summarize(result->samples));
        emit resultsChanged();
    } else if (name == "row") {
        protocol::Row row = protocol::read_row(event.value("row", Json()));
        if (RunResult* result = find(row.kernel, row.block, row.threads)) {
            take_row(*result, std::move(row));
            drop_mixed_verdicts(current_->results);
            emit resultsChanged();
        }
    }
}

void RunStore::handleDone(const protocol::Run& run, const std::vector<protocol::RowSummary>& ends) {
    if (current_ == nullptr) return;
    const QString matrix_name = toQString(current_->plan.matrices[next_matrix_]);
    // Host kernels have no block size, so the worker sends one result even if several sizes were requested.
    for (const protocol::RowSummary& end : ends)
        if (RunResult* result = find(end.kernel, end.block, end.threads)) {
            const auto threads = result->threads;
            static_cast<protocol::RowSummary&>(*result) = end;
            result->threads = threads; // keep the number of threads, because the summary does not contain it
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
    const protocol::RunEnvironment& e = run.environment;
    for (const auto& [name, value] :
         {std::pair{"version", e.version}, {"commit", e.commit}, {"os", e.os}, {"compiler", e.compiler}}) {
        const bool known = std::any_of(current_->facts.begin(), current_->facts.end(),
                                       [key = QLatin1String(name)](const auto& fact) { return fact.first == key; });
        if (!value.empty() && !known) current_->facts.append({QLatin1String(name), toQString(value)});
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

void RunStore::finish(Run::State state, const QString& sentence, const QString& hint, const QString& refusal) {
    if (current_ == nullptr) return;
    const std::shared_ptr<Run> run = current_;
    current_.reset();
    request_.clear();
    stop_->over();
    run->state = state;
    run->ending = sentence;
    for (RunResult& result : run->results) {
        if (result.is_settled()) continue;
        // An incomplete measurement is not a result, but its samples remain visible.
        result.status = RowStatus::skipped;
        const QString reason = !refusal.isEmpty()             ? refusal
                               : state == Run::State::stopped ? tr("stopped before the measurement finished")
                               : state == Run::State::finished
                                   ? tr("no response from the worker")
                                   : tr("the worker exited before the measurement finished");
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
        (*run)->shown = !found && toQString((*run)->plan.operation) == operation;
        found = found || (*run)->shown;
    }
    changed();
}

void RunStore::setBaseline(const QString& operation, const QString& kernel) {
    const std::string name = kernel.toStdString();
    for (const auto& run : runs_) {
        const auto has_time = [&](const RunResult& r) { return r.kernel == name && r.has_time(); };
        auto& results = run->results;
        if (toQString(run->plan.operation) != operation || run == current_ ||
            std::none_of(results.begin(), results.end(), has_time))
            continue;
        for (const std::string& matrix : run->plan.matrices) {
            std::vector<protocol::Row*> rows;
            for (RunResult& result : results)
                if (result.matrix == toQString(matrix)) rows.push_back(&result);
            protocol::compare_with_baseline(rows, name);
        }
        run->plan.settings.baseline = name;
        for (auto& [fact, value] : run->facts)
            if (fact == QLatin1String("baseline")) value = kernel;
    }
    emit resultsChanged();
}

QString RunStore::shownOperation() const {
    for (const auto& run : runs_)
        if (run->shown) return toQString(run->plan.operation);
    return {};
}

} // namespace warploom::ui
