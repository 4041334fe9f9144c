#include "app/ata_problem.h"

#include "app/input_hash.h"
#include "app/model_row.h"

#include <algorithm>

namespace warploom::app {

using kernels::Precision;

namespace {

/// The names of the switches that are on, as the kernel's name has them.
std::vector<std::string> switches_of(const std::string& kernel) {
    const auto parsed = kernels::parse_ata_kernel(kernel);
    if (parsed.kernel != "tiled") return {};
    const auto& s = parsed.switches;
    std::vector<std::string> names;
    if (s.registers) names.emplace_back("registers");
    if (s.prefetch) names.emplace_back("prefetch");
    if (s.padding) names.emplace_back("padding");
    if (s.unroll) names.emplace_back("unroll");
    if (s.symmetric) names.emplace_back("symmetric");
    return names;
}

} // namespace

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
    auto bound = context.machine.bind_ata(kernels::parse_ata_kernel(row.kernel).kernel, input_for(row),
                                          row.block == 0 ? context.settings.blocks.front() : row.block);
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

std::optional<Complaint> AtaProblem::check(Row& row, kernels::Bound& bound, bool is_first, const RunContext& context) {
    auto& ata = static_cast<kernels::BoundAta&>(bound); // what bind() gave
    ata.poison_c();
    ata.enqueue();
    ata.finish();
    const auto check = measure::check_ata(reference_for(row.precision, context), ata.c());
    AtaResult& result = *row.own<AtaResult>();
    result.is_symmetric = check.is_symmetric() && (is_first || result.is_symmetric);
    if (is_first && !check.is_symmetric()) row.detail += (row.detail.empty() ? "" : "; ") + check.asymmetry;
    result.error_bound_ratio = is_first ? check.bound_ratio : std::max(result.error_bound_ratio, check.bound_ratio);
    result.checked_entries = check.checked_entries;
    if (check.is_right()) return std::nullopt;
    return Complaint{"result.wrong", check.complaint, ""};
}

void AtaProblem::model(Row& row, const simulated::Card& card, const RunContext& context) {
    model_row(row, card, ata_subject(kernels::parse_ata_kernel(row.kernel).kernel, input_for(row)), context);
}

void AtaProblem::add_figures(Row& row) const {
    row.gflops = kernels::ata_flops(a_->rows, a_->cols) / row.time.median;
    row.gbytes_per_s = bytes_to_hold(row) / row.time.median; // A once and C once
}

} // namespace warploom::app
