// Fuzz target: a Matrix Market file.
#include "fuzz/read_matrix.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace warploom::fuzz;
    const MemoryFile file(data, size);
    expect_answer_or_refusal([&] { read_matrix_twice(file.path()); });
    return 0;
}
