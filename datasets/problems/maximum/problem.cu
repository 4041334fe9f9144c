// title: Position of the maximum
// summary: Finds the largest element and the smallest index at which it occurs.
// in: a int[n]
// out: largest int[1]
// out: position int[1]
// n: 1 .. 1000000
// a: integers -20 .. 20

void expected(int n, const int* a, int* largest, int* position) {
    int best = 0;
    for (int i = 1; i < n; ++i)
        if (a[i] > a[best]) best = i;
    largest[0] = a[best];
    position[0] = best;
}
