# Checks whether the compiler supports libFuzzer. If it is used, every library must be compiled for it (tests/fuzz).
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS -fsanitize=fuzzer)
check_cxx_source_compiles([[
    #include <cstddef>
    #include <cstdint>
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t*, std::size_t) { return 0; }
]] WARPLOOM_LIBFUZZER)
unset(CMAKE_REQUIRED_FLAGS)
