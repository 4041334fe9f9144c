// refused: 3:30 Device function `f` cannot be called from host code.
__device__ int f() { return 1; }
void run(int rows) { int n = f(); }
