// refused: 3:17 `y`, which lies in the memory of the GPU, is used in `run`, which runs on the host.
void run(double* y) {
    double v = y[0];
}
