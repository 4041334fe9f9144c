#pragma once

#include "app/info/describe.h"
#include "app/inputs/inputs.h"
#include "engine/lesson/question.h"
#include "engine/progress.h"

namespace warploom::app {

/// Computes the answer to a lesson's question: traces a kernel, converts a matrix, steps through an algorithm or solves
/// a system. `machines` must contain the host (`cpu`) for questions about conjugate gradients. Errors: any error from
/// these operations; "lesson.question" if the question has no answer, for example because a format cannot store the
/// matrix; "cancelled".
lesson::Answer answer_of(const lesson::Question& question, Inputs& inputs, const MachineList& machines,
                         const Progress& progress = {});

/// Answers a lesson's question about iterations or convergence by solving the system on the host. Not available in web
/// browsers.
void answer_by_solving(const lesson::Question& question, lesson::Answer& answer, Inputs& inputs,
                       const MachineList& machines, const Progress& progress);

} // namespace warploom::app
