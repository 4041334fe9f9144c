// No include guard: ends what kernels/vocabulary/traced_loops.h begins.

#undef for
#undef while
