// title: Binary search
// summary: For each key, finds the number of elements of a sorted array that are smaller.
// in: sorted_values int[n]
// in: keys int[queries]
// out: position int[queries]
// n: 1 .. 100000
// queries: 1 .. 100000
// sorted_values: sorted integers 0 .. 500
// keys: integers -1 .. 501

void expected(int n, int queries, const int* sorted_values, const int* keys, int* position) {
    for (int q = 0; q < queries; ++q) {
        int low = 0, high = n;
        while (low < high) {
            const int middle = low + (high - low) / 2;
            if (sorted_values[middle] < keys[q]) low = middle + 1;
            else high = middle;
        }
        position[q] = low;
    }
}
