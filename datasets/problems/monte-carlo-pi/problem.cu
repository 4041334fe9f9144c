// title: Pi by random points
// summary: Counts the random points in a square that lie in a quarter circle. Four times their share is about pi.
// out: inside int[1]
// n: 1 .. 100000
// key: 0 .. 1000000
//
// Point i has the coordinates hash(key, 2 i) and hash(key, 2 i + 1), which are integers from 0 to 65535.

__host__ __device__ unsigned hash(unsigned key, unsigned i) {
    unsigned h = i * 2654435761u + key * 40503u;
    h = (h ^ (h >> 16)) * 2246822519u;
    h = (h ^ (h >> 13)) * 3266489917u;
    return (h ^ (h >> 16)) >> 16;
}

void expected(int n, int key, int* inside) {
    inside[0] = 0;
    for (int i = 0; i < n; ++i) {
        const unsigned long long x = hash(key, 2 * i), y = hash(key, 2 * i + 1);
        if (x * x + y * y < 65536ull * 65536ull) ++inside[0];
    }
}
