#include "app/advice/advised_machine.h"
#include "app/advice/product_advice.h"
#include "app/info/describe.h"
#include "app/lesson/answer.h"
#include "app/operations/operation.h"
#include "app/page/matrix_picture.h"
#include "app/page/page_request.h"
#include "app/page/warp_picture.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simulated/card.h"
#include "kernels/registry/simulated_machine.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace warploom::app {

WARPLOOM_FIELDS(PageText, {"A kernel source file",
                           {{"name", "", &Self::name, "path such as spmv/csr_scalar.cu", protocol::needed},
                            {"text", "", &Self::text, "", protocol::needed}}})

WARPLOOM_FIELDS(PageSource, {"The source of a request of a page",
                             {{"do", "", &Self::what, "", protocol::needed},
                              {"text", "", &Self::text, "CUDA C source"},
                              {"kernel", "", &Self::kernel, "ID of a built-in kernel"},
                              {"card", "", &Self::card, "ID of the card"}}})

WARPLOOM_FIELDS(PageRequest,
                protocol::Fields<Self>{
                    "A request of a page",
                    {{"matrix", "", &Self::matrix, ""},
                     {"from", "", &Self::from, "built-in kernel that the source was derived from"},
                     {"operation", "", &Self::operation, ""},
                     {"precision", "", &Self::precision, ""},
                     {"block", "", &Self::block, "threads per block"},
                     {"drawn", "", &Self::is_drawn, "whether to also test random matrices"},
                     {"parts", "", &Self::in_parts, "whether to send a preliminary result before the verdict"},
                     {"exercise", "", &Self::exercise, "contents of exercise.json"},
                     {"starter", "", &Self::starter, "CUDA C source"},
                     {"seed", "", &Self::seed, "seed of the random inputs of the exercise"},
                     {"name", "", &Self::name, "name of the author of a submission"},
                     {"files", "", &Self::files, "source files of kernels"},
                     {"launch", "", &Self::launch, "launch index in the call", protocol::count},
                     {"block_index", "", &Self::block_index, "block index in the grid", protocol::count},
                     {"warp", "", &Self::warp, "warp index in the block", protocol::count},
                     {"step", "", &Self::step, "selected step", protocol::count},
                     {"first", "", &Self::first, "first displayed step", protocol::count},
                     {"question", "", &Self::question, "question in JSON"},
                     {"said", "", &Self::said, "the reader's answer"}}}
                    .with(PageSource::fields()))

Json PageWarp::answer(Inputs& inputs, const PageRequest& request) {
    const WarpSettings settings{request.settings(), request.operation, request.launch, request.block_index,
                                request.warp};
    const std::string key = Json{kernels::to_string(request.operation),
                                 settings.kernel,
                                 request.text,
                                 request.matrix,
                                 request.card,
                                 request.block,
                                 kernels::to_string(request.precision),
                                 request.launch,
                                 request.block_index,
                                 request.warp}
                                .dump();
    if (key != key_) {
        key_.clear();
        const Progress progress;
        const TraceInput input =
            spec_of(request.operation).trace_input(inputs, request.matrix, TraceSettings{settings}, progress);
        warp_ = warp_document(input, settings);
        key_ = key;
    }
    Json launches = Json::array();
    for (const protocol::WarpLaunch& launch : warp_.launches)
        launches.push_back({{"kernel", launch.title.empty() ? launch.kernel : launch.title},
                            {"blocks", launch.blocks},
                            {"warps", launch.warps_per_block}});
    Json answer{{"launches", launches}, {"steps", warp_.step_count()}};
    if (warp_.steps.empty()) {
        answer["sentence"] = sentence("This warp does nothing. None of its threads accesses memory or waits.");
        return answer;
    }
    const int step = std::min(request.step, warp_.step_count() - 1);
    answer["sentence"] = step_sentence(warp_, step);
    answer["line"] = warp_.site_of(step).file == text_name ? warp_.site_of(step).line : warp_.site_of(step).kernel_line;
    answer["lanes"] = lanes_picture(warp_, request.first, step);
    answer["addresses"] = addresses_picture(warp_, step);
    return answer;
}

Json answer_question(Inputs& inputs, const PageRequest& request) {
    static const protocol::DocumentSource source{"lesson.question", sentence("The question is invalid"),
                                                 sentence("The fields of a question are described in "
                                                          "docs/lessons.md.")};
    const auto question = protocol::read<lesson::Question>(protocol::parse(request.question, source), source);
    const lesson::Answer answer = answer_of(question, inputs, {});
    return {{"answer", answer.text()},
            {"facts", answer.facts},
            {"fits", answer.fits(question, request.said)},
            {"because", question.because}};
}

Json explore(Inputs& inputs, const PageRequest& request) {
    const Progress progress;
    const auto matrix = inputs.matrix(request.matrix, progress);
    if (matrix->is_oversize())
        throw Error("memory.limit", sentence("The matrix is too large for a page."),
                    sentence("Use the desktop version of Warploom for larger matrices."));
    const CsrMatrix& a = matrix->csr;
    const Json info = info_document(*matrix);
    std::vector<HistogramBar> bars;
    for (const Json& bar : info["histogram"])
        bars.push_back(
            {bar["first"].get<std::int64_t>(), bar["last"].get<std::int64_t>(), bar["rows"].get<std::int64_t>()});
    return {{"info", info},
            {"footprints", protocol::write(footprints_of(*matrix, request.precision))},
            {"spy", spy_picture(spy(a), a.rows, a.cols)},
            {"rows", row_lengths_picture(bars)}};
}

Json quick_advice(Inputs& inputs, const PageRequest& request) {
    const Progress progress;
    const auto machine = kernels::find_simulated_machine("simulated:" + request.card);
    AdviceSettings settings;
    settings.precision = request.precision;
    settings.block = request.block;
    settings.quick = true;
    return protocol::write(
        advise_product(*inputs.matrix(request.matrix, progress), advised_machine(*machine), settings, progress));
}

} // namespace warploom::app
