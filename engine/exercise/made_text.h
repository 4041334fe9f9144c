#pragma once

#include <string>

namespace warploom::exercise {

/// Derives the source code of an exercise from another source file by replacing some of its lines, so that no kernel
/// has to be stored twice:
///
///     // y = A x in ELL, one thread per row.
///     // from: textbook/lesson_5_format.cu
///     // without: const int row = blockIdx.x * blockDim.x + threadIdx.x;
///     // instead: const int row = threadIdx.x * gridDim.x + blockIdx.x;
///
/// `from` is the name of an embedded kernel (see shipped_texts()), or `starter` for the source code passed as an
/// argument. The `without` lines must be consecutive and must occur only once in that source. They are replaced with
/// the `instead` lines, which are indented in the same way. All other lines are inserted at the top. From the header of
/// the original source, only directives such as `format` and `scratch` are kept. Text without `from` is returned
/// unchanged. `where` is the file name in error messages. Throws Error("exercise.format").
std::string made_text(const std::string& text, const std::string& where, const std::string& starter = {});

} // namespace warploom::exercise
