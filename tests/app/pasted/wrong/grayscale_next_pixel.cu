// verdict: wrong
#include <opencv2/opencv.hpp>
#include <chrono>
#include <iostream>

__global__ void rgb_to_gray(const unsigned char* rgb, unsigned char* gray, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < width && row < height) {
        int at = row * width + col;
        unsigned char r = rgb[3 * at], g = rgb[3 * at + 1], b = rgb[3 * at + 1];
        gray[at] = (unsigned char)((r * 77 + g * 150 + b * 29) >> 8);
    }
}

void rgb_to_gray_host(const unsigned char* rgb, unsigned char* gray, int width, int height) {
    for (int i = 0; i < width * height; ++i)
        gray[i] = (unsigned char)((rgb[3 * i] * 77 + rgb[3 * i + 1] * 150 + rgb[3 * i + 2] * 29) >> 8);
}

int main(int argc, char* argv[]) {
    cv::Mat image = cv::imread(argv[1]);
    auto begin = std::chrono::high_resolution_clock::now();
    dim3 threads(16, 16);
    dim3 blocks((image.cols + 15) / 16, (image.rows + 15) / 16);
    unsigned char *in, *out;
    cudaMalloc(&in, image.cols * image.rows * 3);
    cudaMalloc(&out, image.cols * image.rows);
    rgb_to_gray<<<blocks, threads>>>(in, out, image.cols, image.rows);
    cudaDeviceSynchronize();
    std::cout << (std::chrono::high_resolution_clock::now() - begin).count() << std::endl;
}
