// Fuzz target: a CUDA C kernel, which is compiled and, if possible, run on a small matrix. Sources of up to 200 KB are
// written in a few lines (repeated.h), whose counts and words the fuzzer changes.
#include "engine/thread_limit.h"
#include "fuzz/cuda_c_words.h"
#include "fuzz/repeated.h"
#include "fuzz/target.h"
#include "fuzz/try_text.h"

#include <cstring>

#ifdef WARPLOOM_LIBFUZZER
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

/// Sources with random byte changes are hardly ever valid programs, so three of four mutations replace whole words.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    if (seed % 4 == 0) return LLVMFuzzerMutate(data, size, most);
    const std::string changed = warploom::fuzz::with_other_words(warploom::fuzz::text_of(data, size), seed);
    if (changed.empty() || changed.size() > most) return LLVMFuzzerMutate(data, size, most);
    std::memcpy(data, changed.data(), changed.size());
    return changed.size();
}
#endif

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    warploom::use_at_most(1); // starting threads for a launch would take longer than its blocks
    warploom::simt::test::try_text(warploom::fuzz::repeated(warploom::fuzz::text_of(data, size), 200'000));
    return 0;
}
