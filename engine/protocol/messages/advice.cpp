#include "engine/protocol/messages/advice.h"

#include "engine/format_number.h"
#include "engine/items.h"

#include <cmath>

namespace warploom::protocol {

WARPLOOM_FIELDS(
    AdvisedKernel,
    {"A kernel in the recommendation",
     {{"kernel", "", &AdvisedKernel::kernel, "kernel ID", needed},
      {"format", "", &AdvisedKernel::format, "ID of the storage format"},
      {"group", "", &AdvisedKernel::group,
       "rank of the kernel's group, from 1; kernels in the same group are equally fast within the model error",
       needed_count},
      {"ns", "ns", &AdvisedKernel::ns, "modeled time of one call; null on the host, which is not modeled"},
      {"low_ns", "ns", &AdvisedKernel::low_ns,
       "lower end of the interval that contains 90 % of the times; null unless estimated from measurements"},
      {"high_ns", "ns", &AdvisedKernel::high_ns, "upper end of the interval that contains 90 % of the times"},
      {"is_at_least", "", &AdvisedKernel::is_at_least,
       "whether `ns` is only a lower bound, computed from counts without a trace"},
      {"cause", "", &AdvisedKernel::cause, "keyword for the bottleneck, such as `one-block`, `gathers` or `bytes`"},
      {"reason", "", &AdvisedKernel::reason, "one-sentence explanation, based on counts"},
      {"traced_share", "", &AdvisedKernel::traced_share, "fraction of the blocks of the grid that were traced",
       Rule{.least = 0, .greatest = 1}},
      {"format_bytes", "bytes", &AdvisedKernel::format_bytes, "size of all arrays of the format"},
      {"conversion_ns", "ns", &AdvisedKernel::conversion_ns,
       "median time to convert the matrix from CSR, measured on this host"},
      {"conversion_low_ns", "ns", &AdvisedKernel::conversion_low_ns, "shortest measured conversion time"},
      {"conversion_high_ns", "ns", &AdvisedKernel::conversion_high_ns, "longest measured conversion time"},
      {"total_ns", "ns", &AdvisedKernel::total_ns, "time for the conversion plus `products` calls"},
      {"pays_after", "", &AdvisedKernel::pays_after,
       "number of calls after which the conversion pays off relative to `baseline`; null if the conversion never pays "
       "off or is not needed"},
      {"pays_after_low", "", &AdvisedKernel::pays_after_low,
       "lower end of the range of `pays_after`, from the measured conversion times and the error of the model"},
      {"pays_after_high", "", &AdvisedKernel::pays_after_high,
       "upper end of this range; null if the kernel may be no faster than `baseline`"},
      {"measured_ns", "ns", &AdvisedKernel::measured_ns, "median measured time, if the kernel was measured"}}})

WARPLOOM_FIELDS(UnadvisedKernel,
                {"A kernel that was not ranked",
                 {{"kernel", "", &UnadvisedKernel::kernel, "kernel ID", needed},
                  {"reason", "", &UnadvisedKernel::reason, "why the kernel cannot run or cannot be modeled"}}})

WARPLOOM_FIELDS(AdviceVerdict,
                {"The verdict of a measurement on the recommendation",
                 {{"machine", "", &AdviceVerdict::machine, "machine on which the kernels were measured"},
                  {"fastest", "", &AdviceVerdict::fastest, "fastest of the measured kernels"},
                  {"regret", "", &AdviceVerdict::regret,
                   "measured time of the recommended kernel divided by the time of the fastest kernel"},
                  {"was_right", "", &AdviceVerdict::was_right,
                   "true if the recommended kernel is the fastest or equally fast within measurement noise"},
                  {"sentence", "", &AdviceVerdict::sentence, "one-sentence description of the verdict"}}})

WARPLOOM_FIELDS(
    Advice,
    {"The `advise` document",
     {{"operation", "", &Advice::operation, ""},
      {"matrix", "", &Advice::matrix, "input matrix", needed},
      {"machine", "", &Advice::machine, "machine ID"},
      {"machine_title", "", &Advice::machine_title, "device name reported by the machine"},
      {"card", "", &Advice::card, "ID of the card whose model ranks the kernels; empty on the host"},
      {"card_title", "", &Advice::card_title, "name of the card"},
      {"error", "", &Advice::error,
       "relative error of the model; kernels whose times differ by less than this are in the same group"},
      {"error_from", "", &Advice::error_from, "how the error was determined"},
      {"precision", "", &Advice::precision, "precision of the values"},
      {"block", "", &Advice::block, "threads per block", count},
      {"cache", "", &Advice::cache, "state of the caches"},
      {"products", "", &Advice::products, "number of calls included in `total_ns`"},
      {"quick", "", &Advice::quick, "whether only matrix statistics were used"},
      {"is_learned", "", &Advice::is_learned,
       "whether times are predicted from measurements of similar matrices instead of the model"},
      {"take", "", &Advice::take, "kernel with the smallest `total_ns`; empty if none runs"},
      {"fastest", "", &Advice::fastest, "kernel with the smallest `ns`"},
      {"baseline", "", &Advice::baseline, "fastest kernel that reads CSR directly"},
      {"sentence", "", &Advice::sentence, "recommended kernel and the reason, in one sentence"},
      {"kernels", "", &Advice::kernels, "ranked kernels, fastest first"},
      {"others", "", &Advice::others, "kernels that were not ranked"},
      {"notes", "", &Advice::notes, "data that was not used, and properties that are known only at run time"},
      {"took_ns", "ns", &Advice::took_ns, "time to compute the recommendation, excluding the time to read the matrix"},
      {"verdict", "", &Advice::verdict, "null until the top-ranked kernels have been measured"}}})

const AdvisedKernel* Advice::find(const std::string& kernel) const {
    return find_item(kernels, &AdvisedKernel::kernel, kernel);
}

std::int64_t rounded_calls(double calls) {
    double unit = 1;
    while (calls >= 100 * unit) unit *= 10;
    return std::llround(unit * std::round(std::ceil(calls) / unit));
}

Advice read_advice(const Json& json) {
    static const DocumentSource source{"advice.malformed", "The worker sent an invalid recommendation",
                                       "Restart the worker (Tools menu) and check its log."};
    return read<Advice>(json, source);
}

void give_verdict(Advice& advice, const std::vector<Row>& rows, const std::string& machine) {
    const Row* fastest = nullptr;
    const Row* advised = nullptr;
    for (const Row& row : rows) {
        if (!row.has_time()) continue;
        for (AdvisedKernel& kernel : advice.kernels)
            if (kernel.kernel == row.kernel) kernel.measured_ns = row.time.median;
        if (row.kernel == advice.take) advised = &row;
        if (fastest == nullptr || row.time.median < fastest->time.median) fastest = &row;
    }
    if (fastest == nullptr) return;
    AdviceVerdict verdict;
    verdict.machine = machine;
    verdict.fastest = fastest->kernel;
    if (advised == nullptr) {
        verdict.sentence = "The recommended kernel " + advice.take +
                           " has no measured time. Of the kernels measured on " + machine + ", " + fastest->kernel +
                           " is the fastest.";
        advice.verdict = verdict;
        return;
    }
    verdict.regret = advised->time.median / fastest->time.median;
    constexpr double scatter = 1.03; // maximum ratio between repeated measurements of a kernel
    verdict.was_right = advised == fastest || verdict.regret <= scatter;
    verdict.sentence =
        verdict.was_right
            ? "Measurements on " + machine + " confirm that " + advice.take + " is the right choice" +
                  (advised == fastest ? std::string(".")
                                      : "; " + fastest->kernel + " is equally fast within measurement noise.")
            : "Measurements on " + machine + " show that the advice was wrong: " + fastest->kernel +
                  " is the fastest kernel, and " + advice.take + " takes " + format_number(verdict.regret) +
                  " times as long.";
    advice.verdict = verdict;
}

} // namespace warploom::protocol
