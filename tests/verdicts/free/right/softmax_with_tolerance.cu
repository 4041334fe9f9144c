// verdict: right
// says: Correct on
// in: a float[rows][cols]
// out: b float[rows][cols]
// rows: 1 .. 200
// cols: 1 .. 200
// a: uniform -10 .. 10
// tolerance: 1e-5

void expected(int rows, int cols, const float* a, float* b) {
    for (int row = 0; row < rows; ++row) {
        double largest = a[row * cols], sum = 0;
        for (int col = 0; col < cols; ++col) largest = fmax(largest, (double)a[row * cols + col]);
        for (int col = 0; col < cols; ++col) sum += exp(a[row * cols + col] - largest);
        for (int col = 0; col < cols; ++col) b[row * cols + col] = exp(a[row * cols + col] - largest) / sum;
    }
}

__global__ void softmax(int rows, int cols, const float* a, float* b) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float largest = a[row * cols], sum = 0;
    for (int col = 1; col < cols; ++col) largest = fmaxf(largest, a[row * cols + col]);
    for (int col = 0; col < cols; ++col) sum += expf(a[row * cols + col] - largest);
    for (int col = 0; col < cols; ++col) b[row * cols + col] = expf(a[row * cols + col] - largest) / sum;
}

void run(int rows, int cols, const float* a, float* b, int block) {
    softmax<<<(rows + block - 1) / block, block>>>(rows, cols, a, b);
}
