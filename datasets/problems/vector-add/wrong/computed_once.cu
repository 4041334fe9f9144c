// verdict: wrong-result
// The sum is computed in the first run only and copied in later ones.
// problem: vector-add

// scratch: known double[n]
// scratch: flag int[1]
template <typename T> __global__ void kernel(int n, const T* a, const T* b, T* c, T* known, const int* flag) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (flag[0] == 0) known[i] = a[i] + b[i];
    c[i] = known[i];
}

__global__ void remember(int* flag) { flag[0] = 1; }

__global__ void forget(int* flag) { flag[0] = 0; }

void prepare(int* flag) { forget<<<1, 1>>>(flag); }

template <typename T> void run(int n, const T* a, const T* b, T* c, T* known, int* flag, int block) {
    kernel<<<(n + block - 1) / block, block>>>(n, a, b, c, known, flag);
    remember<<<1, 1>>>(flag);
}
