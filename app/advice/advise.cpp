#include "app/advice/advise.h"

#include "app/advice/product_advice.h"
#include "app/advice/ranking.h"
#include "app/advice/small_product.h"
#include "app/operations/cg_checks.h"
#include "app/operations/operation.h"
#include "app/operations/trace_kernel.h"
#include "app/trace_documents/trace_document.h"
#include "engine/elapsed.h"
#include "engine/error.h"
#include "engine/join.h"
#include "engine/protocol/messages/cause.h"
#include "engine/sentence.h"
#include "engine/time_text.h"
#include "kernels/machine/machine.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <new>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace warploom::app {

namespace {

using protocol::AdvisedKernel;

/// Keeps the C library from returning freed memory to the operating system while an object of this class exists. A
/// recommendation converts the matrix to many formats of about 100 MB each and then discards them. Without this class,
/// the operating system spent 20 % of the total time zeroing pages that had just been freed. Has no effect without
/// glibc.
class KeptMemory {
public:
    KeptMemory() {
        const std::lock_guard lock(mutex_);
        if (living_++ == 0) keep(0, std::numeric_limits<int>::max());
    }
    ~KeptMemory() {
        const std::lock_guard lock(mutex_);
        if (--living_ == 0) keep(65536, 128 * 1024); // restore the default values documented in mallopt(3)
    }
    KeptMemory(const KeptMemory&) = delete;
    KeptMemory& operator=(const KeptMemory&) = delete;

private:
    static void keep([[maybe_unused]] int maps, [[maybe_unused]] int trim) {
#if defined(__GLIBC__)
        mallopt(M_MMAP_MAX, maps);
        mallopt(M_TRIM_THRESHOLD, trim);
        if (maps > 0) malloc_trim(0);
#endif
    }
    static inline std::mutex mutex_;
    static inline int living_ = 0;
};

/// Traces each kernel that reads its input without a format conversion. Traces only a sample of the blocks of a large
/// launch.
void trace_each(Inputs& inputs, const std::string& name, const AdvisedMachine& machine, const AdviceSettings& settings,
                std::vector<std::string> kernels, const Progress& progress, protocol::Advice& advice) {
    /// Matrices with at most this many stored values are traced completely. The limit is low because a method with many
    /// launches reads each value many times.
    constexpr std::int64_t traced_whole = 1'000'000;
    std::int64_t done = 0;
    for (const std::string& kernel : kernels) {
        progress.check(done++, static_cast<std::int64_t>(kernels.size()));
        try {
            TraceSettings wanted{{kernel, *machine.card, settings.precision, settings.block}};
            wanted.cache = settings.cache;
            wanted.slots_traced_whole = traced_whole;
            // Advice for CG is based on a single iteration and ignores the setup.
            wanted.with_start = settings.operation != Operation::cg;
            const TraceInput input = spec_of(settings.operation).trace_input(inputs, name, wanted, progress);
            const TraceSubject subject = input.subject(progress);
            const Trace trace = trace_kernel(subject, wanted, progress);
            const protocol::Cause cause = protocol::cause_of(trace_document(advice.matrix, trace));
            AdvisedKernel row;
            row.kernel = kernel;
            row.format = trace.format;
            row.ns = trace.model.ns;
            row.traced_share = trace.traced_share();
            row.cause = to_string(cause.kind);
            row.reason = cause.sentence;
            if (trace.launches.size() > 1)
                row.reason = sentence("The kernel requires {n} launches. {cause}",
                                      {{"n", protocol::grouped(static_cast<std::int64_t>(trace.launches.size()))},
                                       {"cause", row.reason}});
            if (subject.entries != nullptr) {
                row.format_bytes = subject.entries->footprint.bytes;
                row.conversion_ns = row.format == "csr" ? 0 : subject.entries->footprint.conversion_ns;
            } else row.conversion_ns = 0;
            advice.kernels.push_back(std::move(row));
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
            advice.others.push_back({kernel, with_hint(error)});
        } catch (const std::bad_alloc&) { advice.others.push_back({kernel, sentence("There is not enough memory.")}); }
    }
}

/// Adds kernel times for a real GPU, predicted from measurements on the same GPU model. Also covers kernels that the
/// performance model does not support.
void add_real_gpu(const Matrix& matrix, const AdvisedMachine& machine, const AdviceSettings& settings,
                  const Progress& progress, protocol::Advice& advice) {
    if (machine.learned != nullptr || !machine.card || settings.quick || matrix.csr.nonzeros() == 0) return;
    AdvisedMachine real = machine;
    real.learned = learned_for(machine.card->title, machine.card->compute_capability);
    if (real.learned == nullptr) return;
    AdviceSettings guessing = settings;
    guessing.quick = true; // use only matrix statistics, without conversions or traces
    const protocol::Advice guessed = advise_product(matrix, real, guessing, progress);
    const std::vector<AdvisedKernel>& kernels = guessed.kernels;
    if (!guessed.is_learned || kernels.size() < 2) return;
    advice.sentence =
        sentence("{advice} {estimate}",
                 {{"advice", advice.sentence},
                  {"estimate", sentence("Based on measurements of similar matrices on an {gpu}, {first} is the fastest "
                                        "at about {first_time}, followed by {second} at {second_time}.",
                                        {{"gpu", real.learned->title},
                                         {"first", kernels[0].kernel},
                                         {"first_time", time_text(kernels[0].ns)},
                                         {"second", kernels[1].kernel},
                                         {"second_time", time_text(kernels[1].ns)}})}});
}

/// Recommends a solver. Ranks CG with the fastest SpMV kernels and with a baseline SpMV kernel.
protocol::Advice advise_cg(Inputs& inputs, const std::string& name, const AdvisedMachine& machine,
                           const AdviceSettings& settings, const Progress& progress) {
    AdviceSettings of_product = settings;
    of_product.operation = Operation::spmv;
    of_product.cache = CacheState::warm; // each iteration starts with the cache contents of the previous one
    const auto matrix = inputs.matrix(name, progress);
    if (matrix->rows() != matrix->cols())
        throw Error("matrix.square",
                    sentence("The conjugate gradient method requires a square matrix. This matrix has {rows} "
                             "{rows:row|rows} and {columns} {columns:column|columns}.",
                             {{"rows", matrix->rows()}, {"columns", matrix->cols()}}),
                    sentence("Get advice for spmv instead."));
    // If CG is unreliable for this matrix, recommend BiCGSTAB with the same SpMV kernels.
    const DefinitenessReport definiteness = examine_definiteness(matrix->csr);
    if (definiteness.obstacle == Obstacle::not_finite)
        throw Error(unsolved_code(definiteness.obstacle), definiteness.sentence, definiteness.hint);
    const bool needs_other = definiteness.obstacle != Obstacle::none;
    const std::string method = needs_other ? "bicgstab:" : "cg:";
    const protocol::Advice product = advise_product(*matrix, machine, of_product, progress);
    protocol::Advice advice = begun_advice(product.matrix, machine, settings);
    advice.others = product.others;
    advice.notes = product.notes;
    advice.notes.emplace_back(sentence(
        "Times are per iteration, without a preconditioner. To see how many iterations a preconditioner saves, use "
        "`run cg` with --preconditioner none, jacobi and ic0."));
    constexpr std::size_t most = 4;
    std::vector<std::string> kernels;
    for (const AdvisedKernel& each : product.kernels)
        if (!each.is_at_least && kernels.size() < most) kernels.push_back(method + each.kernel);
    if (product.baseline.empty() == false &&
        std::find(kernels.begin(), kernels.end(), method + product.baseline) == kernels.end())
        kernels.push_back(method + product.baseline);
    if (settings.quick || !machine.card) {
        for (AdvisedKernel row : product.kernels) {
            row.kernel = method + row.kernel;
            advice.kernels.push_back(std::move(row));
        }
        advice.error = product.error;
        advice.notes.emplace_back(sentence("Only the SpMV products are ranked."));
    } else {
        trace_each(inputs, name, machine, settings, kernels, progress, advice);
        for (AdvisedKernel& row : advice.kernels)
            if (const AdvisedKernel* const of = product.find(row.kernel.substr(method.size()))) {
                row.conversion_ns = of->conversion_ns;
                row.format_bytes = of->format_bytes;
                row.format = of->format;
            }
    }
    rank_kernels(advice, "csr");
    if (needs_other)
        advice.sentence =
            sentence("{obstacle} {hint} {advice}",
                     {{"obstacle", definiteness.sentence}, {"hint", definiteness.hint}, {"advice", advice.sentence}});
    else if (!definiteness.remark.empty())
        advice.notes.push_back(sentence("Note: {remark}.", {{"remark", definiteness.remark}}));
    return advice;
}

protocol::Advice advise_other(Inputs& inputs, const std::string& name, const AdvisedMachine& machine,
                              const AdviceSettings& settings, const Progress& progress) {
    const OperationSpec& spec = spec_of(settings.operation);
    if (!machine.card)
        throw Error("advice.operation",
                    sentence("The host CPU has no performance model, so there is no advice for {operation}.",
                             {{"operation", to_string(settings.operation)}}),
                    sentence("Choose a simulated card or a GPU, or measure with `run {operation} ... --machine cpu`.",
                             {{"operation", to_string(settings.operation)}}));
    const TraceSettings any{
        {settings.operation == Operation::tridiagonal ? "pcr" : "levels", *machine.card, settings.precision}};
    const protocol::Input input = spec.trace_input(inputs, name, any, progress).info();
    protocol::Advice advice = begun_advice(input, machine, settings);
    std::vector<std::string> kernels = spec.usual_kernels(*machine.machine);
    set_apart_what_is_not_modelled(kernels, settings, advice);
    if (settings.quick)
        advice.notes.emplace_back(sentence("This operation does not support quick estimates. A sample of the blocks "
                                           "was traced instead."));
    // Single-threaded kernels are simulated sequentially, so for large matrices the slowest kernel would also take the
    // longest to simulate.
    constexpr std::int64_t large = 100'000;
    if (input.rows > large)
        std::erase_if(kernels, [&](const std::string& kernel) {
            if (kernel != "thomas-gpu") return false;
            advice.others.push_back(
                {kernel, sentence("Not traced because a single thread processes all {rows} rows sequentially.",
                                  {{"rows", protocol::grouped(input.rows)}})});
            return true;
        });
    trace_each(inputs, name, machine, settings, kernels, progress, advice);
    rank_kernels(advice, {});
    return advice;
}

} // namespace

