// Fuzz target: a matrix file of SciPy.
#include "engine/matrix/npz/npz_reader.h"
#include "fuzz/read_matrix.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace warploom;
    const fuzz::MemoryFile file(data, size);
    fuzz::expect_answer_or_refusal([&] { fuzz::require_sound(read_npz(file.path(), {}, 1).csr); });
    return 0;
}
