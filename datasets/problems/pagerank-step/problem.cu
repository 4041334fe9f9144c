// title: One step of PageRank
// summary: Each page receives an eighth of the rank of each page that links to it, and a share of the rest.
// in: rank T[n]
// in: origin int[n][8]
// out: next T[n]
// n: 1 .. 100000
// rank: uniform 0 .. 1
// origin: permutation
//
// Each page has eight links. Link k to page v comes from the page origin[v][k] / 8.

template <typename T> void expected(int n, const T* rank, const int* origin, T* next) {
    for (int v = 0; v < n; ++v) {
        T sum = 0;
        for (int k = 0; k < 8; ++k) sum += rank[origin[8 * v + k] / 8] / 8;
        next[v] = T(0.15) / n + T(0.85) * sum;
    }
}
