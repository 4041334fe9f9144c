#include "kernels/formats/row_order.h"

namespace warploom::kernels {

namespace {

/// Sorts rows by length with a counting sort. place[key] is the position of the next row with that key.
template <class Key>
std::vector<int> counting_sort(std::int64_t first, std::int64_t last, std::int64_t keys, const Key& key) {
    std::vector<std::int64_t> place(keys + 1, 0);
    for (std::int64_t i = first; i < last; ++i) ++place[key(i) + 1];
    for (std::int64_t k = 0; k < keys; ++k) place[k + 1] += place[k];
    std::vector<int> order(last - first);
    for (std::int64_t i = first; i < last; ++i) order[place[key(i)]++] = static_cast<int>(i);
    return order;
}

/// Returns whether a counting sort would mostly visit empty counters. This is the case if there are only a few rows and
/// one of them is long.
bool few_rows(std::int64_t rows, std::int64_t longest) { return longest > 4 * rows + 1024; }

template <class Before> std::vector<int> stable_order(std::int64_t first, std::int64_t last, const Before& before) {
    std::vector<int> order(last - first);
    for (std::int64_t i = first; i < last; ++i) order[i - first] = static_cast<int>(i);
    std::stable_sort(order.begin(), order.end(), before);
    return order;
}

std::int64_t longest_of(const CsrMatrix& a, std::int64_t first, std::int64_t last) {
    std::int64_t longest = 0;
    for (std::int64_t i = first; i < last; ++i) longest = std::max(longest, a.row_length(i));
    return longest;
}

} // namespace

std::vector<int> ascending_by_length(const CsrMatrix& a, std::int64_t first, std::int64_t last) {
    const std::int64_t longest = longest_of(a, first, last);
    if (few_rows(last - first, longest))
        return stable_order(first, last, [&](int i, int j) { return a.row_length(i) < a.row_length(j); });
    return counting_sort(first, last, longest + 1, [&](std::int64_t i) { return a.row_length(i); });
}

std::vector<int> descending_by_length(const CsrMatrix& a, std::int64_t first, std::int64_t last) {
    const std::int64_t longest = longest_of(a, first, last);
    if (few_rows(last - first, longest))
        return stable_order(first, last, [&](int i, int j) { return a.row_length(i) > a.row_length(j); });
    return counting_sort(first, last, longest + 1, [&](std::int64_t i) { return longest - a.row_length(i); });
}

} // namespace warploom::kernels
