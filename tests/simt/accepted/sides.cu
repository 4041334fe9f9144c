// y: 2 12 4 1 6 1
// C++17: of << and >> the left side is first, of an assignment the right one.
__device__ int next(int& n) { return ++n; }
__global__ void k(int rows, const int* in, double* y) {
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    int i = 1;
    y[0] = i << i++;
    i = 3;
    y[1] = i << --i;
    i = 2;
    y[2] = i++ << (i - 2);
    i = 1;
    y[i++ + 2] = i - 0 * 1;
    i = 3;
    y[4] = i << (next(i) - 3);
    i = 5;
    y[i++] = i - 4;
}

void run(int rows, const int* in, double* y, int block) { k<<<(rows + block - 1) / block, block>>>(rows, in, y); }
