#include "ui/run_page/run_store.h"

#include "ui/patient_stop.h"
#include "ui/run_page/operations.h"
#include "ui/session.h"
#include "ui/worker_client.h"

#include <QFileInfo>
#include <QJsonArray>

#include <algorithm>
#include <cmath>

namespace warploom::ui {
namespace {

double numberIn(const QJsonObject& object, const char* key) { return wireNumber(object.value(QLatin1String(key))); }

QString textIn(const QJsonObject& object, const char* key) { return object.value(QLatin1String(key)).toString(); }

double quantile(const std::vector<double>& sorted, double q) {
    const double at = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

/// What is known while samples still arrive; the worker's own figures replace it at the end.
void summarize(RunResult& result) {
    std::vector<double> sorted = result.samples;
    std::sort(sorted.begin(), sorted.end());
    if (sorted.empty()) return;
    result.median = quantile(sorted, 0.5);
    result.q1 = quantile(sorted, 0.25);
    result.q3 = quantile(sorted, 0.75);
    result.min = sorted.front();
}

void read_row(RunResult& result, const QJsonObject& row) {
    result.status = textIn(row, "status");
    result.reason = textIn(row, "reason");
    if (result.reason.isEmpty()) result.reason = textIn(row, "detail");
    const QJsonObject time = row.value(QLatin1String("time_ns")).toObject();
    result.median = numberIn(time, "median");
    result.q1 = numberIn(time, "q1");
    result.q3 = numberIn(time, "q3");
    result.min = numberIn(time, "min");
    result.noise = numberIn(time, "noise");
    if (!textIn(time, "kind").isEmpty()) result.kind = textIn(time, "kind");
    result.cache = textIn(time, "cache");
    result.stopped_by = textIn(time, "stopped_by");
    const QJsonArray samples = row.value(QLatin1String("samples_ns")).toArray();
    if (!samples.isEmpty()) {
        result.samples.clear();
        for (const QJsonValue& value : samples) result.samples.push_back(value.toDouble(RunResult::none));
    }
    result.gflops = numberIn(row, "gflops");
    result.gbytes_per_s = numberIn(row, "gbytes_per_s");
    result.format_bytes = numberIn(row, "format_bytes");
    result.conversion = numberIn(row, "conversion_ns");
    result.preprocess = numberIn(row, "preprocess_ns");
    result.transfer = numberIn(row, "transfer_ns");
    result.launch = numberIn(row, "launch_ns");
    result.break_even = numberIn(row, "break_even");
    const QJsonObject speedup = row.value(QLatin1String("speedup")).toObject();
    result.speedup = numberIn(speedup, "ratio");
    result.speedup_low = numberIn(speedup, "low");
    result.speedup_high = numberIn(speedup, "high");
    result.verdict = textIn(speedup, "verdict");
    result.baseline = textIn(speedup, "baseline");
    const QJsonObject model = row.value(QLatin1String("model")).toObject();
    result.binding = textIn(model, "binding");
    result.model_error = numberIn(model, "error");
    result.traced_share = numberIn(model, "traced_share");
    result.tridiagonal = readTridiagonal(row);
    result.ata = readAta(row);
    result.cg = readCg(row);
    if (result.status == QLatin1String("wrong")) result.median = result.q1 = result.q3 = RunResult::none;
}

/// A ratio needs two numbers of one kind: what is modelled and what was measured are shown beside each other, never judged
/// against each other, whatever a worker says.
void drop_mixed_verdicts(std::vector<RunResult>& results) {
    for (RunResult& result : results) {
        if (result.verdict.isEmpty() && !std::isfinite(result.speedup)) continue;
        const auto mixed = [&](const RunResult& other) {
            return other.kernel == result.baseline && other.matrix == result.matrix && other.kind != result.kind;
        };
        if (std::none_of(results.begin(), results.end(), mixed)) continue;
        result.speedup = result.speedup_low = result.speedup_high = RunResult::none;
        result.verdict.clear();
    }
}

} // namespace

QString Run::title() const {
    const QString matrix = plan.matrices.isEmpty() ? QString() : QFileInfo(plan.matrices.first()).fileName();
    const QString what =
        plan.operation == QLatin1String("spmv") ? QString() : operationInfo(plan.operation).title + QLatin1String(", ");
    return RunStore::tr("run %1: %2%3, %4, %5").arg(number).arg(what, matrix, plan.machine, plan.precision);
}

int Run::finalCount() const {
    return static_cast<int>(
        std::count_if(results.begin(), results.end(), [](const RunResult& r) { return r.isFinal(); }));
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
    const MachineInfo* machine = session_.worker().handshake().machine(plan.machine);
    QStringList blocks;
    for (const int block : plan.blocks) blocks.append(QString::number(block));
    run->facts = {{QStringLiteral("operation"), operationInfo(plan.operation).title},
                  {QStringLiteral("machine"), machine != nullptr ? machine->title : plan.machine},
                  {QStringLiteral("matrix"), plan.sweep == QLatin1String("orders")
                                                 ? tr("%1 ... %2").arg(plan.matrices.first(), plan.matrices.last())
                                                 : QFileInfo(plan.matrices.first()).fileName()},
                  {QStringLiteral("precision"), plan.precision},
                  {QStringLiteral("cache"), plan.cache},
                  {QStringLiteral("x"), plan.operation == QLatin1String("spmv") ? plan.x : QString()},
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
                result.kernel = kernel;
                result.block = block;
                result.matrix = matrix;
                result.machine = plan.machine;
                result.precision = plan.precision;
                result.status = QStringLiteral("waiting");
                result.kind = machine != nullptr && machine->kind == QLatin1String("simulated")
                                  ? QStringLiteral("modelled")
                                  : QStringLiteral("measured");
                run->results.push_back(std::move(result));
            }
        }
    }
    // A new run is looked at by itself; earlier ones are ticked again for a comparison. Only the last run of another kind
    // (measured, modelled) on the same matrix stays: seeing both side by side is what the two are for.
    bool partner = plan.sweep != QLatin1String("none");
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
    emit runsChanged();
    emit resultsChanged();
    sendNext();
}

