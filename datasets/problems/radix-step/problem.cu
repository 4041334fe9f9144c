// title: One step of a radix sort
// summary: Moves all keys whose bit is 0 before those whose bit is 1. The order of keys with equal bits is kept.
// in: key unsigned[n]
// out: moved unsigned[n]
// n: 1 .. 1000000
// bit: 0 .. 31
// key: integers 0 .. 4294967295

void expected(int n, int bit, const unsigned* key, unsigned* moved) {
    int place = 0;
    for (int i = 0; i < n; ++i)
        if ((key[i] >> bit & 1) == 0) moved[place++] = key[i];
    for (int i = 0; i < n; ++i)
        if ((key[i] >> bit & 1) == 1) moved[place++] = key[i];
}
