// verdict: wrong-result
// Only one block is launched, and each thread computes only one element.
// problem: saxpy

template <typename T> __global__ void saxpy(int n, T alpha, const T* x, T* y) {
    const int i = threadIdx.x;
    if (i < n) y[i] += alpha * x[i];
}

template <typename T> void run(int n, T alpha, const T* x, T* y, int block) { saxpy<<<1, block>>>(n, alpha, x, y); }
