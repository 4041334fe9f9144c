// No include guard: ends what kernels/traced_loops.h begins.

#undef for
#undef while
