// refused: 2:1 `cooperative_groups` requires a header of CUDA.
namespace cg = cooperative_groups;
__global__ void k(int rows, double* y) {
    cg::thread_block cta = cg::this_thread_block();
    cta.sync();
}
void run(int rows, double* y, int block) { k<<<1, block>>>(rows, y); }
