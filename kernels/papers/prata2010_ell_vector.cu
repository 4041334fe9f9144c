// Prata, Melfe, Pesqueira, Muranho 2010, section 3.2: y = A x in ELL, one warp per row. The paper lists the three ways
// to divide the work, after Bell and Garland, and says that ELL is best with one thread per row. This kernel is the
// alternative that the paper rejects: the entries of a row are a whole column apart in ELL, so the 32 lanes of a warp
// read from 32 distant addresses, exactly as in CSR with one thread per row. Entries of a row are leading_dimension
// elements apart (the number of rows, rounded up to a multiple of 32, unlike in the paper).
// format: ell

template <typename T>
__global__ void ell_vector(int rows, long long leading_dimension, const int* length, const int* column, const T* value,
                           const T* x, T* y) {
    __shared__ T sums[1024];
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows) return; // the condition is uniform across the warp
    const int lane = threadIdx.x % 32;

    T sum = 0;
    const int end = length[row];
    for (int k = lane; k < end; k += 32) {
        const long long slot = k * leading_dimension + row;
        sum += value[slot] * x[column[slot]];
    }
    sums[threadIdx.x] = sum;
    __syncwarp();

    for (int half = 16; half > 0; half /= 2) {
        if (lane < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncwarp();
    }
    if (lane == 0) y[row] = sums[threadIdx.x];
}

template <typename T>
void run(int rows, long long leading_dimension, const int* length, const int* column, const T* value, const T* x, T* y,
         int block) {
    const int warps = block / 32;
    const int grid = (rows + warps - 1) / warps;
    ell_vector<<<grid, block>>>(rows, leading_dimension, length, column, value, x, y);
}
