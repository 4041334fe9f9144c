// A kernel in CUDA C, run on a simulated H200: what it computes, the mistake in it, and what each line asks of memory.
#include <warploom/simt.h>

#include <iostream>

const char* const text = R"(template <typename T>
__global__ void twice(int n, const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = 2 * x[i]; // the threads behind n are not sent home
}
template <typename T>
void run(int n, const T* x, T* y) { twice<<<(n + 63) / 64, 64>>>(n, x, y); }
)";

int main() {
    const warploom::embedded::Kernel kernel(text, "twice.cu");
    const std::vector<double> x(100, 1.5);
    std::vector<double> y(100);
    const auto outcome = kernel.run({{"x", x}, {"y", y}}, {{"n", 100}}, {.card = "h200"});
    for (const auto& refusal : outcome.refusals) std::cout << refusal.line << ": " << refusal.sentence << '\n';
    std::cout << "y[99] = " << y[99] << '\n';
    for (const auto& finding : outcome.findings)
        std::cout << finding.file << ':' << finding.line << ": " << finding.kind << ", " << finding.times << " times\n";
    for (const auto& line : outcome.counts)
        std::cout << line.file << ':' << line.line << ": " << line.access << ' ' << line.array << ": "
                  << line.lane_accesses << " elements by " << line.transactions << " transactions\n";
    return outcome.refusals.empty() ? 0 : 1;
}
