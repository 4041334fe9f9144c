// taken
__global__ void k(int* y) { y[0] = 1; }
void run(int* y) { @4000`k<<<1, 1>>>(y); `}
