// verdict: right
// says: Correct on
// in: value T[n]
// in: place int[n]
// out: moved T[n]
// n: 1 .. 3000
// place: permutation

template <typename T> void expected(int n, const T* value, const int* place, T* moved) {
    for (int i = 0; i < n; ++i) moved[place[i]] = value[i];
}

// No two threads write the same element, because the indices form a permutation.
template <typename T> __global__ void scatter(int n, const T* value, const int* place, T* moved) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) moved[place[i]] = value[i];
}

template <typename T> void run(int n, const T* value, const int* place, T* moved, int block) {
    scatter<<<(n + block - 1) / block, block>>>(n, value, place, moved);
}
