// verdict: wrong-result
// The weighted sum is stored in a byte.
// problem: grayscale

__global__ void convert(int pixels, const unsigned char* rgb, unsigned char* gray) {
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p < pixels) {
        unsigned char sum = 77 * rgb[3 * p] + 150 * rgb[3 * p + 1] + 29 * rgb[3 * p + 2];
        gray[p] = sum / 256;
    }
}

void run(int pixels, const unsigned char* rgb, unsigned char* gray, int block) {
    convert<<<(pixels + block - 1) / block, block>>>(pixels, rgb, gray);
}
