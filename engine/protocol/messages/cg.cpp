#include "engine/protocol/messages/cg.h"

#include "engine/measure/sampler.h"

namespace warploom::protocol {

WARPLOOM_FIELDS(CgOpened,
                {"The result of `cg_open`",
                 {{"n", "", &CgOpened::n, "number of unknowns", count},
                  {"nonzeros", "", &CgOpened::nonzeros, "number of stored entries", count},
                  {"norm_b", "", &CgOpened::norm_b, "‖b‖"},
                  {"detail", "", &CgOpened::detail, "parameters that the kernel selected"},
                  {"tolerance", "", &CgOpened::tolerance, "tolerance for ‖r‖ / ‖b‖"},
                  {"limit", "", &CgOpened::limit, "maximum number of iterations", count},
                  {"matrix_hash", "", &CgOpened::matrix_hash, "hash of the matrix entries, 16 hexadecimal digits"}}})

WARPLOOM_FIELDS(CgStanding,
                {"The result of `cg_advance`",
                 {{"iteration", "", &CgStanding::iteration, "number of completed iterations", needed_count},
                  {"residual", "", &CgStanding::residual, "‖r‖ / ‖b‖ of the recurrence"},
                  {"true_residual", "", &CgStanding::true_residual, "‖b - A x‖ / ‖b‖, recomputed"},
                  {"state", "", &CgStanding::state,
                   "`running` (can be continued), `converged`, `limit`, `breakdown` or `stagnated`"},
                  {"sentence", "", &CgStanding::sentence, "description of the state"},
                  {"obstacle", "", &CgStanding::obstacle,
                   "once the solver has stopped: why the method cannot be used for this matrix; empty if unknown"},
                  {"parts_ns", "ns", &CgStanding::parts,
                   "time of one iteration by part; null if the parts cannot be timed separately"},
                  {"parts_kind", "", "whether `parts_ns` is `measured` or `modelled`", false,
                   [](const CgStanding& at) { return Json(at.is_modelled ? "modelled" : "measured"); },
                   [](CgStanding& at, const Reader& in) {
                       at.is_modelled = read_value<measure::TimeKind>(in) == measure::TimeKind::modelled;
                   }}}})

WARPLOOM_FIELDS(CgSwitched, {"The result of `cg_switch`",
                             {{"detail", "", &CgSwitched::detail, "parameters that the kernel selected"},
                              {"iteration", "", &CgSwitched::iteration, "number of completed iterations", count},
                              {"residual", "", &CgSwitched::residual, "‖r‖ / ‖b‖ of the recurrence"},
                              {"true_residual", "", &CgSwitched::true_residual, "‖b - A x‖ / ‖b‖, recomputed"},
                              {"tolerance", "", &CgSwitched::tolerance, "tolerance for ‖r‖ / ‖b‖"},
                              {"limit", "", &CgSwitched::limit, "maximum number of iterations", count}}})

WARPLOOM_FIELDS(IterationsEvent,
                {"The `iterations` event",
                 {{"first", "", &IterationsEvent::first, "iteration number (from 1) of the first value in `residuals`",
                   needed_count},
                  {"residuals", "", &IterationsEvent::residuals, "‖r‖ / ‖b‖ after each iteration", needed}}})

} // namespace warploom::protocol
