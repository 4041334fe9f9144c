#include "app/run_plan.h"

#include "app/run_spmv.h"
#include "engine/error.h"
#include "engine/matrix/random.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace warploom::app {

using kernels::RunsOn;

const char* to_string(RowStatus status) {
    switch (status) {
    case RowStatus::ok: return "ok";
    case RowStatus::skipped: return "skipped";
    case RowStatus::wrong: return "wrong";
    case RowStatus::error: return "error";
    }
    return "";
}

bool SpmvRun::is_fine() const {
    return std::none_of(results.begin(), results.end(), [](const SpmvRow& row) {
        return row.status == RowStatus::wrong || row.status == RowStatus::error;
    });
}

std::vector<double> make_x(const std::string& x, std::int64_t n) {
    std::vector<double> values(static_cast<std::size_t>(n), 1.0);
    if (x == "ones") return values;
    if (x == "reciprocal") {
        for (std::size_t j = 0; j < values.size(); ++j) values[j] = 1.0 / (1.0 + static_cast<double>(j));
        return values;
    }
    const std::string prefix = "random:";
    std::uint64_t seed = 0;
    if (x.rfind(prefix, 0) == 0) {
        const char* const end = x.data() + x.size();
        const auto parsed = std::from_chars(x.data() + prefix.size(), end, seed);
        if (parsed.ec == std::errc() && parsed.ptr == end) {
            Random random(seed);
            for (double& value : values) value = random.symmetric();
            return values;
        }
    }
    throw Error("run.x", "There is no x called '" + x + "'.",
                "Write ones, reciprocal or random:SEED, where SEED is a whole number.");
}

namespace {

template <class T> void remove_repeats(std::vector<T>& list) {
    std::vector<T> once;
    for (const T& item : list)
        if (std::find(once.begin(), once.end(), item) == once.end()) once.push_back(item);
    list = std::move(once);
}

void require_kernel(const std::string& id) {
    if (kernels::find_spmv_kernel(id) != nullptr) return;
    std::string known;
    for (const auto& info : kernels::spmv_kernels()) known += (known.empty() ? "" : ", ") + std::string(info.id);
    throw Error("kernel.unknown", "There is no kernel '" + id + "'.", "Known are: " + known + ".");
}

std::string why_not_here(const kernels::KernelInfo& info, const std::string& machine) {
    const std::string id = info.id;
    switch (info.runs_on) {
    case RunsOn::host: return "Kernel " + id + " is a host loop: it runs on machine cpu, not on " + machine + ".";
    case RunsOn::gpu:
        return "Kernel " + id + " is a GPU kernel: it runs on cuda:N and simulated:CARD, not on " + machine + ".";
    case RunsOn::cuda: return "Kernel " + id + " is the vendor's library: it runs on cuda:N, not on " + machine + ".";
    }
    return {};
}

} // namespace

SpmvSettings complete_settings(const kernels::Machine& machine, const Matrix& matrix, SpmvSettings settings) {
    const std::string why_not = matrix.why_not_runnable();
    if (!why_not.empty())
        throw Error("matrix.unsupported", why_not, "Look at it with `info`; kernels run on real matrices only.");
    for (const auto& id : settings.kernels) require_kernel(id);
    if (!settings.baseline.empty()) require_kernel(settings.baseline);
    for (const int block : settings.blocks)
        if (block < 32 || block > 1024 || block % 32 != 0)
            throw Error("kernel.block", "A block of " + std::to_string(block) + " threads cannot be launched.",
                        "Choose a multiple of 32 from 32 to 1024.");
    make_x(settings.x, 0);

    if (settings.kernels.empty())
        for (const auto& info : kernels::spmv_kernels())
            if (machine.runs(info.runs_on)) settings.kernels.emplace_back(info.id);
    if (settings.blocks.empty()) settings.blocks = {128};
    if (settings.precisions.empty()) settings.precisions = {kernels::Precision::float64};
    remove_repeats(settings.kernels);
    remove_repeats(settings.blocks);
    remove_repeats(settings.precisions);

    const auto is_listed = [&](const std::string& id) {
        return std::find(settings.kernels.begin(), settings.kernels.end(), id) != settings.kernels.end();
    };
    if (settings.baseline.empty() && !settings.kernels.empty()) {
        const std::string plain = machine.info().kind == kernels::MachineKind::cpu ? "cpu-csr" : "csr-scalar";
        settings.baseline = is_listed(plain) ? plain : settings.kernels.front();
    } else if (!settings.baseline.empty() && !is_listed(settings.baseline)) {
        settings.kernels.insert(settings.kernels.begin(), settings.baseline);
    }
    return settings;
}

std::vector<SpmvRow> plan_rows(const kernels::Machine& machine, const SpmvSettings& settings) {
    std::vector<SpmvRow> rows;
    for (const auto& id : settings.kernels) {
        const kernels::KernelInfo& info = *kernels::find_spmv_kernel(id);
        for (const auto precision : settings.precisions)
            for (const int block : info.runs_on == RunsOn::gpu ? settings.blocks : std::vector<int>{0}) {
                SpmvRow row;
                row.kernel = id;
                row.machine = machine.info().id;
                row.precision = precision;
                row.block = block;
                row.cache = settings.cache;
                row.kind = machine.card() != nullptr ? measure::TimeKind::modelled : measure::TimeKind::measured;
                if (!machine.runs(info.runs_on)) {
                    row.code = "kernel.machine";
                    row.reason = why_not_here(info, machine.info().id);
                    row.hint = "Choose another machine, or leave the kernel out.";
                }
                rows.push_back(std::move(row));
            }
    }
    return rows;
}

namespace {

const SpmvRow* baseline_of(const std::vector<SpmvRow>& rows, const std::string& baseline, const SpmvRow& row) {
    const SpmvRow* best = nullptr;
    for (const SpmvRow& other : rows) {
        if (other.kernel != baseline || other.precision != row.precision || !other.has_time()) continue;
        if (other.block == row.block) return &other;
        if (best == nullptr || other.time.median < best->time.median) best = &other;
    }
    return best;
}

double one_time_cost(const SpmvRow& row) { return row.conversion_ns + row.preprocess_ns + row.transfer_ns; }

} // namespace

void compare_with_baseline(std::vector<SpmvRow>& rows, const std::string& baseline) {
    for (SpmvRow& row : rows) {
        row.speedup.reset();
        row.break_even = not_known;
        const SpmvRow* against = row.has_time() ? baseline_of(rows, baseline, row) : nullptr;
        if (against == nullptr) continue;
        if (against == &row) { // a kernel is as fast as itself, however much its samples scatter
            row.speedup = measure::Comparison{1, 1, 1, measure::Comparison::Verdict::same, {}};
            continue;
        }
        row.speedup = measure::compare(row.time, row.kind, against->time, against->kind);
        const double saving = against->time.median - row.time.median;
        const double extra = one_time_cost(row) - one_time_cost(*against);
        if (saving > 0 && row.kind == measure::TimeKind::measured) row.break_even = std::max(0.0, extra) / saving;
    }
}

} // namespace warploom::app
