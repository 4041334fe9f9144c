#pragma once

#include <string>

namespace warploom::exercise {

/// Derives the source of an exercise from another one by replacing some lines, so that no kernel is stored twice:
///
///     // y = A x in ELL, a thread for each row.
///     // from: textbook/lesson_5_format.cu
///     // without: const int row = blockIdx.x * blockDim.x + threadIdx.x;
///     // instead: const int row = threadIdx.x * gridDim.x + blockIdx.x;
///
/// `from` names one of shipped_texts(), or is `starter`, which is given here. `without` lines are neighbors there,
/// once; `instead` lines take their place, as deep in as they are. All other lines come first. Of the other text's head
/// `format`, `scratch` and their like stay. A text without `from` is its own. `where` names the file in sentences.
/// Errors: "exercise.format".
std::string made_text(const std::string& text, const std::string& where, const std::string& starter = {});

} // namespace warploom::exercise
