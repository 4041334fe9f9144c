// refused: 3:5 `cudaMemcpy` is not needed. All arrays of run are in GPU memory.
void run(int rows, double* y) {
    cudaMemcpy(y, y, 8, 1);
}