void RunStore::sendNext() {
    const RunPlan& plan = current_->plan;
    QJsonArray blocks;
    for (const int block : plan.blocks) blocks.append(block);
    QJsonObject request{{QStringLiteral("request"), QStringLiteral("run")},
                        {QStringLiteral("operation"), plan.operation},
                        {QStringLiteral("matrix"), plan.matrices[next_matrix_]},
                        {QStringLiteral("kernels"), QJsonArray::fromStringList(plan.kernels)},
                        {QStringLiteral("machine"), plan.machine},
                        {QStringLiteral("precision"), plan.precision},
                        {QStringLiteral("blocks"), blocks},
                        {QStringLiteral("baseline"), plan.baseline},
                        {QStringLiteral("cache"), plan.cache},
                        {QStringLiteral("quick"), plan.quick}};
    if (plan.operation == QLatin1String("spmv")) request.insert(QStringLiteral("x"), plan.x);
    if (!plan.threads.isEmpty()) {
        QJsonArray threads;
        for (const int count : plan.threads) threads.append(count);
        request.insert(QStringLiteral("threads"), threads);
    }
    if (!plan.preconditioner.isEmpty()) request.insert(QStringLiteral("preconditioner"), plan.preconditioner);
    if (plan.tolerance) request.insert(QStringLiteral("tolerance"), *plan.tolerance);
    if (plan.limit) request.insert(QStringLiteral("limit"), static_cast<double>(*plan.limit));
    RequestHandlers handlers;
    handlers.event = [this](const QJsonObject& event) { handleEvent(event); };
    handlers.done = [this](const QJsonObject& result) { handleDone(result); };
    handlers.error = [this](const WorkerError& error) {
        const bool stopped = stop_->explains(error);
        finish(stopped ? Run::State::stopped : Run::State::failed, stopped ? QString() : error.message, error.hint);
    };
    request_ = session_.worker().request(request, handlers, this);
}

RunResult* RunStore::find(const QJsonObject& row) {
    const QString& matrix = current_->plan.matrices[next_matrix_];
    const QString kernel = textIn(row, "kernel");
    const int block = row.value(QLatin1String("block")).toInt();
    const QJsonValue in_figures = row.value(current_->plan.operation).toObject().value(QLatin1String("threads"));
    const int threads = row.value(QLatin1String("threads")).toInt(in_figures.toInt(-1)); // samples say it themselves
    RunResult *first_of_kernel = nullptr, *unclaimed = nullptr;
    for (RunResult& result : current_->results) {
        if (result.kernel != kernel || result.matrix != matrix) continue;
        if (result.threads == threads && (result.block == block || threads >= 0)) return &result;
        if (result.threads < 0 && !result.isFinal() && unclaimed == nullptr) unclaimed = &result;
        if (first_of_kernel == nullptr) first_of_kernel = &result;
    }
    if (threads < 0 || first_of_kernel == nullptr) return first_of_kernel;
    if (unclaimed == nullptr) { // the worker alone knows which kernels take a number of threads
        RunResult another = *first_of_kernel;
        another.samples.clear();
        another.status = QStringLiteral("waiting");
        current_->results.push_back(std::move(another));
        unclaimed = &current_->results.back();
    }
    unclaimed->threads = threads;
    return unclaimed;
}

