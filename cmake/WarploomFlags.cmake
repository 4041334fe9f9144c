# Warnings and sanitizers for our own targets: warploom_flags(TARGET).
function(warploom_flags target)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
    target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wnon-virtual-dtor -Wold-style-cast>
        # A kernel must round alike on every host, so no fused multiply-add behind its back.
        $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
    # clang asks of -Wshadow what only hinders in sources that are compiled together; it does not know some pragmas and
    # attributes of gcc, does not see fields that only sanitizers use, and takes Qt's `emit` for an indentation.
    target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wshadow>
        $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-unused-private-field -Wno-unknown-pragmas -Wno-unknown-attributes
        -Wno-misleading-indentation>)
    # gcc 13 takes any reference that a function returns for one into its temporary arguments.
    target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-dangling-reference>
        # What gcc 12 finds after inlining (additions of texts that overlap, optionals without a value) is not there.
        $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds -Wno-maybe-uninitialized>)
    # gcc cleans up its memory at every 128 MiB; whole folders at once need more, and each time costs.
    target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=524288>)
    # clang looks for calls of OpenMP to save in every function that it inlines into: a fifth of the time of the largest source of
    # kernels, whose object has the same size without.
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-mllvm -openmp-opt-disable>")
    # Without the time in it, a compiler cache finds a precompiled header again.
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>")
    # Of clang's versions only Debian 12's has been gone through.
    if(WARPLOOM_WERROR AND NOT (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 15))
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
    endif()
    if(WARPLOOM_SANITIZE)
        target_compile_options(${target} PRIVATE
            $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${WARPLOOM_SANITIZE} -fno-omit-frame-pointer>)
        target_link_options(${target} PRIVATE -fsanitize=${WARPLOOM_SANITIZE})
    endif()
    if(WARPLOOM_LIBFUZZER)
        # A null pointer ends the program anyway, and what lies beyond an object the address sanitizer sees: without these
        # checks targets compile and run in two thirds of the time. An account of every comparison of numbers takes a fifth
        # of the time again; those of texts are taken anyway. What a check finds ends the program, so that libFuzzer keeps
        # the input.
        target_compile_options(${target} PRIVATE
            $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=fuzzer-no-link -fno-sanitize=null,alignment,vptr,object-size
            -fno-sanitize-coverage=trace-cmp -fno-sanitize-recover=all>)
    endif()
endfunction()
