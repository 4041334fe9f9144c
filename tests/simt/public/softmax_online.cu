// The greatest number and the sum of a row in a single pass, combined across lanes and warps.
#include <cfloat>
struct MaximumAndSum {
    float m, d;
};
typedef MaximumAndSum MD;
__device__ __forceinline__ MD reduce_md_op(MD a, MD b) {
    bool a_bigger = (a.m > b.m);
    MD bigger_m = a_bigger ? a : b;
    MD smaller_m = a_bigger ? b : a;
    MD res;
    res.d = bigger_m.d + smaller_m.d * __expf(smaller_m.m - bigger_m.m);
    res.m = bigger_m.m;
    return res;
}
template <int THREADBLOCK_SIZE>
__launch_bounds__(THREADBLOCK_SIZE) __global__
    void online_softmax(const float* __restrict x, float* __restrict y, int V) {
    int vector_id = blockIdx.x;
    x += vector_id * V;
    y += vector_id * V;
    __shared__ MD partial[THREADBLOCK_SIZE / 32];
    __shared__ float total_m, total_d;
    MD md_partial;
    md_partial.m = -FLT_MAX;
    md_partial.d = 0.0F;
    for (int elem_id = threadIdx.x; elem_id < V; elem_id += THREADBLOCK_SIZE) {
        MD new_elem;
        new_elem.m = x[elem_id];
        new_elem.d = 1.0F;
        md_partial = reduce_md_op(md_partial, new_elem);
    }
    for (int by = 16; by > 0; by /= 2) {
        MD other = {__shfl_xor_sync(0xffffffff, md_partial.m, by), __shfl_xor_sync(0xffffffff, md_partial.d, by)};
        md_partial = reduce_md_op(md_partial, other);
    }
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = md_partial;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < THREADBLOCK_SIZE / 32; ++w) md_partial = reduce_md_op(md_partial, partial[w]);
        total_m = md_partial.m;
        total_d = md_partial.d;
    }
    __syncthreads();
    float d_total_inverse = __fdividef(1.0F, total_d);
    for (int elem_id = threadIdx.x; elem_id < V; elem_id += THREADBLOCK_SIZE)
        y[elem_id] = __expf(x[elem_id] - total_m) * d_total_inverse;
}
void run(int m, int n, const float* A, float* C) { online_softmax<128><<<m, 128>>>(A, C, n); }
