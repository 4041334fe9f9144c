// title: Parallel cyclic reduction, one launch per step
// summary: All rows are active in every step: half as many steps as cr and no idle threads, but log2 n times the memory traffic.
// source: cerny2011, Paralelní cyklická redukce
// scratch: odd_a T[n]
// scratch: odd_b T[n]
// scratch: odd_c T[n]
// scratch: odd_d T[n]
// scratch: even_a T[n]
// scratch: even_b T[n]
// scratch: even_c T[n]
// scratch: even_d T[n]

#include "../headers/doubling_chains.cuh"

// All rows take part in every step, so no thread is idle and there is no back substitution. However, each step takes 12
// n operations and reads and writes all rows. With log2 n steps, large systems have the highest memory traffic.
template <typename T>
void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, int* zero_pivot, T* odd_a, T* odd_b, T* odd_c,
         T* odd_d, T* even_a, T* even_b, T* even_c, T* even_d, int block) {
    const Rows<T> system = {a, b, c, d};
    const WorkRows<T> odd = {odd_a, odd_b, odd_c, odd_d}, even = {even_a, even_b, even_c, even_d};
    const int steps = max(1, doubling_steps(n, 1)); // at least one step, because the last one also divides
    launch_doubling(n, steps, true, system, even, odd, x, zero_pivot, block);
}
