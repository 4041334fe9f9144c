// refused: 3:53 Missing `}` for this `{` before the function on line 6.
template <typename T>
__global__ void product(int rows, const T* x, T* y) { // nothing closes it
    if (rows > 0) { y[0] = x[0]; }

template <typename T> void run(int rows, const T* x, T* y, int block) { product<<<1, block>>>(rows, x, y); }
