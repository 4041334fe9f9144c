// refused: 2:35 Textures are not supported.
__global__ void k(int rows, const cudaTextureObject_t tex, const int* column, double* y) {
    y[threadIdx.x] = tex1Dfetch<float>(tex, column[threadIdx.x]);
}
void run(int rows, const int* column, double* y) { k<<<1, 32>>>(rows, 0, column, y); }
