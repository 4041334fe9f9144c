// verdict: right
// says: Correct on
// in: key unsigned[n]
// out: hash unsigned[n]
// out: product long long[n]
// n: 0 .. 5000
// key: integers 0 .. 4294967295

__host__ __device__ unsigned mix(unsigned x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    return x;
}

void expected(int n, const unsigned* key, unsigned* hash, long long* product) {
    for (int i = 0; i < n; ++i) {
        hash[i] = mix(key[i]);
        product[i] = (long long)hash[i] * 3000000019ll;
    }
}

__global__ void hash_all(int n, const unsigned* key, unsigned* hash, long long* product) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned h = mix(key[i]);
    hash[i] = h;
    product[i] = h * 3000000019ll;
}

void run(int n, const unsigned* key, unsigned* hash, long long* product, int block) {
    hash_all<<<(n + block - 1) / block, block>>>(n, key, hash, product);
}
