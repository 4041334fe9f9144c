# Not Qt Tests: programs that measure on a GPU; their output is the tables that docs/results/ holds. Without a CUDA half
# they would have nothing to measure, so they are built with it only.
if(NOT WARPLOOM_HAVE_CUDA)
    return()
endif()

# Compiles for a GPU that need not be there.
target_sources(kernel_tests PRIVATE ${PROJECT_SOURCE_DIR}/kernels/cuda/sources/nvrtc.cpp)
target_link_libraries(kernel_tests PRIVATE CUDA::toolkit)
target_link_options(kernel_tests PRIVATE -Wl,-rpath,${CUDAToolkit_LIBRARY_DIR})
warploom_test(kernels_text_nvrtc text_nvrtc_test.cpp kernel_tests LABELS cuda)

# A profiler watches it, see compare_with_profiler.sh.
warploom_test_program(counts_for_profiler SOURCES counts_for_profiler.cpp LIBRARIES warploom_kernels)

add_library(cuda_floors_tools STATIC cuda_floors_tools.cpp)
warploom_test_flags(cuda_floors_tools)
target_link_libraries(cuda_floors_tools PUBLIC kernel_test_cases)

function(warploom_floors name)
    warploom_test_program(${name} SOURCES ${name}.cpp LIBRARIES cuda_floors_tools)
    target_compile_options(${name} PRIVATE $<$<NOT:$<BOOL:${WARPLOOM_SANITIZE}>>:-O2>) # it holds a clock itself
    add_test(NAME kernels_${name} COMMAND ${name})
    set_tests_properties(kernels_${name} PROPERTIES LABELS "gpu;speed" TIMEOUT 900 SKIP_RETURN_CODE 77)
endfunction()
warploom_floors(cuda_floors)
warploom_floors(cuda_floors_ata)
warploom_floors(cuda_floors_cg)
warploom_floors(cuda_floors_tridiagonal)
warploom_floors(cuda_multi_gpu_scaling)
warploom_floors(cuda_families)
warploom_floors(cuda_goals)
warploom_floors(cuda_cg_goals)
add_library(cuda_cg_while STATIC cuda_cg_while.cu)
warploom_cuda_flags(cuda_cg_while)
target_link_libraries(cuda_cg_while PUBLIC kernel_test_cases CUDA::cusparse CUDA::cublas)
target_link_libraries(cuda_cg_goals PRIVATE cuda_cg_while)