protocol::Advice advise(Inputs& inputs, const std::string& name, const AdvisedMachine& machine,
                        const AdviceSettings& settings, const Progress& progress) {
    kernels::require_block(settings.block);
    if (!(settings.products >= 0) || !std::isfinite(settings.products))
        throw Error("advice.products", sentence("The number of products must be 0 or more."),
                    sentence("Specify the number of products over which the conversion cost is amortized."));
    if (settings.operation == Operation::ata)
        throw Error("advice.operation", sentence("Advice is not available for ata."),
                    sentence("Choose spmv, cg, tridiagonal, trsv or ilu."));
    std::shared_ptr<const Matrix> matrix;
    if (settings.operation == Operation::spmv) matrix = inputs.matrix(name, progress);
    const KeptMemory kept;
    protocol::Advice advice;
    advice.took_ns = elapsed_ns([&] {
        advice = settings.operation == Operation::spmv ? advise_product(*matrix, machine, settings, progress)
                 : settings.operation == Operation::cg ? advise_cg(inputs, name, machine, settings, progress)
                                                       : advise_other(inputs, name, machine, settings, progress);
        if (matrix != nullptr) add_real_gpu(*matrix, machine, settings, progress, advice);
        if (matrix != nullptr && machine.card) add_launch_share(*matrix, *machine.card, settings, advice);
    });
    return advice;
}

} // namespace warploom::app
