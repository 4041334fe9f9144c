// y: 63 62 61 60
// A __shared__ variable at namespace scope belongs to each kernel that uses it.
__shared__ int turned[64];
extern __shared__ double dynamic[];

__global__ void k(int rows, const int* in, double* y) {
    turned[63 - threadIdx.x] = threadIdx.x;
    dynamic[threadIdx.x] = 0.0;
    __syncthreads();
    y[threadIdx.x] = turned[threadIdx.x] + dynamic[63 - threadIdx.x];
}
void run(int rows, const int* in, double* y, int block) { k<<<1, 64, 64 * sizeof(double)>>>(rows, in, y); }
