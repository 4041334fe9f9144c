// verdict: shared-race
// block: 64
// Shared memory is an array of bytes with numbers and counts. A thread reads the counts of another one without a barrier.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ char bytes[64 * sizeof(T) + 64 * sizeof(int)];
    T* part = (T*)bytes;
    int* count = (int*)(bytes + 64 * sizeof(T));
    const int row = blockIdx.x, t = threadIdx.x;
    T sum = 0;
    int entries = 0;
    for (int k = row_pointer[row] + t; k < row_pointer[row + 1]; k += 64) {
        sum += value[k] * x[column[k]];
        ++entries;
    }
    part[t] = sum;
    count[t] = entries;
    entries += count[t ^ 32];
    for (int half = 32; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) {
            part[t] += part[t + half];
            count[t] += count[t + half];
        }
    }
    if (t == 0) y[row] = count[0] + entries > 0 ? part[0] : 0;
}

template <typename T> void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    product<<<rows, 64>>>(rows, row_pointer, column, value, x, y);
}
