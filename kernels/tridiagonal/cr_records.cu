// title: Cyclic reduction, rows as records
// summary: Like cr, but the elements of a row are stored together, in a record of eight numbers.
// source: cerny2011, Cyklická redukce; Ulítlé časy: 8 x double
// format: records
// scratch: records T[n * 8]
// scratch: work T[n * 8]

#include "../headers/cyclic_reduction.cuh"
#include "../headers/lay_out_records.cuh"

template <typename T> void prepare(int n, const T* a, const T* b, const T* c, T* records, int block) {
    lay_out_records<<<(n + block - 1) / block, block>>>(n, a, b, c, records);
}

// Cyclic reduction over rows stored as records of eight elements, as in the paper's host code. When the remaining rows
// are far apart, one or two transactions load a whole record, whereas arrays need one transaction per element. In the
// first steps, which use all rows, elements that no thread needs are loaded as well.
template <typename T> void run(int n, const T* records, const T* d, T* work, T* x, int* zero_pivot, int block) {
    const Records<T> system = {records, d, 1};
    const WorkRecords<T> left = {work};
    const RecordSolution<T> solution = {x, work};
    const int levels = cyclic_levels(n, 2); // number of forward steps until one thread can finish
    const Records<T> last = levels == 0 ? system : read_only(left);
    launch_forward<T>(n, levels, system, left, block);
    middle<T><<<1, 32>>>(n, 1LL << levels, last, solution, zero_pivot);
    launch_back<T>(n, levels, system, read_only(left), solution, zero_pivot, block);
}
