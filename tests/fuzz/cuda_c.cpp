// A kernel in CUDA C: translated and, where it can be, run over a small matrix.
#include "engine/simt/program.h"
#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    warploom::simt::try_text(warploom::fuzz::text_of(data, size));
    return 0;
}
