// A bitonic sort of pairs in shared memory, with a comparator that swaps through references.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
typedef unsigned int uint_t;
#define SHARED_SIZE_LIMIT 256U
__device__ inline void Comparator(uint_t& keyA, uint_t& valA, uint_t& keyB, uint_t& valB, uint_t dir) {
    uint_t t;
    if ((keyA > keyB) == dir) {
        t = keyA;
        keyA = keyB;
        keyB = t;
        t = valA;
        valA = valB;
        valB = t;
    }
}
__global__ void bitonicSortShared(uint_t* d_Key, uint_t* d_Val, uint_t arrayLength, uint_t dir) {
    cg::thread_block cta = cg::this_thread_block();
    __shared__ uint_t s_key[SHARED_SIZE_LIMIT];
    __shared__ uint_t s_val[SHARED_SIZE_LIMIT];
    d_Key += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    d_Val += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    s_key[threadIdx.x + 0] = d_Key[0];
    s_val[threadIdx.x + 0] = d_Val[0];
    s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_Key[(SHARED_SIZE_LIMIT / 2)];
    s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_Val[(SHARED_SIZE_LIMIT / 2)];
    for (uint_t size = 2; size < arrayLength; size <<= 1) {
        uint_t ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
        for (uint_t stride = size / 2; stride > 0; stride >>= 1) {
            cg::sync(cta);
            uint_t pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            Comparator(s_key[pos + 0], s_val[pos + 0], s_key[pos + stride], s_val[pos + stride], ddd);
        }
    }
    cg::sync(cta);
    d_Key[0] = s_key[threadIdx.x + 0];
    d_Val[0] = s_val[threadIdx.x + 0];
    d_Key[(SHARED_SIZE_LIMIT / 2)] = s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
    d_Val[(SHARED_SIZE_LIMIT / 2)] = s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
}
// scratch: keys unsigned[512]
// scratch: values unsigned[512]
void run(int rows, unsigned* keys, unsigned* values) {
    bitonicSortShared<<<2, SHARED_SIZE_LIMIT / 2>>>(keys, values, SHARED_SIZE_LIMIT, 1);
}
