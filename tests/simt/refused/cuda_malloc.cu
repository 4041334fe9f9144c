// refused: 3:5 `cudaMalloc` is not needed. All arrays are passed to run as parameters.
void run(int rows, double* y) {
    cudaMalloc(&y, 8);
}