void RunStore::handleEvent(const QJsonObject& event) {
    if (current_ == nullptr) return;
    const QString what = textIn(event, "event");
    if (what == QLatin1String("samples")) {
        RunResult* result = find(event);
        if (result == nullptr || result->isFinal()) return;
        for (const QJsonValue value : event.value(QLatin1String("time_ns")).toArray())
            if (value.isDouble()) result->samples.push_back(value.toDouble());
        result->status = QStringLiteral("running");
        summarize(*result);
        emit resultsChanged();
    } else if (what == QLatin1String("row")) {
        const QJsonObject row = event.value(QLatin1String("row")).toObject();
        if (RunResult* result = find(row)) {
            read_row(*result, row);
            drop_mixed_verdicts(current_->results);
            emit resultsChanged();
        }
    }
}

void RunStore::handleDone(const QJsonObject& document) {
    if (current_ == nullptr) return;
    const QString& matrix_name = current_->plan.matrices[next_matrix_];
    const QJsonObject matrix = document.value(QLatin1String("matrix")).toObject();
    const double copy = numberIn(document, "copy_gbytes_per_s");
    // Host kernels have no blocks: the worker answers once where several were asked for.
    for (const QJsonValue value : document.value(QLatin1String("results")).toArray()) {
        const QJsonObject row = value.toObject();
        RunResult* result = find(row);
        if (result == nullptr) continue;
        read_row(*result, row);
        result->block = row.value(QLatin1String("block")).toInt(result->block);
        result->copy_gbytes_per_s = copy;
    }
    auto& results = current_->results;
    for (RunResult& result : results) {
        if (result.matrix != matrix_name) continue;
        result.order = static_cast<std::int64_t>(matrix.value(QLatin1String("rows")).toDouble());
        result.nonzeros = static_cast<std::int64_t>(matrix.value(QLatin1String("nonzeros")).toDouble());
    }
    results.erase(std::remove_if(results.begin(), results.end(),
                                 [&](const RunResult& r) {
                                     if (r.matrix != matrix_name || r.isFinal()) return false;
                                     return std::any_of(results.begin(), results.end(), [&](const RunResult& other) {
                                         return &other != &r && other.kernel == r.kernel && other.matrix == r.matrix &&
                                                other.isFinal();
                                     });
                                 }),
                  results.end());
    const QJsonObject environment = document.value(QLatin1String("environment")).toObject();
    for (const char* key : {"version", "commit", "os", "compiler"}) {
        const QString value = textIn(environment, key);
        const QString name = QLatin1String(key);
        const bool known = std::any_of(current_->facts.begin(), current_->facts.end(),
                                       [&](const auto& fact) { return fact.first == name; });
        if (!value.isEmpty() && !known) current_->facts.append({name, value});
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
        if (result.isFinal()) continue;
        // Samples without an end are no result; they stay visible as what they are.
        result.status = QStringLiteral("skipped");
        result.reason = state == Run::State::stopped    ? tr("stopped before it was finished")
                        : state == Run::State::finished ? tr("the worker gave no answer for it")
                                                        : tr("the worker ended before it was finished");
        result.median = result.q1 = result.q3 = RunResult::none;
    }
    if (!sentence.isEmpty()) session_.report(sentence, hint);
    emit resultsChanged();
    emit runsChanged();
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
    emit runsChanged();
    emit resultsChanged();
}

void RunStore::showOperation(const QString& operation) {
    if (shownOperation() == operation) return;
    bool found = false;
    for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) {
        (*run)->shown = !found && (*run)->plan.operation == operation;
        found = found || (*run)->shown;
    }
    emit runsChanged();
    emit resultsChanged();
}

QString RunStore::shownOperation() const {
    for (const auto& run : runs_)
        if (run->shown) return run->plan.operation;
    return {};
}

void RunStore::clear() {
    runs_.erase(std::remove_if(runs_.begin(), runs_.end(), [this](const auto& run) { return run != current_; }),
                runs_.end());
    emit runsChanged();
    emit resultsChanged();
}

} // namespace warploom::ui
