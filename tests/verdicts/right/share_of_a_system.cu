// verdict: right
// scratch: upper T[n]
// scratch: mine T[n]
// A system has n / systems unknowns, so its row times the number of systems is less than n: no product overflows.

template <typename T>
__global__ void thomas(int n, int systems, const T* a, const T* b, const T* c, const T* d, T* x, T* upper, T* mine) {
    const int system = blockIdx.x * blockDim.x + threadIdx.x, rows = n / systems;
    if (system >= systems) return;
    const int first = system * rows;
    mine[system] = d[first] / b[first];
    upper[system] = c[first] / b[first];
    for (int i = 1; i < rows; ++i) {
        const int row = first + i, here = i * systems + system, before = here - systems;
        const T pivot = b[row] - a[row] * upper[before];
        upper[here] = c[row] / pivot;
        mine[here] = (d[row] - a[row] * mine[before]) / pivot;
    }
    x[first + rows - 1] = mine[(rows - 1) * systems + system];
    for (int i = rows - 2; i >= 0; --i) {
        const int here = i * systems + system;
        x[first + i] = mine[here] - upper[here] * x[first + i + 1];
    }
}

template <typename T>
void run(int n, int systems, const T* a, const T* b, const T* c, const T* d, T* x, T* upper, T* mine, int block) {
    thomas<<<(systems + block - 1) / block, block>>>(n, systems, a, b, c, d, x, upper, mine);
}
