// Prata, Melfe, Pesqueira, Muranho 2010, section 3.2: y = A x in ELL, a warp for each row.
// The paper names the three ways to share the work, after Bell and Garland, and says that ELL is best with a thread for
// each row. This is the way that it does not take: the entries of one row lie a whole column apart in ELL, so the 32
// lanes of a warp read from 32 far places, exactly as in CSR with a thread for each row.
// The k-th entries lie leading_dimension places apart: the rows, rounded up to a multiple of 32; the paper has the rows.
// format: ell

template <typename T>
__global__ void ell_vector(int rows, long long leading_dimension, const int* length, const int* column, const T* value,
                           const T* x, T* y) {
    __shared__ T sums[1024];
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows) return; // a whole warp leaves
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
