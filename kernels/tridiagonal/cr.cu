// title: Cyclic reduction, one launch per step
// summary: Eliminates every second row in each step. Few operations, but the distance between rows doubles with each step.
// source: cerny2011, Cyklická redukce
// scratch: work_a T[n]
// scratch: work_b T[n]
// scratch: work_c T[n]
// scratch: work_d T[n]

#include "../headers/cyclic_reduction.cuh"

// Each forward step eliminates half of the rows, and each backward step solves them. This takes 17 n operations, about
// twice as many as the Thomas algorithm. The remaining rows are farther and farther apart in memory, so each
// transaction contains fewer of them, and almost no thread has work in the middle steps.
template <typename T>
void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, int* zero_pivot, T* work_a, T* work_b, T* work_c,
         T* work_d, int block) {
    const Rows<T> system = {a, b, c, d};
    const WorkRows<T> work = {work_a, work_b, work_c, work_d};
    const Solution<T> solution = {x};
    const int levels = cyclic_levels(n, 2); // number of forward steps until one thread can finish
    const Rows<T> last = levels == 0 ? system : read_only(work);
    launch_forward<T>(n, levels, system, work, block);
    middle<T><<<1, 32>>>(n, 1LL << levels, last, solution, zero_pivot);
    launch_back<T>(n, levels, system, read_only(work), solution, zero_pivot, block);
}
