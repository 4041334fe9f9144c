// Fuzz target: a Matrix Market file compressed with gzip.
#include "fuzz/pack.h"
#include "fuzz/read_matrix.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace warploom::fuzz;
    if (size < 8) return 0;
    const std::vector<std::uint8_t> packed = damaged_pack(data, size);
    const MemoryFile file(packed.data(), packed.size());
    expect_answer_or_refusal([&] { read_matrix_twice(file.path()); });
    return 0;
}
