// Tiles of warps; the parts are device templates in a namespace.
const int WARPSIZE = 32;
namespace wt {
template <const int BM, const int BN, const int BK, const int rowStrideA, const int rowStrideB>
__device__ void loadFromGmem(int N, int K, const float* A, const float* B, float* As, float* Bs, int innerRowA,
                             int innerColA, int innerRowB, int innerColB) {
    for (uint offset = 0; offset + rowStrideA <= BM; offset += rowStrideA) {
        const float4 tmp = reinterpret_cast<const float4*>(&A[(innerRowA + offset) * K + innerColA * 4])[0];
        As[(innerColA * 4 + 0) * BM + innerRowA + offset] = tmp.x;
        As[(innerColA * 4 + 1) * BM + innerRowA + offset] = tmp.y;
        As[(innerColA * 4 + 2) * BM + innerRowA + offset] = tmp.z;
        As[(innerColA * 4 + 3) * BM + innerRowA + offset] = tmp.w;
    }
    for (uint offset = 0; offset + rowStrideB <= BK; offset += rowStrideB)
        reinterpret_cast<float4*>(&Bs[(innerRowB + offset) * BN + innerColB * 4])[0] =
            reinterpret_cast<const float4*>(&B[(innerRowB + offset) * N + innerColB * 4])[0];
}
template <const int BM, const int BN, const int BK, const int WM, const int WN, const int WMITER, const int WNITER,
          const int WSUBM, const int WSUBN, const int TM, const int TN>
__device__ void processFromSmem(float* regM, float* regN, float* threadResults, const float* As, const float* Bs,
                                const uint warpRow, const uint warpCol, const uint threadRowInWarp,
                                const uint threadColInWarp) {
    for (uint dotIdx = 0; dotIdx < BK; ++dotIdx) {
        for (uint wSubRowIdx = 0; wSubRowIdx < WMITER; ++wSubRowIdx)
            for (uint i = 0; i < TM; ++i)
                regM[wSubRowIdx * TM + i] =
                    As[(dotIdx * BM) + warpRow * WM + wSubRowIdx * WSUBM + threadRowInWarp * TM + i];
        for (uint wSubColIdx = 0; wSubColIdx < WNITER; ++wSubColIdx)
            for (uint i = 0; i < TN; ++i)
                regN[wSubColIdx * TN + i] =
                    Bs[(dotIdx * BN) + warpCol * WN + wSubColIdx * WSUBN + threadColInWarp * TN + i];
        for (uint r = 0; r < WMITER * TM; ++r)
            for (uint c = 0; c < WNITER * TN; ++c) threadResults[r * WNITER * TN + c] += regM[r] * regN[c];
    }
}
} // namespace wt
template <const int BM, const int BN, const int BK, const int WM, const int WN, const int WNITER, const int TM,
          const int TN, const int NUM_THREADS>
__global__ void __launch_bounds__(NUM_THREADS)
    sgemmWarptiling(int M, int N, int K, float alpha, float* A, float* B, float beta, float* C) {
    const uint warpIdx = threadIdx.x / WARPSIZE, warpCol = warpIdx % (BN / WN), warpRow = warpIdx / (BN / WN);
    constexpr uint WMITER = (WM * WN) / (WARPSIZE * TM * TN * WNITER);
    constexpr uint WSUBM = WM / WMITER, WSUBN = WN / WNITER;
    const uint threadIdxInWarp = threadIdx.x % WARPSIZE;
    const uint threadColInWarp = threadIdxInWarp % (WSUBN / TN), threadRowInWarp = threadIdxInWarp / (WSUBN / TN);
    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];
    A += blockIdx.y * BM * K;
    B += blockIdx.x * BN;
    C += (blockIdx.y * BM + warpRow * WM) * N + blockIdx.x * BN + warpCol * WN;
    constexpr uint rowStrideA = (NUM_THREADS * 4) / BK, rowStrideB = NUM_THREADS / (BN / 4);
    float threadResults[WMITER * TM * WNITER * TN] = {0.0};
    float regM[WMITER * TM] = {0.0}, regN[WNITER * TN] = {0.0};
    for (uint bkIdx = 0; bkIdx < K; bkIdx += BK) {
        wt::loadFromGmem<BM, BN, BK, rowStrideA, rowStrideB>(N, K, A, B, As, Bs, threadIdx.x / (BK / 4),
                                                             threadIdx.x % (BK / 4), threadIdx.x / (BN / 4),
                                                             threadIdx.x % (BN / 4));
        __syncthreads();
        wt::processFromSmem<BM, BN, BK, WM, WN, WMITER, WNITER, WSUBM, WSUBN, TM, TN>(
            regM, regN, threadResults, As, Bs, warpRow, warpCol, threadRowInWarp, threadColInWarp);
        A += BK;
        B += BK * N;
        __syncthreads();
    }
    for (uint r = 0; r < WMITER * TM; ++r)
        for (uint c = 0; c < WNITER * TN; ++c) {
            float* C_interim = C + (r / TM * WSUBM) * N + c / TN * WSUBN;
            C_interim[(threadRowInWarp * TM + r % TM) * N + threadColInWarp * TN + c % TN] =
                alpha * threadResults[r * WNITER * TN + c];
        }
}
void run(int m, int n, float* A, float* A_by_columns, float* C) {
    sgemmWarptiling<64, 64, 8, 32, 32, 2, 4, 4, 128><<<dim3(n / 64, n / 64), 128>>>(n, n, m, 1, A_by_columns, A, 0, C);
}
