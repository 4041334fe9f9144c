// refused: 2:46 Missing `}` for this `{` before the function on line 7.
__global__ void product(int rows, double* y) {
    if (rows > 0) {
        y[0] = 1;
}

void run(int rows, double* y) { product<<<1, 1>>>(rows, y); }
