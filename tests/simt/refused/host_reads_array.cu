// refused: 4:21 GPU memory cannot be used in the host function `run`.
void run(double* y) {
    double* moved = y + 1;
    double v = moved[0];
}
