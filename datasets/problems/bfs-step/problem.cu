// title: One step of a breadth-first search
// summary: Vertices that are not visited yet and have an edge from a vertex of the frontier get the next level.
// in: level int[n]
// in: end int[n][8]
// out: next int[n]
// out: reached int[1]
// n: 1 .. 100000
// depth: 0 .. 2
// level: integers -1 .. 2
// end: permutation
//
// Each vertex has eight edges; edge k of vertex u leads to the vertex end[u][k] / 8. A level of -1 means not visited.
// `reached` is the number of vertices that the step visits.

void expected(int n, int depth, const int* level, const int* end, int* next, int* reached) {
    reached[0] = 0;
    for (int v = 0; v < n; ++v) next[v] = level[v];
    for (int e = 0; e < 8 * n; ++e) {
        const int v = end[e] / 8;
        if (level[e / 8] != depth || next[v] != -1) continue;
        next[v] = depth + 1;
        ++reached[0];
    }
}
