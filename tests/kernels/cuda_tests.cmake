# What needs a GPU, and what a machine without one must say.
warploom_test(kernels_cuda_plugin SOURCES cuda_plugin_test.cpp LIBRARIES warploom_kernels)
warploom_test(kernels_cuda_fault SOURCES cuda_fault_test.cpp LIBRARIES warploom_kernels LABELS gpu)

# Not a Qt Test: its output is the table that docs/results/ holds.
add_executable(cuda_floors cuda_floors.cpp)
warploom_flags(cuda_floors)
set_target_properties(cuda_floors PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
target_link_libraries(cuda_floors PRIVATE warploom_kernels)
add_test(NAME kernels_cuda_floors COMMAND cuda_floors)
set_tests_properties(kernels_cuda_floors PROPERTIES LABELS "gpu;speed" TIMEOUT 900 SKIP_RETURN_CODE 77)

if(WARPLOOM_HAVE_CUDA)
    add_executable(cuda_handwritten cuda_handwritten.cu ${PROJECT_SOURCE_DIR}/kernels/cuda/uploaded_format.cpp)
    warploom_cuda_flags(cuda_handwritten)
    set_target_properties(cuda_handwritten PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_link_libraries(cuda_handwritten PRIVATE warploom_kernels warploom_engine_cuda)
    add_test(NAME kernels_cuda_handwritten COMMAND cuda_handwritten)
    set_tests_properties(kernels_cuda_handwritten PROPERTIES LABELS "gpu;speed" TIMEOUT 300 SKIP_RETURN_CODE 77)
endif()
