// refused: 4:21 The memory of the GPU is used in `run`, which runs on the host.
void run(double* y) {
    double* moved = y + 1;
    double v = moved[0];
}
