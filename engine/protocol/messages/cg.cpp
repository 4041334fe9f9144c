#include "engine/protocol/messages/cg.h"

#include "engine/measure/sampler.h"

namespace warploom::protocol {

WARPLOOM_FIELDS(CgOpened, {"The result of `cg_open`",
                           {{"n", "", &CgOpened::n, "unknowns", count},
                            {"nonzeros", "", &CgOpened::nonzeros, "", count},
                            {"norm_b", "", &CgOpened::norm_b, "‖b‖"},
                            {"detail", "", &CgOpened::detail, "what the kernel chose"},
                            {"tolerance", "", &CgOpened::tolerance, "of ‖r‖ / ‖b‖"},
                            {"limit", "", &CgOpened::limit, "iterations", count},
                            {"matrix_hash", "", &CgOpened::matrix_hash, "of its entries: 16 hexadecimal digits"}}})

WARPLOOM_FIELDS(CgStanding,
                {"The result of `cg_advance`",
                 {{"iteration", "", &CgStanding::iteration, "so many were made", needed_count},
                  {"residual", "", &CgStanding::residual, "of the recurrence"},
                  {"true_residual", "", &CgStanding::true_residual, "‖b - A x‖ / ‖b‖, recomputed"},
                  {"state", "", &CgStanding::state,
                   "`running`: more can follow; `converged`, `limit`, `breakdown` or `stagnated`"},
                  {"sentence", "", &CgStanding::sentence, "the same in words"},
                  {"obstacle", "", &CgStanding::obstacle,
                   "once it has ended: why the method does not apply to this matrix; empty where nothing is known"},
                  {"parts_ns", "ns", &CgStanding::parts, "of one iteration; null where nothing can be timed apart"},
                  {"parts_kind", "", "`measured` or `modelled`", false,
                   [](const CgStanding& at) { return Json(at.is_modelled ? "modelled" : "measured"); },
                   [](CgStanding& at, const Reader& in) {
                       at.is_modelled = read_value<measure::TimeKind>(in) == measure::TimeKind::modelled;
                   }}}})

WARPLOOM_FIELDS(CgSwitched, {"The result of `cg_switch`",
                             {{"detail", "", &CgSwitched::detail, "what the kernel chose"},
                              {"iteration", "", &CgSwitched::iteration, "", count},
                              {"residual", "", &CgSwitched::residual, ""},
                              {"true_residual", "", &CgSwitched::true_residual, ""},
                              {"tolerance", "", &CgSwitched::tolerance, ""},
                              {"limit", "", &CgSwitched::limit, "", count}}})

WARPLOOM_FIELDS(IterationsEvent,
                {"The event `iterations`",
                 {{"first", "", &IterationsEvent::first,
                   "the iteration after which the first of them stood; that of all is 1", needed_count},
                  {"residuals", "", &IterationsEvent::residuals, "‖r‖ / ‖b‖ after each of them", needed}}})

} // namespace warploom::protocol
