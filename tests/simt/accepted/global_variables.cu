// y: 10 3 20 30 5 64 2 7 1 25 4
// Variables at namespace scope: __constant__ and __device__, scalars, arrays and structs, with and without values.
struct Pair {
    int first;
    float second;
};
__constant__ int offset = 3;
__constant__ float weights[4] = {10, 20, 30};
__constant__ int table[2][2] = {{1, 2}, {3, 4}};
__device__ int counter;
__device__ unsigned long long total = 4, more[3];
__device__ const double halves[] = {0.5, 1.5, 2.5};
__device__ Pair pairs[2] = {{1, 2.5f}, {7}};
static __device__ volatile int flag;
namespace inner {
__device__ int last = 2;
}
__device__ int add(int value) { return atomicAdd(&counter, value); }
__device__ void double_it(int* value) { *value *= 2; }
__global__ void count(int rows) {
    add(1);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        flag = 1;
        more[2] = total + 1;
        double_it(&inner::last);
    }
}
__global__ void k(int rows, const int* in, double* y) {
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    const float* weight = weights;
    y[0] = weight[0];
    y[1] = offset;
    y[2] = weights[1];
    y[3] = weight[2];
    y[4] = more[2];
    y[5] = counter;
    y[6] = table[0][1];
    y[7] = pairs[1].first;
    y[8] = flag;
    y[9] = halves[2] * 10 + pairs[1].second + weights[3];
    y[10] = inner::last;
}
void run(int rows, const int* in, double* y, int block) {
    count<<<2, 32>>>(rows);
    k<<<1, 32>>>(rows, in, y);
}
