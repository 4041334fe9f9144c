#include "app/operations/ata.h"

#include "app/inputs/inputs.h"
#include "app/operations/model_row.h"
#include "app/operations/trace_kernel.h"
#include "engine/parallel.h"
#include "engine/sentence.h"
#include "kernels/machine/registry.h"

#include <algorithm>

namespace warploom::app {

namespace {

/// Returns the switches that are enabled by the name of a kernel.
std::vector<std::string> switches_of(const std::string& kernel) {
    const auto parsed = kernels::parse_ata_kernel(kernel);
    if (parsed.kernel != "tiled") return {};
    const auto& s = parsed.switches;
    std::vector<std::string> names;
    if (s.registers) names.emplace_back("registers");
    if (s.prefetch) names.emplace_back("prefetch");
    if (s.padding > 0) names.push_back(s.padding == 1 ? "padding" : "padding=" + std::to_string(s.padding));
    if (s.unroll) names.emplace_back("unroll");
    if (s.symmetric) names.emplace_back("symmetric");
    return names;
}

/// Returns the work grids that show how threads access A and C. For the tiled kernel, also returns the two tiles in
/// shared memory (kernels/headers/ata_tiles.cuh).
Boards ata_boards(const std::string& kernel, const kernels::AtaInput& input) {
    using simulated::Space;
    const std::int64_t m = input.a->rows, n = input.a->cols;
    constexpr std::int64_t side = 16;
    const std::int64_t tile = input.switches.registers ? 3 * side : side;
    const std::int64_t stride = side + input.switches.padding;
    Boards boards;
    boards.has_others = true;
    boards.list = {{"C", n, n, false}, {"A", m, n, false}};
    boards.arrays.push_back({"C", 0, Space::global, n, n, {}});
    if (kernels::reads_columns(kernel)) {
        boards.list.back() = {sentence("Aᵀ, stored by rows"), n, m, false};
        boards.arrays.push_back({kernels::columns_of_a, 1, Space::global, m, m, {}});
        return boards;
    }
    boards.arrays.push_back({"A", 1, Space::global, n, n, {}});
    if (kernel != "tiled") return boards;
    boards.list.push_back({sentence("tile of Aᵀ in shared memory"), tile, side, false});
    boards.list.push_back({sentence("tile of A in shared memory"), side, tile, false});
    boards.arrays.push_back({"transposed", 2, Space::shared, stride, side, {}});
    boards.arrays.push_back({"straight", 3, Space::shared, tile, tile, {}});
    return boards;
}

/// Returns a function that describes each section between two barriers. A section copies or multiplies one slice.
SayLaunches say_tiles(const kernels::AtaInput& input) {
    return [m = input.a->rows, prefetches = input.switches.prefetch](const std::vector<simulated::LaunchInfo>& all) {
        constexpr std::int64_t side = 16;
        const std::int64_t slices = (m + side - 1) / side;
        LaunchWords words;
        for (std::int64_t s = 0; s < slices; ++s) {
            const std::int64_t first = s * side, last = std::min(m, (s + 1) * side) - 1;
            words.sections.push_back(
                sentence("slice {slice} of {slices}, rows {first} to {last} of A: copy to shared memory",
                         {{"slice", s + 1}, {"slices", slices}, {"first", first}, {"last", last}}));
            words.sections.push_back(
                prefetches && s + 1 < slices
                    ? sentence("slice {slice} of {slices}, rows {first} to {last} of A: multiply, and prefetch the "
                               "next slice into registers",
                               {{"slice", s + 1}, {"slices", slices}, {"first", first}, {"last", last}})
                    : sentence("slice {slice} of {slices}, rows {first} to {last} of A: multiply",
                               {{"slice", s + 1}, {"slices", slices}, {"first", first}, {"last", last}}));
        }
        words.sections.emplace_back(sentence("write C"));
        return std::vector<LaunchWords>(all.size(), words);
    };
}

} // namespace

TraceSubject ata_subject(const std::string& kernel, const kernels::AtaInput& input) {
    const std::int64_t m = input.a->rows, n = input.a->cols;
    TraceSubject subject;
    subject.operation = Operation::ata;
    subject.format = require_known(Operation::ata, kernel).format;
    subject.value_slots = m * n * n;
    subject.transfer_bytes = bytes_of_numbers(m * n + n * n, input.precision);
    subject.bind = [kernel, input](int block, simulated::Tracer& tracer) -> std::unique_ptr<kernels::Bound> {
        return kernels::bind_traced({kernel, input, block}, tracer);
    };
    subject.values = [](const kernels::Bound& bound) { return static_cast<const kernels::BoundAta&>(bound).c(); };
    subject.boards = ata_boards(kernel, input);
    if (kernel == "tiled") subject.say_launches = say_tiles(input);
    if (kernels::reads_columns(kernel)) subject.known = {{kernels::columns_of_a, kernels::by_columns(*input.a)}};
    else subject.known = {{"A", input.a->value}};
    return subject;
}

AtaProblem::AtaProblem(std::string name, std::shared_ptr<const DenseMatrix> a)
    : name_(std::move(name)), a_(std::move(a)) {}

InputInfo AtaProblem::input() const {
    InputHash hash;
    hash.add(static_cast<std::uint64_t>(a_->cols));
    hash.add(a_->value.data(), static_cast<std::int64_t>(a_->value.size()));
    return {name_, a_->rows, a_->cols, a_->rows * a_->cols, hash.value()};
}

kernels::AtaInput AtaProblem::input_for(const Row& row) const {
    return {a_, row.precision, kernels::parse_ata_kernel(row.kernel).switches, row.threads.value_or(0)};
}

double AtaProblem::bytes_to_hold(const Row& row) const {
    return static_cast<double>(a_->rows + a_->cols) * static_cast<double>(a_->cols * kernels::bytes_of(row.precision));
}

std::unique_ptr<kernels::Bound> AtaProblem::bind(Row& row, const RunContext& context) {
    row.format_bytes = a_->rows * a_->cols * kernels::bytes_of(row.precision);
    row.conversion_ns = 0;
    auto bound =
        context.machine.bind(kernels::parse_ata_kernel(row.kernel).kernel, input_for(row), context.block_of(row));
    row.result = AtaResult{};
    row.own<AtaResult>()->threads = row.threads;
    row.own<AtaResult>()->switches = switches_of(row.kernel);
    return bound;
}

const measure::AtaReference& AtaProblem::reference_for(Precision precision, const RunContext& context) {
    auto& reference = references_[precision];
    if (reference == nullptr)
        reference = std::make_unique<measure::AtaReference>(
            measure::ata_reference(*a_, precision == Precision::float32, 1, context.progress));
    return *reference;
}

void AtaProblem::make_room_for_c(const Progress& progress) {
    const auto size = static_cast<std::size_t>(a_->cols) * static_cast<std::size_t>(a_->cols);
    if (c_.capacity() >= size) return;
    c_.reserve(size);
    touch_pages(c_.data(), c_.capacity() * sizeof(double), 0, progress);
}

std::optional<ValidationFailure> AtaProblem::check(Row& row, kernels::Bound& bound, bool is_first,
                                                   const RunContext& context) {
    auto& ata = static_cast<kernels::BoundAta&>(bound); // the cast is safe, because bind() returns this type
    ata.poison();
    context.launch(ata);
    // If the hash of the result is known to be correct, do not copy the result, because C can be large: 3.4 GB for
    // 20,500 columns.
    const auto fingerprint = ata.fingerprint();
    if (!is_first && fingerprint && fingerprint == fingerprints_[&bound]) return std::nullopt;
    if (is_first) fingerprints_[&bound] = fingerprint;
    make_room_for_c(context.progress);
    ata.read_c(c_);
    const auto check = measure::check_ata(reference_for(row.precision, context), c_);
    AtaResult& result = *row.own<AtaResult>();
    result.is_symmetric = check.is_symmetric() && (is_first || result.is_symmetric);
    if (is_first && !check.is_symmetric()) add_remark(row.detail, check.asymmetry);
    result.error_bound_ratio = is_first ? check.bound_ratio : std::max(result.error_bound_ratio, check.bound_ratio);
    result.checked_entries = check.checked_entries;
    if (check.is_right()) return std::nullopt;
    return ValidationFailure{"result.wrong", check.complaint, ""};
}

void AtaProblem::model(Row& row, const simulated::Card& card, const RunContext& context) {
    model_row(row, card, ata_subject(kernels::parse_ata_kernel(row.kernel).kernel, input_for(row)), context);
}

void AtaProblem::add_figures(Row& row) const {
    row.gflops = kernels::ata_flops(a_->rows, a_->cols) / row.time.median;
    row.gbytes_per_s = bytes_to_hold(row) / row.time.median; // counts one read of A and one write of C
}

namespace {

class AtaSpec final : public OperationSpec {
public:
    Operation operation() const override { return Operation::ata; }
    OperationWords words() const override {
        return {"C = AᵀA",
                "C = AᵀA",
                "dense:rows=1000,cols=500,seed=1, or any matrix. Sparse matrices are filled in with zeros.",
                "Kernel IDs with switches, separated by commas: tiled@none, tiled@registers+padding. Default: all "
                "kernels that run on the machine.",
                {{"threads", "threads"},
                 {"symmetric", "symmetric"},
                 {"error/bound", "error_bound_ratio"},
                 {"checked", "checked_entries"}}};
    }
    PlannedKernel plan(const std::string& kernel) const override {
        const auto parsed = kernels::parse_ata_kernel(kernel);
        return {kernels::to_string(parsed), &require_known(operation(), parsed.kernel), nullptr};
    }
    std::vector<std::string> plain_kernels(bool) const override { return {"cpu-ata", "naive"}; }
    bool takes_threads() const override { return true; }

    void load(Inputs& inputs, const std::string& name, const Progress& progress) const override {
        inputs.dense(name, progress);
    }
    std::unique_ptr<Problem> open(Inputs& inputs, const std::string& name, const RunSettings&,
                                  const Progress& progress) const override {
        return std::make_unique<AtaProblem>(name, inputs.dense(name, progress));
    }
    TraceInput trace_input(Inputs& inputs, const std::string& name, const TraceSettings& settings,
                           const Progress& progress, const TraceWays&) const override {
        const auto a = inputs.dense(name, progress);
        return {[name, a] { return AtaProblem(name, a).input(); },
                [settings, a](const Progress&) {
                    check_trace_settings(Operation::ata, settings);
                    const auto kernel = kernels::parse_ata_kernel(settings.kernel);
                    return ata_subject(kernel.kernel, {a, settings.precision, kernel.switches});
                },
                nullptr};
    }
    double useful_operations(const std::string&, const InputInfo& input, Precision) const override {
        return kernels::ata_flops(input.rows, input.cols);
    }
};

} // namespace

const OperationSpec& ata_spec() {
    static const AtaSpec spec;
    return spec;
}

} // namespace warploom::app
