#include "app/trace_input.h"

#include "app/ata_problem.h"
#include "app/cg_problem.h"
#include "app/spmv_problem.h"
#include "app/tridiagonal_problem.h"

namespace warploom::app {

using kernels::Operation;

namespace {

std::shared_ptr<const kernels::HostFormat> format_for(const std::string& product, const Matrix& matrix,
                                                      const TraceSettings& settings, const Progress& progress) {
    return kernels::make_format(kernels::find_spmv_kernel(product)->format, matrix.csr, settings.precision, {},
                                progress);
}

} // namespace

TraceInput load_trace_input(Operation operation, const std::string& name, const TraceSettings& settings, Inputs& inputs,
                            const Progress& progress) {
    TraceInput input;
    switch (operation) {
    case Operation::spmv:
        input.matrix = inputs.matrix(name, progress);
        require_runnable(*input.matrix);
        input.info = input_of(*input.matrix);
        input.subject = [settings, matrix = input.matrix](const Progress& converting) {
            check_trace_settings(Operation::spmv, settings);
            return spmv_subject(settings.kernel, format_for(settings.kernel, *matrix, settings, converting));
        };
        break;
    case Operation::cg:
        input.matrix = inputs.matrix(name, progress);
        require_cg_matrix(*input.matrix);
        input.info = input_of(*input.matrix);
        input.subject = [settings, matrix = input.matrix](const Progress& converting) {
            check_trace_settings(Operation::cg, settings);
            const auto kernel = kernels::parse_cg_kernel(settings.kernel);
            return cg_subject(kernel, cg_input(matrix, format_for(kernel.spmv, *matrix, settings, converting),
                                               settings.preconditioner, settings.precision));
        };
        break;
    case Operation::tridiagonal: {
        const auto system = inputs.system(name, progress);
        input.info = TridiagonalProblem(name, system).input();
        input.subject = [settings, system](const Progress&) {
            check_trace_settings(Operation::tridiagonal, settings);
            return tridiagonal_subject(settings.kernel, {system, settings.precision});
        };
        break;
    }
    case Operation::ata: {
        const auto a = inputs.dense(name, progress);
        input.info = AtaProblem(name, a).input();
        input.subject = [settings, a](const Progress&) {
            check_trace_settings(Operation::ata, settings);
            const auto kernel = kernels::parse_ata_kernel(settings.kernel);
            return ata_subject(kernel.kernel, {a, settings.precision, kernel.switches});
        };
        break;
    }
    }
    return input;
}

} // namespace warploom::app
