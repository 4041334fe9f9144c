// The scans of Kogge and Stone, with two buffers, and of Brent and Kung.
#define SECTION_SIZE 256
__global__ void Kogge_Stone_scan_kernel(float* X, float* Y, unsigned int N) {
    __shared__ float XY[2][SECTION_SIZE];
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int in = 0, out = 1;
    XY[in][threadIdx.x] = i < N ? X[i] : 0.0f;
    __syncthreads();
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if (threadIdx.x >= stride) XY[out][threadIdx.x] = XY[in][threadIdx.x] + XY[in][threadIdx.x - stride];
        else XY[out][threadIdx.x] = XY[in][threadIdx.x];
        in = 1 - in;
        out = 1 - out;
        __syncthreads();
    }
    if (i < N) Y[i] = XY[in][threadIdx.x];
}
__global__ void Brent_Kung_scan_kernel(float* X, float* Y, unsigned int N) {
    __shared__ float XY[SECTION_SIZE];
    unsigned int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) XY[threadIdx.x] = X[i];
    if (i + blockDim.x < N) XY[threadIdx.x + blockDim.x] = X[i + blockDim.x];
    for (unsigned int stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        unsigned int index = (threadIdx.x + 1) * 2 * stride - 1;
        if (index < SECTION_SIZE) XY[index] += XY[index - stride];
    }
    for (int stride = SECTION_SIZE / 4; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned int index = (threadIdx.x + 1) * stride * 2 - 1;
        if (index + stride < SECTION_SIZE) XY[index + stride] += XY[index];
    }
    __syncthreads();
    if (i < N) Y[i] = XY[threadIdx.x];
    if (i + blockDim.x < N) Y[i + blockDim.x] = XY[threadIdx.x + blockDim.x];
}
void run(int rows, float* x, float* y) {
    Kogge_Stone_scan_kernel<<<(rows + 255) / 256, SECTION_SIZE>>>(x, y, rows);
    Brent_Kung_scan_kernel<<<(rows + 255) / 256, SECTION_SIZE / 2>>>(x, y, rows);
}
