#include "engine/protocol/messages/requests.h"

#include "engine/error.h"

namespace warploom::protocol {

WARPLOOM_FIELDS(FootprintsRequest,
                {"The request `footprints`",
                 {{"matrix", "", &Self::matrix, "", needed}, {"precision", "", &Self::precision, ""}}})

WARPLOOM_FIELDS(LayoutRequest,
                Fields<Self>{"The request `layout`",
                             {{"window", "", &Self::window, "[row_begin, row_end, col_begin, col_end]", needed},
                              {"kernel", "", &Self::kernel, "kernel ID; can be empty"},
                              {"block", "", &Self::block, "threads per block"}}}
                    .with(FootprintsRequest::fields()))

WARPLOOM_FIELDS(ExchangeRequest, {"The request `exchange`",
                                  {{"operation", "", &Self::operation, ""},
                                   {"matrix", "", &Self::matrix, "", needed},
                                   {"kernel", "", &Self::kernel, "", needed},
                                   {"precision", "", &Self::precision, ""},
                                   {"gpus", "", &Self::gpus, "numbers of GPUs, from 1 to 16", needed}}})

WARPLOOM_FIELDS(AdviceRequest,
                {"The request `advise`",
                 {{"operation", "", &Self::operation, ""},
                  {"matrix", "", &Self::matrix, "", needed},
                  {"machine", "", &Self::machine, "", needed},
                  {"precision", "", &Self::precision, ""},
                  {"block", "", &Self::block, "threads per block"},
                  {"cache", "", &Self::cache, ""},
                  {"products", "", &Self::products, "number of products over which the conversion cost is amortized"},
                  {"quick", "", &Self::quick, "whether to use only matrix statistics"}}})

WARPLOOM_FIELDS(TracedKernelRequest,
                {"The requests `trace` and `warp`",
                 {{"operation", "", &Self::operation, ""},
                  {"matrix", "", &Self::matrix, "", needed},
                  {"kernel", "", &Self::kernel, "", needed},
                  {"card", "", &Self::card, "an ID, a path, or a complete card", needed},
                  {"precision", "", &Self::precision, ""},
                  {"block", "", &Self::block, "threads per block"},
                  {"preconditioner", "", &Self::preconditioner, "for cg only", Rule{.is_lenient = true}}}})

namespace {

Json sample_json(const TraceRequest& request) {
    return request.sample == TraceRequest::all_blocks ? Json("all") : Json(request.sample);
}

void read_sample(TraceRequest& request, const Reader& in) {
    request.sample = in.json() == "all" ? TraceRequest::all_blocks : in.whole();
    if (in.json() != "all" && request.sample < 0)
        throw Error(
            "protocol.field", sentence("A sample of {n} {n:block|blocks} cannot be traced.", {{"n", request.sample}}),
            sentence("Use all, 0 (depends on the size of the matrix), or the maximum number of blocks per launch."));
}

} // namespace

WARPLOOM_FIELDS(TraceRequest, Fields<Self>{"The request `trace`",
                                           {{"sample", "", "number of traced blocks per launch, or `all`", false,
                                             sample_json, read_sample},
                                            {"cache", "", &Self::cache, ""},
                                            {"transfers", "", &Self::with_transfers, ""},
                                            {"lane_order_seed", "", &Self::lane_order_seed,
                                             "seed for the execution order; 0 for ascending order"}}}
                                  .with(TracedKernelRequest::fields()))

WARPLOOM_FIELDS(WarpRequest, Fields<Self>{"The request `warp`",
                                          {{"launch", "", &Self::launch, ""},
                                           {"block_index", "", &Self::block_index, ""},
                                           {"warp", "", &Self::warp, ""}}}
                                 .with(TracedKernelRequest::fields()))

WARPLOOM_FIELDS(CheckRequest, {"The request `check`",
                               {{"kernel", "", &Self::kernel, "", needed},
                                {"matrix", "", &Self::matrix, ""},
                                {"card", "", &Self::card, "an ID, a path, or a complete card", needed},
                                Field<Self>{"precision", "", &Self::precision, ""}.or_left_out(),
                                {"block", "", &Self::block, "threads per block"},
                                {"from", "", &Self::from, "built-in kernel that the source was derived from"}}})

WARPLOOM_FIELDS(CgOpenRequest, {"The request `cg_open`",
                                {{"matrix", "", &Self::matrix, "", needed},
                                 {"machine", "", &Self::machine, "", needed},
                                 {"kernel", "", &Self::kernel, "", needed},
                                 {"precision", "", &Self::precision, ""},
                                 {"block", "", &Self::block, "threads per block"},
                                 {"unchecked", "", &Self::unchecked, ""},
                                 Field<Self>{"tolerance", "", &Self::tolerance, ""}.or_left_out(),
                                 Field<Self>{"limit", "", &Self::limit, "maximum number of iterations"}.or_left_out(),
                                 {"preconditioner", "", &Self::preconditioner, "", Rule{.is_lenient = true}},
                                 {"rhs", "", &Self::rhs, "source of b"}}})

WARPLOOM_FIELDS(CgSwitchRequest, {"The request `cg_switch`",
                                  {Field<Self>{"machine", "", &Self::machine, ""}.or_left_out(),
                                   Field<Self>{"kernel", "", &Self::kernel, ""}.or_left_out(),
                                   Field<Self>{"precision", "", &Self::precision, ""}.or_left_out(),
                                   Field<Self>{"block", "", &Self::block, "threads per block"}.or_left_out(),
                                   {"unchecked", "", &Self::unchecked, ""},
                                   Field<Self>{"tolerance", "", &Self::tolerance, ""}.or_left_out(),
                                   Field<Self>{"limit", "", &Self::limit, "maximum number of iterations"}.or_left_out(),
                                   Field<Self>{"preconditioner", "", &Self::preconditioner, ""}.or_left_out()}})

WARPLOOM_FIELDS(CgAdvanceRequest,
                {"The request `cg_advance`",
                 {{"iterations", "", &Self::iterations, "maximum number of iterations; 0 for no limit", not_negative}}})

WARPLOOM_FIELDS(CgCloseRequest, {"The request `cg_close`", {}})

WARPLOOM_FIELDS(PitfallRequest,
                {"The request `pitfall`",
                 {{"name", "", &Self::pitfall, "", needed},
                  {"machine", "", &Self::machine, "", needed},
                  Field<Self>{"card", "", &Self::card, "ID, path, or all parameters of a card"}.or_left_out(),
                  {"n", "", &Self::n, "largest number of unknowns"}}})

WARPLOOM_FIELDS(ExperimentRequest,
                {"The request `experiment`",
                 {{"experiment", "", &Self::experiment,
                   "ID, path on the worker's machine, or the contents of an experiment file", needed},
                  {"quick", "", &Self::quick, ""},
                  {"model", "", &Self::model, ""},
                  {"machine", "", &Self::machine, ""},
                  {"measure_host", "", &Self::measure_host, ""},
                  {"data", "", &Self::data, "folders with the files that experiments refer to"},
                  Field<Self>{"have", "", &Self::have, "cells, or an earlier result"}.or_left_out(),
                  {"measured_on", "", &Self::measured_on, "machine of the earlier result"}}})

WARPLOOM_FIELDS(AnswerRequest, {"The request `answer`", {{"question", "", &Self::question, "see docs/lessons.md"}}})

WARPLOOM_FIELDS(JudgeRequest, {"The request `judge`",
                               {{"exercise", "", &Self::exercise, "", needed},
                                {"kernel", "", &Self::kernel, "a CUDA C file", needed},
                                {"seed", "", &Self::seed, "seed of the hidden inputs", not_negative}}})

WARPLOOM_FIELDS(GradeRequest, {"The request `grade`",
                               {{"exercise", "", &Self::exercise, "", needed},
                                {"folder", "", &Self::folder, "folder on the worker's machine", needed},
                                {"seed", "", &Self::seed, "seed of the hidden inputs", not_negative}}})

WARPLOOM_FIELDS(PageExportRequest, {"The request `page`",
                                    {{"exercise", "", &Self::exercise, "ID of the exercise; empty for the Write page"},
                                     {"text", "", &Self::text, "initial source of the Write page"},
                                     {"from", "", &Self::from, "built-in kernel that the source was derived from"}}})

} // namespace warploom::protocol
