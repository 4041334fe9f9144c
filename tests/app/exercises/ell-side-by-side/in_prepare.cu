// prepare moves column and value so that the rows of the starter lie side by side.
// format: ell
// scratch: there int[leading_dimension * (width + 1)]
// scratch: number T[leading_dimension * (width + 1)]

template <typename T>
__global__ void move(int rows, long long leading_dimension, const int* length, const int* column, const T* value,
                     int* there, T* number) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = threadIdx.x * gridDim.x + blockIdx.x;
    if (row >= rows || i >= leading_dimension) return;
    for (int k = 0; k < length[row]; ++k) {
        there[k * leading_dimension + i] = column[k * leading_dimension + row];
        number[k * leading_dimension + i] = value[k * leading_dimension + row];
    }
}
template <typename T>
void prepare(int rows, long long leading_dimension, const int* length, const int* column, const T* value, int* there,
             T* number, int block) {
    move<<<(rows + block - 1) / block, block>>>(rows, leading_dimension, length, column, value, there, number);
}

template <typename T>
__global__ void rows_as_moved(int rows, long long leading_dimension, const int* length, const int* column,
                              const T* value, const int* there, const T* number, const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = threadIdx.x * gridDim.x + blockIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = 0; k < length[row]; ++k)
        sum += i < leading_dimension ? number[k * leading_dimension + i] * x[there[k * leading_dimension + i]]
                                     : value[k * leading_dimension + row] * x[column[k * leading_dimension + row]];
    y[row] = sum;
}
template <typename T>
void run(int rows, long long leading_dimension, const int* length, const int* column, const T* value, const int* there,
         const T* number, const T* x, T* y, int block) {
    rows_as_moved<<<(rows + block - 1) / block, block>>>(rows, leading_dimension, length, column, value, there, number,
                                                         x, y);
}
