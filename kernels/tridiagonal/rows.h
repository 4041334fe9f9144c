#pragma once

#include "kernels/tridiagonal/elementary_step.h"
#include "kernels/tridiagonal/system.h"
#include "kernels/vocabulary/vocabulary.h"

#include <cstdint>
#include <string>

// Where rows lie: as four arrays, or as records of eight elements. load_row and store_row are the same words for both,
// so a method is written once.

namespace warploom::kernels::WARPLOOM_TARGET {

/// Rows that change on the way, in arrays of their own: the system itself is left as it is.
template <class T> struct WorkRows { Out<T> a, b, c, d; };
/// The same in the memory of a block.
template <class T> struct SharedRows { Shared<T> a, b, c, d; };

/// {a, b, c, d, x, -, -, -}: 64 bytes in double, as in cerny2011. Whoever needs one number of a row fetches its
/// neighbours too; but lanes that read the same number of neighbouring rows read 64 bytes apart.
constexpr int record_elements = 8;
template <class T> struct Records { In<T> element; };
template <class T> struct WorkRecords { Out<T> element; };

template <template <class> class Rows, class T>
KERNEL_FN Row<T> load_row(const Rows<T>& rows, std::int64_t i, CallSite site = {}) {
    CALLED_FROM(site);
    const T a = rows.a[i], b = rows.b[i], c = rows.c[i], d = rows.d[i];
    return {a, b, c, d};
}
template <class T, class Elements> KERNEL_FN Row<T> load_record(const Elements& element, std::int64_t i) {
    const std::int64_t first = i * record_elements;
    const T a = element[first], b = element[first + 1], c = element[first + 2], d = element[first + 3];
    return {a, b, c, d};
}
template <class T> KERNEL_FN Row<T> load_row(const Records<T>& rows, std::int64_t i, CallSite site = {}) {
    CALLED_FROM(site);
    return load_record<T>(rows.element, i);
}
template <class T> KERNEL_FN Row<T> load_row(const WorkRecords<T>& rows, std::int64_t i, CallSite site = {}) {
    CALLED_FROM(site);
    return load_record<T>(rows.element, i);
}

/// Row i where there is one.
template <template <class> class Rows, class T>
KERNEL_FN Row<T> row_or_none(const Rows<T>& rows, std::int64_t i, std::int64_t n, CallSite site = {}) {
    CALLED_FROM(site);
    if (i < 0 || i >= n) return no_row<T>();
    return load_row(rows, i);
}

template <template <class> class Rows, class T>
KERNEL_FN void store_row(const Rows<T>& rows, std::int64_t i, const Row<T>& row, CallSite site = {}) {
    CALLED_FROM(site);
    rows.a[i] = row.a;
    rows.b[i] = row.b;
    rows.c[i] = row.c;
    rows.d[i] = row.d;
}
template <class T>
KERNEL_FN void store_row(const WorkRecords<T>& rows, std::int64_t i, const Row<T>& row, CallSite site = {}) {
    CALLED_FROM(site);
    const std::int64_t first = i * record_elements;
    rows.element[first] = row.a;
    rows.element[first + 1] = row.b;
    rows.element[first + 2] = row.c;
    rows.element[first + 3] = row.d;
}

/// Says which row has a pivot of 0; the smallest stays.
template <class T> KERNEL_FN void check_pivot(T pivot, std::int64_t row, Out<int> zero_pivot, CallSite site = {}) {
    CALLED_FROM(site);
    if (pivot == T(0)) atomic_min(zero_pivot, 0, static_cast<int>(row));
}

/// Work rows of n rows, as one of the layouts.
template <class T, class Gpu> WorkRows<T> work_rows(Gpu& gpu, const std::string& name, std::int64_t n) {
    return {gpu.template scratch<T>(name + "_a", n), gpu.template scratch<T>(name + "_b", n),
            gpu.template scratch<T>(name + "_c", n), gpu.template scratch<T>(name + "_d", n)};
}
template <class T, class Gpu> WorkRecords<T> work_records(Gpu& gpu, const std::string& name, std::int64_t n) {
    return {gpu.template scratch<T>(name, n * record_elements)};
}
/// The same rows for reading in a later launch.
template <class T, class Gpu> System<T> read_rows(Gpu& gpu, const WorkRows<T>& rows, int n) {
    return {n, gpu.read(rows.a), gpu.read(rows.b), gpu.read(rows.c), gpu.read(rows.d)};
}
template <class T, class Gpu> Records<T> read_rows(Gpu& gpu, const WorkRecords<T>& rows, int) {
    return {gpu.read(rows.element)};
}

/// Lays a system out as records, once.
struct LayOutRecords {
    static constexpr const char* phase = "records";

    template <class T> KERNEL_FN static void run(Thread t, System<T> s, WorkRecords<T> to) {
        const std::int64_t i = t.global_id();
        if (i >= s.n) return;
        store_row(to, i, load_row(s, i));
        for (int k = 4; k < record_elements; ++k) to.element[i * record_elements + k] = T(0);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
