# Checks whether the compiler has libFuzzer, for which every library must then be compiled (tests/fuzz).
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS -fsanitize=fuzzer)
check_cxx_source_compiles([[
    #include <cstddef>
    #include <cstdint>
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t*, std::size_t) { return 0; }
]] WARPLOOM_LIBFUZZER)
unset(CMAKE_REQUIRED_FLAGS)
