#include "engine/protocol/messages/advice.h"

#include "engine/format_number.h"
#include "engine/items.h"

namespace warploom::protocol {

WARPLOOM_FIELDS(
    AdvisedKernel,
    {"A kernel of an advice",
     {{"kernel", "", &AdvisedKernel::kernel, "", needed},
      {"format", "", &AdvisedKernel::format, ""},
      {"group", "", &AdvisedKernel::group, "from 1; kernels of one group cannot be told apart", needed_count},
      {"ns", "ns", &AdvisedKernel::ns, "modelled, of one call; null on a host, of which there is no model"},
      {"is_at_least", "", &AdvisedKernel::is_at_least, "`ns` is a bound from counts, and no trace was made"},
      {"cause", "", &AdvisedKernel::cause, "in a word, such as `one-block`, `gathers` or `bytes`"},
      {"reason", "", &AdvisedKernel::reason, "one sentence made of counts"},
      {"traced_share", "", &AdvisedKernel::traced_share, "blocks that were counted / blocks of the grid",
       Rule{.least = 0, .greatest = 1}},
      {"format_bytes", "bytes", &AdvisedKernel::format_bytes, "of all arrays of the format"},
      {"conversion_ns", "ns", &AdvisedKernel::conversion_ns, "beyond CSR, measured on this host"},
      {"total_ns", "ns", &AdvisedKernel::total_ns, "of the conversion and `products` calls"},
      {"pays_after", "", &AdvisedKernel::pays_after,
       "calls after which the conversion has paid against `baseline`; null where it never does, or nothing is "
       "converted"},
      {"measured_ns", "ns", &AdvisedKernel::measured_ns, "median, where the kernel was tried"}}})

WARPLOOM_FIELDS(UnadvisedKernel, {"A kernel without a place in an advice",
                                  {{"kernel", "", &UnadvisedKernel::kernel, "", needed},
                                   {"reason", "", &UnadvisedKernel::reason, "why it cannot run, or not be modelled"}}})

WARPLOOM_FIELDS(AdviceVerdict,
                {"What measuring said of an advice",
                 {{"machine", "", &AdviceVerdict::machine, ""},
                  {"fastest", "", &AdviceVerdict::fastest, "of the kernels that were measured"},
                  {"regret", "", &AdviceVerdict::regret, "measured time of the advised kernel / that of the fastest"},
                  {"was_right", "", &AdviceVerdict::was_right,
                   "the advised kernel is the fastest, or cannot be told from it"},
                  {"sentence", "", &AdviceVerdict::sentence, ""}}})

WARPLOOM_FIELDS(
    Advice,
    {"The document of `advise`",
     {{"operation", "", &Advice::operation, ""},
      {"matrix", "", &Advice::matrix, "", needed},
      {"machine", "", &Advice::machine, ""},
      {"machine_title", "", &Advice::machine_title, "as the machine calls itself"},
      {"card", "", &Advice::card, "whose model ranks the kernels; empty on a host"},
      {"card_title", "", &Advice::card_title, ""},
      {"error", "", &Advice::error, "of the model, relative: kernels that lie nearer together are one group"},
      {"error_from", "", &Advice::error_from, "where that figure comes from"},
      {"precision", "", &Advice::precision, ""},
      {"block", "", &Advice::block, "threads a block", count},
      {"cache", "", &Advice::cache, ""},
      {"products", "", &Advice::products, "calls that `total_ns` counts"},
      {"quick", "", &Advice::quick, "from statistics alone"},
      {"is_learned", "", &Advice::is_learned, "times are guessed from measured ones of like matrices, not modelled"},
      {"take", "", &Advice::take, "the kernel with the least `total_ns`; empty where none runs"},
      {"fastest", "", &Advice::fastest, "the kernel with the least `ns`"},
      {"baseline", "", &Advice::baseline, "the fastest kernel that reads CSR as it is"},
      {"sentence", "", &Advice::sentence, "which kernel to take, and why"},
      {"kernels", "", &Advice::kernels, "the fastest first"},
      {"others", "", &Advice::others, ""},
      {"notes", "", &Advice::notes, "data left out, and facts known only by running"},
      {"took_ns", "ns", &Advice::took_ns, "making this, without reading the matrix"},
      {"verdict", "", &Advice::verdict, "null until the first kernels were measured"}}})

const AdvisedKernel* Advice::find(const std::string& kernel) const {
    return find_item(kernels, &AdvisedKernel::kernel, kernel);
}

Advice read_advice(const Json& json) {
    static const DocumentSource source{"advice.malformed", "The worker's advice is damaged",
                                       "Restart the worker (Tools menu) and look at its log."};
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
        verdict.sentence = "The advised kernel " + advice.take + " came to no time; of those measured on " + machine +
                           ", " + fastest->kernel + " is the fastest.";
        advice.verdict = verdict;
        return;
    }
    verdict.regret = advised->time.median / fastest->time.median;
    constexpr double scatter = 1.03; // two measurements of one kernel differ by so much now and then
    verdict.was_right = advised == fastest || verdict.regret <= scatter;
    verdict.sentence =
        verdict.was_right
            ? "Measured on " + machine + ": " + advice.take + " is the right one" +
                  (advised == fastest ? std::string(".") : "; " + fastest->kernel + " cannot be told from it.")
            : "Measured on " + machine + ": the advice was wrong. " + fastest->kernel + " is the fastest; " +
                  advice.take + " takes " + format_number(verdict.regret) + " times as long.";
    advice.verdict = verdict;
}

} // namespace warploom::protocol
