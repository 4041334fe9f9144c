#include "app/fit/fit.h"
#include "app/fit/late_counting.h"
#include "app/fit/paper_kernels.h"
#include "app/fit/trace_systems.h"

#include "engine/matrix/matrix_source.h"
#include "engine/simulated/tracer.h"

#include <algorithm>
#include <tuple>

namespace warploom::app {

namespace {

using namespace simulated;

TracedCase trace_case(const FitCase& fit_case, const Card& card, const CsrMatrix& matrix,
                      std::shared_ptr<const kernels::HostFormat> format) {
    TraceOptions options;
    options.multiprocessors = static_cast<int>(card.multiprocessors);
    options.resident_blocks = [card](int block_size) { return std::max(1, resident_blocks(card, block_size, 0)); };
    options.sample_blocks = fit_case.sample_blocks;
    LateCounting sink(card);
    Tracer tracer(options, sink);
    sink.follow(tracer);
    const auto spmv = bind_paper_kernel(fit_case.kernel, format, fit_case.block, &tracer);
    spmv->set_x(std::vector<double>(static_cast<std::size_t>(matrix.cols), 1.0));
    spmv->enqueue();
    spmv->finish();
    TracedCase result;
    result.launches = sink.take(static_cast<int>(kernels::bytes_of(fit_case.precision)));
    result.nonzeros = matrix.nonzeros();
    result.traced_share = tracer.traced_share();
    return result;
}

} // namespace

std::vector<TracedCase> trace_cases(const Study& study, const Card& card, const Progress& progress) {
    // By matrix, so that each is made once and only one is held.
    std::vector<std::size_t> order(study.cases.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto key = [&](std::size_t i) {
        const FitCase& c = study.cases[i];
        return std::tie(c.matrix, c.kernel, c.precision);
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    std::vector<TracedCase> result(study.cases.size());
    Matrix matrix;
    std::shared_ptr<const kernels::HostFormat> format;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const FitCase& fit_case = study.cases[order[i]];
        progress.check(static_cast<std::int64_t>(i), static_cast<std::int64_t>(order.size()));
        if (fit_case.operation == kernels::Operation::tridiagonal) {
            result[order[i]] = trace_tridiagonal_case(fit_case, card);
            continue;
        }
        if (fit_case.operation == kernels::Operation::ata) {
            result[order[i]] = trace_ata_case(fit_case, card);
            continue;
        }
        if (matrix.name != fit_case.matrix) {
            format = nullptr;
            matrix = {};
            matrix = load_matrix(fit_case.matrix);
            matrix.name = fit_case.matrix;
        }
        if (format == nullptr || i == 0 || key(order[i - 1]) != key(order[i])) {
            format = nullptr;
            format = kernels::make_format(kernels::find_spmv_kernel(fit_case.kernel)->format, matrix.csr,
                                          fit_case.precision);
        }
        result[order[i]] = trace_case(fit_case, card, matrix.csr, format);
    }
    return result;
}

} // namespace warploom::app
