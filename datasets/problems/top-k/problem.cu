// title: The k largest elements
// summary: Returns the k largest elements in descending order. Equal elements are returned as often as they occur.
// in: a T[n]
// out: largest T[k]
// n: 32 .. 100000
// k: 1 .. 32
// a: integers -50 .. 50
// tolerance: exact

template <typename T> void expected(int n, int k, const T* a, T* largest) {
    int found = 0;
    T next = 0;
    for (int i = 0; i < n; ++i) next = i == 0 || a[i] > next ? a[i] : next;
    while (found < k) {
        const T now = next;
        bool has_next = false;
        for (int i = 0; i < n; ++i) {
            if (a[i] == now && found < k) largest[found++] = now;
            if (a[i] < now && (!has_next || a[i] > next)) {
                next = a[i];
                has_next = true;
            }
        }
    }
}
