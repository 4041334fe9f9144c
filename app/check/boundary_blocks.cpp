#include "app/check/boundary_blocks.h"

#include "app/operations/spmv.h"
#include "app/operations/trace_kernel.h"
#include "engine/matrix/random.h"
#include "engine/measure/reference.h"
#include "kernels/operations/spmv.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {

std::vector<std::int64_t> ends_of(std::int64_t blocks, int) {
    return blocks > 1 ? std::vector<std::int64_t>{0, blocks - 1} : std::vector<std::int64_t>{0};
}

std::vector<std::int64_t> sampled_blocks(std::int64_t blocks, const std::vector<std::int64_t>& constants,
                                         std::int64_t rows_a_block) {
    constexpr std::size_t most_constants = 24;
    constexpr int random_blocks = 4;
    constexpr std::uint64_t seed = 17;
    std::vector<std::int64_t> chosen = ends_of(blocks);
    for (std::size_t c = 0; c < std::min(constants.size(), most_constants); ++c) {
        for (const std::int64_t block : {constants[c] - 1, constants[c], constants[c] + 1}) chosen.push_back(block);
        if (rows_a_block > 0) chosen.push_back(constants[c] / rows_a_block);
    }
    Random random(seed, static_cast<std::uint64_t>(blocks));
    for (int n = 0; n < random_blocks; ++n)
        chosen.push_back(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(blocks))));
    std::erase_if(chosen, [blocks](std::int64_t block) { return block < 0 || block >= blocks; });
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    return chosen;
}

bool BoundaryBlocks::has_wrong_number(Precision precision) const {
    const CsrMatrix& a = matrix->csr;
    CsrMatrix written; // a copy of the matrix that contains only the rows whose results have been written
    written.cols = a.cols;
    std::vector<double> numbers;
    const double* const computed = y.data();
    for (std::size_t row = 0, rows = y.size(); row < rows; ++row) {
        if (std::isnan(computed[row])) continue;
        const std::int64_t first = a.row_pointer[row], last = a.row_pointer[row + 1];
        written.column.insert(written.column.end(), a.column.begin() + first, a.column.begin() + last);
        written.value.insert(written.value.end(), a.value.begin() + first, a.value.begin() + last);
        written.row_pointer.push_back(written.nonzeros());
        ++written.rows;
        numbers.push_back(computed[row]);
    }
    const auto reference = measure::spmv_reference(written, x, precision == Precision::float32);
    return !measure::check_spmv(reference, numbers).is_right();
}

TraceSettings settings_of_blocks(TraceSettings settings, BlocksOfLaunch blocks) {
    settings.runs_untraced = settings.counts = false;
    settings.blocks_of_launch = std::move(blocks);
    settings.most_turns = most_turns_over_many_rows;
    return settings;
}

LeftByBlocks left_by_blocks(TraceSubject subject, const TraceSettings& settings, const Progress& progress) {
    LeftByBlocks left;
    subject.run = [run = subject.run, values = subject.values, &left](kernels::Bound& bound) {
        run(bound);
        left.numbers = values(bound);
    };
    const auto findings = trace_kernel(subject, settings, progress).findings;
    left.has_findings = !findings.empty();
    left.is_endless = std::any_of(findings.begin(), findings.end(), [](const simulated::Finding& finding) {
        return finding.kind == simulated::Finding::Kind::endless_loop;
    });
    return left;
}

BoundaryBlocks boundary_blocks_of(Inputs& inputs, const char* input, TraceSettings settings, BlocksOfLaunch blocks,
                                  const Progress& progress, const TraceWays& ways) {
    settings = settings_of_blocks(std::move(settings), std::move(blocks));
    const TraceInput loaded = spec_of(Operation::spmv).trace_input(inputs, input, settings, progress, ways);
    BoundaryBlocks ends;
    ends.matrix = loaded.matrix;
    ends.x = make_x("random:1", loaded.matrix->csr.cols);
    TraceSubject subject = loaded.subject(progress);
    subject.bind = [bind = subject.bind, &ends](int block, simulated::Tracer& tracer) {
        auto bound = bind(block, tracer);
        static_cast<kernels::BoundSpmv&>(*bound).set_x(ends.x);
        return bound;
    };
    LeftByBlocks left = left_by_blocks(std::move(subject), settings, progress);
    ends.y = std::move(left.numbers);
    ends.has_findings = left.has_findings;
    ends.is_endless = left.is_endless;
    return ends;
}

} // namespace warploom::app
