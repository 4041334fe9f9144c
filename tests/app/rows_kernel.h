// A typical beginner's kernel, for tests of verdicts.
#pragma once

#include <string>

namespace warploom::test {

/// Returns a CSR kernel with one thread per row; `body` stores y[row] from `sum`. The first line of `body` is line 7.
inline std::string rows_kernel(const std::string& body,
                               const std::string& launch = "(rows + block - 1) / block, block") {
    return "template <typename T>\n"
           "__global__ void mine(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* "
           "y) {\n"
           "    const int row = blockIdx.x * blockDim.x + threadIdx.x;\n"
           "    if (row >= rows) return;\n"
           "    T sum = 0;\n"
           "    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];\n" +
           body +
           "}\n"
           "template <typename T>\n"
           "void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) "
           "{\n"
           "    mine<<<" +
           launch + ">>>(rows, row_pointer, column, value, x, y);\n}\n";
}

} // namespace warploom::test
