// refused: 3:13 `cub::BlockReduce` is not supported.
__global__ void k(int rows, const double* x, double* y) {
    typedef cub::BlockReduce<double, 128> BlockReduce;
    __shared__ typename BlockReduce::TempStorage temp_storage;
    const double sum = BlockReduce(temp_storage).Sum(x[threadIdx.x]);
    if (threadIdx.x == 0) y[0] = sum;
}
void run(int rows, const double* x, double* y) { k<<<1, 128>>>(rows, x, y); }
