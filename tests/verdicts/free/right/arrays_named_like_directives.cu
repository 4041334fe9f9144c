// verdict: right
// says: Correct on
// in: value T[n]
// in: source int[n]
// out: out T[n]
// n: 1 .. 3000
// source: permutation

template <typename T> void expected(int n, const T* value, const int* source, T* out) {
    for (int i = 0; i < n; ++i) out[source[i]] = value[i];
}

// The arrays have the names of directives; `source` then chooses the elements of the array.
template <typename T> __global__ void scatter(int n, const T* value, const int* source, T* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[source[i]] = value[i];
}

template <typename T> void run(int n, const T* value, const int* source, T* out, int block) {
    scatter<<<(n + block - 1) / block, block>>>(n, value, source, out);
}
