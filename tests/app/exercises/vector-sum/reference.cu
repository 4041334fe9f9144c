// from: starter
// without: const int i = threadIdx.x;
// instead: const int i = blockIdx.x * blockDim.x + threadIdx.x;
// without: template <typename T> void run(int n, const T* a, const T* b, T* c, int block) { add<<<1, block>>>(n, a, b, c); }
// instead: template <typename T> void run(int n, const T* a, const T* b, T* c, int block) {
// instead:     add<<<(n + block - 1) / block, block>>>(n, a, b, c);
// instead: }
