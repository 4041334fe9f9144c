#include "engine/protocol/messages/cg.h"

#include "engine/measure/sampler.h"

namespace warploom::protocol {

WARPLOOM_FIELDS(CgOpened,
                {"The result of `cg_open`",
                 {{"n", "", &CgOpened::n, "number of unknowns", count},
                  {"nonzeros", "", &CgOpened::nonzeros, "number of nonzeros", count},
                  {"norm_b", "", &CgOpened::norm_b, "‖b‖"},
                  {"detail", "", &CgOpened::detail, "parameters selected by the kernel"},
                  {"tolerance", "", &CgOpened::tolerance, "tolerance for the relative residual ‖r‖ / ‖b‖"},
                  {"limit", "", &CgOpened::limit, "maximum number of iterations", count},
                  {"matrix_hash", "", &CgOpened::matrix_hash, "hash of the matrix entries (16 hexadecimal digits)"}}})

WARPLOOM_FIELDS(
    CgStanding,
    {"The result of `cg_advance`",
     {{"iteration", "", &CgStanding::iteration, "number of completed iterations", needed_count},
      {"residual", "", &CgStanding::residual, "relative residual ‖r‖ / ‖b‖ from the recurrence"},
      {"true_residual", "", &CgStanding::true_residual, "true relative residual ‖b - A x‖ / ‖b‖, recomputed from x"},
      {"state", "", &CgStanding::state,
       "`running` (can be continued), `converged`, `limit`, `breakdown` or `stagnated`"},
      {"sentence", "", &CgStanding::sentence, "one-sentence description of the state"},
      {"obstacle", "", &CgStanding::obstacle,
       "reason that the method cannot be used for this matrix; empty if unknown or while the solver is running"},
      {"parts_ns", "ns", &CgStanding::parts,
       "time of each part of an iteration; null if the parts cannot be timed separately"},
      {"parts_kind", "", "whether `parts_ns` is `measured` or `modelled`", false,
       [](const CgStanding& at) { return Json(at.is_modelled ? "modelled" : "measured"); },
       [](CgStanding& at, const Reader& in) {
           at.is_modelled = read_value<measure::TimeKind>(in) == measure::TimeKind::modelled;
       }}}})

WARPLOOM_FIELDS(CgSwitched,
                {"The result of `cg_switch`",
                 {{"detail", "", &CgSwitched::detail, "parameters selected by the kernel"},
                  {"iteration", "", &CgSwitched::iteration, "number of completed iterations", count},
                  {"residual", "", &CgSwitched::residual, "relative residual ‖r‖ / ‖b‖ from the recurrence"},
                  {"true_residual", "", &CgSwitched::true_residual,
                   "true relative residual ‖b - A x‖ / ‖b‖, recomputed from x"},
                  {"tolerance", "", &CgSwitched::tolerance, "tolerance for the relative residual ‖r‖ / ‖b‖"},
                  {"limit", "", &CgSwitched::limit, "maximum number of iterations", count}}})

WARPLOOM_FIELDS(IterationsEvent, {"The `iterations` event",
                                  {{"first", "", &IterationsEvent::first,
                                    "iteration number of the first value in `residuals`, counted from 1", needed_count},
                                   {"residuals", "", &IterationsEvent::residuals,
                                    "relative residual ‖r‖ / ‖b‖ after each iteration", needed}}})

} // namespace warploom::protocol
