// refused: 3:5 `cudaMemcpy` is not needed: all arrays of run lie in the memory of the GPU.
void run(int rows, double* y) {
    cudaMemcpy(y, y, 8, 1);
}
