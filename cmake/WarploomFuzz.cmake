# Targets that damaged inputs are tried on (tests/fuzz), where WARPLOOM_FUZZ is on.

# libFuzzer, which looks for inputs that reach new code, comes with clang; otherwise
# tests/fuzz/run_corpus.cpp changes the seeds.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS -fsanitize=fuzzer)
check_cxx_source_compiles([[
    #include <cstddef>
    #include <cstdint>
    extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t*, std::size_t) { return 0; }
]] WARPLOOM_LIBFUZZER)
unset(CMAKE_REQUIRED_FLAGS)

add_custom_target(fuzz_targets) # all of them

# warploom_fuzz_target(NAME LIBRARIES ... SEEDS folder ...): NAME.cpp, and the folders of files that it begins with, which
# are written to NAME.seeds beside the program, one a line.
function(warploom_fuzz_target name)
    cmake_parse_arguments(arg "" "" "LIBRARIES;SEEDS" ${ARGN})
    set(program fuzz_${name})
    add_executable(${program} ${name}.cpp)
    warploom_flags(${program})
    set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
    target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(${program} PRIVATE ${arg_LIBRARIES})
    if(WARPLOOM_LIBFUZZER)
        target_compile_options(${program} PRIVATE -fsanitize=fuzzer)
        target_link_options(${program} PRIVATE -fsanitize=fuzzer)
    else()
        target_sources(${program} PRIVATE run_corpus.cpp mutate.cpp)
    endif()
    list(TRANSFORM arg_SEEDS PREPEND ${PROJECT_SOURCE_DIR}/)
    list(JOIN arg_SEEDS "\n" folders)
    file(WRITE ${CMAKE_BINARY_DIR}/fuzz/${program}.seeds "${folders}\n")
    add_dependencies(fuzz_targets ${program})
endfunction()
