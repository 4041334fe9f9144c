// refused: 3:30 `f` runs on the GPU and cannot be called by the host.
__device__ int f() { return 1; }
void run(int rows) { int n = f(); }
