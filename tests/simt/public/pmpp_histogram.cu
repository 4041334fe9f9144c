// A private histogram of each block in shared memory, with runs of equal bins added at once.
#define NUM_BINS 7
__device__ unsigned int whole[NUM_BINS];
__global__ void histo_private_kernel(const char* data, unsigned int length, unsigned int* histo) {
    __shared__ unsigned int histo_s[NUM_BINS];
    for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) histo_s[bin] = 0u;
    __syncthreads();
    unsigned int accumulator = 0;
    int prevBinIdx = -1;
    unsigned int tid = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned int i = tid; i < length; i += blockDim.x * gridDim.x) {
        int alphabet_position = data[i] - 'a';
        if (alphabet_position >= 0 && alphabet_position < 26) {
            int bin = alphabet_position / 4;
            if (bin == prevBinIdx) {
                ++accumulator;
            } else {
                if (accumulator > 0) atomicAdd(&(histo_s[prevBinIdx]), accumulator);
                accumulator = 1;
                prevBinIdx = bin;
            }
        }
    }
    if (accumulator > 0) atomicAdd(&(histo_s[prevBinIdx]), accumulator);
    __syncthreads();
    for (unsigned int bin = threadIdx.x; bin < NUM_BINS; bin += blockDim.x) {
        unsigned int binValue = histo_s[bin];
        if (binValue > 0) {
            atomicAdd(&(histo[bin]), binValue);
            atomicAdd(&whole[bin], binValue);
        }
    }
}
// scratch: text char[4096]
// scratch: histo unsigned[7]
void run(int rows, char* text, unsigned* histo) {
    cudaMemset(histo, 0, NUM_BINS * sizeof(unsigned));
    histo_private_kernel<<<4, 128>>>(text, 4096, histo);
}
