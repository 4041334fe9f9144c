# Finds the CUDA toolkit and sets WARPLOOM_HAVE_CUDA. Everything else builds without it.
set(WARPLOOM_HAVE_CUDA OFF)
if(NOT WARPLOOM_CUDA STREQUAL "OFF")
    include(CheckLanguage)
    if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX} AND EXISTS /usr/local/cuda/bin/nvcc)
        set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)
    endif()
    # Releases are built for all major architectures. The presets select a single one for faster builds.
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
        set(CMAKE_CUDA_ARCHITECTURES all-major)
    endif()
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
        enable_language(CUDA)
        find_package(CUDAToolkit REQUIRED)
        set(CMAKE_CUDA_STANDARD 20)
        # CMake 3.25 does not know that nvcc has supported C++20 since version 12.0.
        if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION AND CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.0)
            set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
            set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
        endif()
        set(CMAKE_CUDA_STANDARD_REQUIRED ON)
        set(WARPLOOM_HAVE_CUDA ON)
    elseif(WARPLOOM_CUDA STREQUAL "ON")
        message(FATAL_ERROR "WARPLOOM_CUDA=ON, but no CUDA compiler was found. "
                            "Set CUDACXX to the path of nvcc, or use WARPLOOM_CUDA=AUTO.")
    endif()
endif()
message(STATUS "CUDA half: ${WARPLOOM_HAVE_CUDA} ${CMAKE_CUDA_COMPILER_VERSION}")

# Converts CMAKE_CUDA_ARCHITECTURES to the form that NVRTC uses: sm_90.
function(warploom_text_architectures result)
    set(wanted ${CMAKE_CUDA_ARCHITECTURES})
    if(wanted STREQUAL "all-major")
        set(wanted 75 80 90 100 120)
    elseif(wanted STREQUAL "native")
        set(wanted ${CMAKE_CUDA_ARCHITECTURES_NATIVE})
    endif()
    list(TRANSFORM wanted REPLACE "-(real|virtual)$" "")
    list(REMOVE_DUPLICATES wanted)
    list(TRANSFORM wanted PREPEND sm_)
    set(${result} ${wanted} PARENT_SCOPE)
endfunction()

# Adds warnings for our own CUDA targets, in addition to warploom_flags for their host sources. -Wshadow and
# -Wold-style-cast are omitted, because nvcc's host pass would report them in generated stubs.
function(warploom_cuda_flags target)
    warploom_flags(${target})
    target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wno-unknown-pragmas -Xcudafe=--display_error_number>)
    if(WARPLOOM_WERROR)
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings -Xcompiler=-Werror>)
    endif()
endfunction()
