#include "app/operations/operation.h"

#include "engine/comma_list.h"
#include "engine/sentence.h"

namespace warploom::app {

const std::vector<const OperationSpec*>& operation_specs() {
    static const std::vector<const OperationSpec*> all{&spmv_spec(), &cg_spec(),   &tridiagonal_spec(),
                                                       &ata_spec(),  &trsv_spec(), &ilu_spec()};
    return all;
}

const OperationSpec& spec_of(Operation operation) {
    for (const OperationSpec* const spec : operation_specs())
        if (spec->operation() == operation) return *spec;
    return operation == Operation::free ? free_spec() : spmv_spec();
}

PlannedKernel OperationSpec::plan(const std::string& kernel) const {
    return {kernel, &require_known(operation(), kernel), nullptr};
}

std::vector<std::string> OperationSpec::usual_kernels(const kernels::Machine& machine) const {
    std::vector<std::string> list;
    for (const auto& info : kernels::kernels_of(operation()))
        if (machine.runs(info.runs_on)) list.emplace_back(info.id);
    return list;
}

std::string OperationSpec::traceable_kernels() const {
    std::string known;
    for (const auto& info : kernels::kernels_of(operation()))
        if (info.runs_on == RunsOn::gpu) add_item(known, std::string(info.id));
    return known;
}

std::string OperationSpec::title(const Run& run) const {
    return sentence(
        "{formula}, A = {matrix} ({size})",
        {{"formula", words().formula}, {"matrix", run.input.name}, {"size", size_text(run.input, takes_matrix())}});
}

TraceWays TraceWays::plain() {
    return {
        [](const std::string& format, const Matrix& matrix, const TraceSettings& settings, const Progress& progress) {
            return kernels::make_format(format, matrix.csr, settings.precision, {}, progress);
        }};
}

std::string size_text(const InputInfo& input, bool with_nonzeros) {
    if (!with_nonzeros) return std::to_string(input.rows) + " x " + std::to_string(input.cols);
    return sentence("{rows} x {columns}, {n} {n:nonzero|nonzeros}",
                    {{"rows", input.rows}, {"columns", input.cols}, {"n", input.nonzeros}});
}

} // namespace warploom::app
