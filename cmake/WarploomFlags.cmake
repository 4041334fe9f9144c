# Warnings and sanitizers for our own targets: warploom_flags(TARGET).
function(warploom_flags target)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
    target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wnon-virtual-dtor -Wold-style-cast>
        # A kernel must round identically on every host, so the compiler must not contract to fused multiply-add.
        $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
    # clang's -Wshadow reports false positives in unity builds. clang also does not know some pragmas and attributes of
    # gcc, does not see fields that only sanitizers use, and mistakes Qt's `emit` for misleading indentation.
    target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wshadow>
        $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-unused-private-field -Wno-unknown-pragmas -Wno-unknown-attributes
        -Wno-misleading-indentation>)
    # gcc 13 assumes that every returned reference refers to a temporary argument.
    target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-dangling-reference>
        # False positives of gcc 12 after inlining: overlapping string concatenations, and empty optionals.
        $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds -Wno-maybe-uninitialized>)
    # gcc runs its garbage collector whenever it has allocated 128 MiB. Unity builds need more memory, and every
    # collection takes time.
    target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=524288>)
    # clang searches every function that it inlines into for OpenMP calls to optimize. This takes a fifth of the compile
    # time of the largest kernel source, but does not change the object size.
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-mllvm -openmp-opt-disable>")
    # A compiler cache can reuse the precompiled header only if it contains no timestamp.
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>")
    # Among the versions of clang, only the one in Debian 12 compiles without warnings.
    if(WARPLOOM_WERROR AND NOT (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 15))
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
    endif()
    if(WARPLOOM_SANITIZE)
        target_compile_options(${target} PRIVATE
            $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${WARPLOOM_SANITIZE} -fno-omit-frame-pointer>)
        target_link_options(${target} PRIVATE -fsanitize=${WARPLOOM_SANITIZE})
    endif()
    if(WARPLOOM_LIBFUZZER)
        # Disable the checks that other checks make redundant: a null pointer crashes the program anyway, and the
        # address sanitizer detects out-of-bounds accesses. Without them, targets compile and run in two thirds of the
        # time. Do not trace every integer comparison, which takes another fifth of the time; string comparisons are
        # still traced. A failed check ends the program, so that libFuzzer keeps the input.
        target_compile_options(${target} PRIVATE
            $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=fuzzer-no-link -fno-sanitize=null,alignment,vptr,object-size
            -fno-sanitize-coverage=trace-cmp -fno-sanitize-recover=all>)
    endif()
endfunction()
