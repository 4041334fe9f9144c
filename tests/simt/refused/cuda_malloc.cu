// refused: 3:5 `cudaMalloc` is not needed: run is given all arrays.
void run(int rows, double* y) {
    cudaMalloc(&y, 8);
}
