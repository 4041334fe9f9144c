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
/// `from` names one of shipped_texts(), or `starter` for the source passed as an argument. The `without` lines must be
/// consecutive in that source and occur once; the `instead` lines replace them with the same indentation. All other
/// lines are placed first. Of the header of the other source, directives such as `format` and `scratch` are kept. A
/// source without `from` is returned unchanged. `where` is the file name for error messages. Errors: "exercise.format".
std::string made_text(const std::string& text, const std::string& where, const std::string& starter = {});

} // namespace warploom::exercise
