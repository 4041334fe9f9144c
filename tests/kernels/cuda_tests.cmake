# What needs a GPU, and what a machine without one must say.
warploom_test(kernels_cuda_plugin SOURCES cuda_plugin_test.cpp LIBRARIES warploom_kernels)
warploom_test(kernels_cuda_fault SOURCES cuda_fault_test.cpp LIBRARIES warploom_kernels LABELS gpu)

# Not Qt Tests: their output is the tables that docs/results/ holds.
function(warploom_floors name)
    add_executable(${name} ${name}.cpp cuda_floors_tools.cpp ${ARGN})
    warploom_flags(${name})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_link_libraries(${name} PRIVATE warploom_kernels)
    add_test(NAME kernels_${name} COMMAND ${name})
    set_tests_properties(kernels_${name} PROPERTIES LABELS "gpu;speed" TIMEOUT 900 SKIP_RETURN_CODE 77)
endfunction()
warploom_floors(cuda_floors)

warploom_floors(cuda_floors_tridiagonal)
warploom_test(kernels_partition_cuda SOURCES partition_test.cpp LIBRARIES warploom_kernels LABELS gpu)
target_compile_definitions(kernels_partition_cuda PRIVATE WARPLOOM_PARTITION_MACHINE="cuda:0")

warploom_test(kernels_several_gpus SOURCES several_gpus_test.cpp cg_cases.cpp drawn_matrices.cpp LIBRARIES warploom_kernels LABELS gpu)
warploom_floors(cuda_floors_cg cg_cases.cpp drawn_matrices.cpp)

warploom_floors(cuda_several_scaling cg_cases.cpp drawn_matrices.cpp)

warploom_floors(cuda_floors_ata)
warploom_test(kernels_ata_conformance_cuda SOURCES ata_conformance_test.cpp LIBRARIES warploom_kernels LABELS gpu)
target_compile_definitions(kernels_ata_conformance_cuda PRIVATE WARPLOOM_CONFORMANCE_MACHINE="cuda:0")

if(WARPLOOM_HAVE_CUDA)
    add_executable(cuda_handwritten cuda_handwritten.cu ${PROJECT_SOURCE_DIR}/kernels/cuda/uploaded_format.cpp)
    warploom_cuda_flags(cuda_handwritten)
    set_target_properties(cuda_handwritten PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_link_libraries(cuda_handwritten PRIVATE warploom_kernels warploom_engine_cuda)
    add_test(NAME kernels_cuda_handwritten COMMAND cuda_handwritten)
    set_tests_properties(kernels_cuda_handwritten PROPERTIES LABELS "gpu;speed" TIMEOUT 300 SKIP_RETURN_CODE 77)
endif()
