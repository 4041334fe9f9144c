// verdict: wrong-result
// Places are taken from two counters, so the order of equal bits is lost.
// problem: radix-step
// scratch: next int[2]

__global__ void clear(int* next) { next[0] = next[1] = 0; }

__global__ void move(int n, int bit, const unsigned* key, unsigned* moved, int* next) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if ((key[i] >> bit & 1) == 0) moved[atomicAdd(&next[0], 1)] = key[i];
    else moved[n - 1 - atomicAdd(&next[1], 1)] = key[i];
}

void run(int n, int bit, const unsigned* key, unsigned* moved, int* next, int block) {
    clear<<<1, 1>>>(next);
    move<<<(n + block - 1) / block, block>>>(n, bit, key, moved, next);
}
