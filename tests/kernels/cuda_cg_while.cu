#include "cuda_cg_while.h"

#include <cublas_v2.h>
#include <cusparse.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace warploom::kernels::test {

namespace {

void check(bool is_right, const char* call, const std::string& says) {
    if (!is_right) throw std::runtime_error(std::string(call) + ": " + says);
}
#define CUDA(call)                                                                                                     \
    do {                                                                                                               \
        const cudaError_t result_of_call = (call);                                                                     \
        check(result_of_call == cudaSuccess, #call, cudaGetErrorString(result_of_call));                               \
    } while (false)
#define SPARSE(call)                                                                                                   \
    do {                                                                                                               \
        const cusparseStatus_t result_of_call = (call);                                                                \
        check(result_of_call == CUSPARSE_STATUS_SUCCESS, #call, cusparseGetErrorString(result_of_call));               \
    } while (false)
#define BLAS(call)                                                                                                     \
    do {                                                                                                               \
        const cublasStatus_t result_of_call = (call);                                                                  \
        check(result_of_call == CUBLAS_STATUS_SUCCESS, #call, cublasGetStatusString(result_of_call));                  \
    } while (false)

constexpr int threads = 256, most_blocks = 1024;

/// State shared by the kernels, in device memory.
struct Figures {
    double rr, pq, rr_next, alpha, minus_alpha, beta, threshold, one;
    int done, limit;
    unsigned arrived;
    double partial[most_blocks];
};

/// Computes the sum over all blocks. Returns true only in the last thread that arrives. The order of additions is
/// fixed.
__device__ bool sum_of_all(double mine, Figures* f, double* sum) {
    __shared__ double of_warps[threads / 32];
    __shared__ bool is_last;
    for (int distance = 16; distance > 0; distance /= 2) mine += __shfl_down_sync(0xffffffff, mine, distance);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        double all = 0;
        for (int w = 0; w < threads / 32; ++w) all += of_warps[w];
        f->partial[blockIdx.x] = all;
        __threadfence();
        is_last = atomicInc(&f->arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last) return false;
    __threadfence();
    double all = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += threads) all += f->partial[i];
    for (int distance = 16; distance > 0; distance /= 2) all += __shfl_down_sync(0xffffffff, all, distance);
    __syncthreads();
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = all;
    __syncthreads();
    if (threadIdx.x > 0) return false;
    all = 0;
    for (int w = 0; w < threads / 32; ++w) all += of_warps[w];
    *sum = all;
    return true;
}

__device__ void end_of_iteration(Figures* f, cudaGraphConditionalHandle goes_on) {
    f->beta = f->rr_next / f->rr;
    f->rr = f->rr_next;
    ++f->done;
    // NaN continues to the limit, so a timed launch always runs all of its iterations.
    cudaGraphSetConditional(goes_on, f->done < f->limit && !(f->rr <= f->threshold) ? 1 : 0);
}

__global__ void start(int n, const double* b, double* x, double* r, double* p, double tolerance, int limit,
                      Figures* f) {
    double mine = 0, sum;
    for (int i = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x); i < n;
         i += static_cast<int>(gridDim.x) * threads) {
        x[i] = 0;
        r[i] = p[i] = b[i];
        mine += b[i] * b[i];
    }
    if (!sum_of_all(mine, f, &sum)) return;
    f->rr = sum;
    f->threshold = tolerance * tolerance * sum;
    f->done = 0;
    f->limit = limit;
    f->one = 1;
}

__global__ void dot_p_q(int n, const double* p, const double* q, Figures* f) {
    double mine = 0, sum;
    for (int i = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x); i < n;
         i += static_cast<int>(gridDim.x) * threads)
        mine += p[i] * q[i];
    if (sum_of_all(mine, f, &sum)) f->alpha = f->rr / sum;
}
__global__ void update_x_r(int n, const double* p, const double* q, double* x, double* r, Figures* f,
                           cudaGraphConditionalHandle goes_on) {
    const double alpha = f->alpha;
    double mine = 0, sum;
    for (int i = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x); i < n;
         i += static_cast<int>(gridDim.x) * threads) {
        x[i] += alpha * p[i];
        const double r_i = r[i] -= alpha * q[i];
        mine += r_i * r_i;
    }
    if (!sum_of_all(mine, f, &sum)) return;
    f->rr_next = sum;
    end_of_iteration(f, goes_on);
}
__global__ void update_p(int n, const double* r, double* p, const Figures* f) {
    const double beta = f->beta;
    const int i = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x);
    if (i < n) p[i] = r[i] + beta * p[i];
}

__global__ void alpha_of(Figures* f) {
    f->alpha = f->rr / f->pq;
    f->minus_alpha = -f->alpha;
}
__global__ void beta_of(Figures* f, cudaGraphConditionalHandle goes_on) { end_of_iteration(f, goes_on); }

template <class T> class Array {
public:
    Array() = default;
    explicit Array(std::size_t n) : size_(n) { CUDA(cudaMalloc(&data_, std::max<std::size_t>(n, 1) * sizeof(T))); }
    explicit Array(const std::vector<T>& from) : Array(from.size()) {
        CUDA(cudaMemcpy(data_, from.data(), from.size() * sizeof(T), cudaMemcpyDefault));
    }
    Array(Array&& other) noexcept { swap(other); }
    Array& operator=(Array&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Array() {
        if (data_ != nullptr) cudaFree(data_);
    }
    T* get() const { return data_; }

private:
    void swap(Array& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
    }
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace

struct LibraryCg::Parts {
    int n;
    Vectors vectors;
    cudaStream_t stream = nullptr;
    cusparseHandle_t sparse = nullptr;
    cublasHandle_t blas = nullptr;
    cusparseSpMatDescr_t matrix = nullptr;
    cusparseDnVecDescr_t of_p = nullptr, of_q = nullptr;
    cusparseSpMVAlg_t algorithm = CUSPARSE_SPMV_CSR_ALG1;
    Array<int> pointer, column, row;
    Array<double> value, b, x, r, p, q;
    Array<Figures> figures;
    Array<char> buffer, blas_room;
    double plus = 1, zero = 0;

    Parts(const CsrMatrix& a, Product product, Vectors way)
        : n(static_cast<int>(a.rows)), vectors(way), b(static_cast<std::size_t>(n)), x(static_cast<std::size_t>(n)),
          r(static_cast<std::size_t>(n)), p(static_cast<std::size_t>(n)), q(static_cast<std::size_t>(n)), figures(1) {
        CUDA(cudaStreamCreate(&stream));
        CUDA(cudaMemset(figures.get(), 0, sizeof(Figures)));
        SPARSE(cusparseCreate(&sparse));
        SPARSE(cusparseSetStream(sparse, stream));
        BLAS(cublasCreate(&blas));
        BLAS(cublasSetStream(blas, stream));
        BLAS(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE));
        constexpr std::size_t room = std::size_t{32} << 20; // no memory can be allocated during capture
        blas_room = Array<char>(room);
        BLAS(cublasSetWorkspace(blas, blas_room.get(), room));
        bind(a, product);
        SPARSE(cusparseCreateDnVec(&of_p, n, p.get(), CUDA_R_64F));
        SPARSE(cusparseCreateDnVec(&of_q, n, q.get(), CUDA_R_64F));
        std::size_t bytes = 0;
        SPARSE(cusparseSpMV_bufferSize(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &plus, matrix, of_p, &zero, of_q,
                                       CUDA_R_64F, algorithm, &bytes));
        buffer = Array<char>(bytes);
        SPARSE(cusparseSpMV_preprocess(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &plus, matrix, of_p, &zero, of_q,
                                       CUDA_R_64F, algorithm, buffer.get()));
    }
    ~Parts() {
        cudaStreamSynchronize(stream);
        cusparseDestroyDnVec(of_p);
        cusparseDestroyDnVec(of_q);
        cusparseDestroySpMat(matrix);
        cusparseDestroy(sparse);
        cublasDestroy(blas);
        cudaStreamDestroy(stream);
    }

    void bind(const CsrMatrix& a, Product product) {
        const auto nonzeros = static_cast<std::int64_t>(a.column.size());
        if (product == Product::sell) {
            bind_sell(a);
            return;
        }
        column = Array<int>(std::vector<int>(a.column.begin(), a.column.end()));
        value = Array<double>(a.value);
        if (product == Product::coo_alg1) {
            std::vector<int> rows(a.column.size());
            for (std::int64_t i = 0; i < a.rows; ++i)
                std::fill(rows.begin() + a.row_pointer[i], rows.begin() + a.row_pointer[i + 1], static_cast<int>(i));
            row = Array<int>(rows);
            algorithm = CUSPARSE_SPMV_COO_ALG1;
            SPARSE(cusparseCreateCoo(&matrix, n, n, nonzeros, row.get(), column.get(), value.get(), CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
            return;
        }
        pointer = Array<int>(std::vector<int>(a.row_pointer.begin(), a.row_pointer.end()));
        algorithm = product == Product::csr_alg1 ? CUSPARSE_SPMV_CSR_ALG1 : CUSPARSE_SPMV_CSR_ALG2;
        SPARSE(cusparseCreateCsr(&matrix, n, n, nonzeros, pointer.get(), column.get(), value.get(), CUSPARSE_INDEX_32I,
                                 CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    }
    void bind_sell(const CsrMatrix& a) {
        constexpr std::int64_t height = 32;
        const std::int64_t slices = (a.rows + height - 1) / height;
        std::vector<int> slice(1, 0), columns;
        std::vector<double> values;
        for (std::int64_t s = 0; s < slices; ++s) {
            std::int64_t width = 0;
            for (std::int64_t i = s * height; i < std::min(a.rows, (s + 1) * height); ++i)
                width = std::max(width, a.row_length(i));
            const std::size_t begin = columns.size();
            columns.resize(begin + static_cast<std::size_t>(width * height), -1);
            values.resize(columns.size(), 0);
            for (std::int64_t i = s * height; i < std::min(a.rows, (s + 1) * height); ++i)
                for (std::int64_t k = 0; k < a.row_length(i); ++k) {
                    const std::size_t at = begin + static_cast<std::size_t>(k * height + i - s * height);
                    columns[at] = a.column[static_cast<std::size_t>(a.row_pointer[i] + k)];
                    values[at] = a.value[static_cast<std::size_t>(a.row_pointer[i] + k)];
                }
            slice.push_back(static_cast<int>(columns.size()));
        }
        pointer = Array<int>(slice);
        column = Array<int>(columns);
        value = Array<double>(values);
        algorithm = CUSPARSE_SPMV_SELL_ALG1;
        SPARSE(cusparseCreateSlicedEll(&matrix, n, n, static_cast<std::int64_t>(a.column.size()),
                                       static_cast<std::int64_t>(columns.size()), height, pointer.get(), column.get(),
                                       value.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                       CUDA_R_64F));
    }

    unsigned blocks() const { return static_cast<unsigned>(std::min(most_blocks, (n + threads - 1) / threads)); }

    void iteration(cudaGraphConditionalHandle goes_on) {
        SPARSE(cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &plus, matrix, of_p, &zero, of_q, CUDA_R_64F,
                            algorithm, buffer.get()));
        Figures* const f = figures.get();
        if (vectors == Vectors::fused) {
            dot_p_q<<<blocks(), threads, 0, stream>>>(n, p.get(), q.get(), f);
            update_x_r<<<blocks(), threads, 0, stream>>>(n, p.get(), q.get(), x.get(), r.get(), f, goes_on);
            const auto all = static_cast<unsigned>((n + threads - 1) / threads);
            update_p<<<all, threads, 0, stream>>>(n, r.get(), p.get(), f);
        } else {
            BLAS(cublasDdot(blas, n, p.get(), 1, q.get(), 1, &f->pq));
            alpha_of<<<1, 1, 0, stream>>>(f);
            BLAS(cublasDaxpy(blas, n, &f->alpha, p.get(), 1, x.get(), 1));
            BLAS(cublasDaxpy(blas, n, &f->minus_alpha, q.get(), 1, r.get(), 1));
            BLAS(cublasDdot(blas, n, r.get(), 1, r.get(), 1, &f->rr_next));
            beta_of<<<1, 1, 0, stream>>>(f, goes_on);
            BLAS(cublasDscal(blas, n, &f->beta, p.get(), 1));
            BLAS(cublasDaxpy(blas, n, &f->one, r.get(), 1, p.get(), 1));
        }
        CUDA(cudaGetLastError());
    }

    /// Builds the graph: the initial steps and a node that repeats the iteration.
    cudaGraphExec_t graph_of(double tolerance, int limit) {
        cudaGraph_t graph = nullptr;
        CUDA(cudaGraphCreate(&graph, 0));
        CUDA(cudaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0, cudaStreamCaptureModeThreadLocal));
        start<<<blocks(), threads, 0, stream>>>(n, b.get(), x.get(), r.get(), p.get(), tolerance, limit, figures.get());
        CUDA(cudaGetLastError());
        CUDA(cudaStreamEndCapture(stream, &graph));
        cudaGraphNode_t first = nullptr, loop = nullptr;
        std::size_t nodes = 1;
        CUDA(cudaGraphGetNodes(graph, &first, &nodes));
        cudaGraphConditionalHandle goes_on{};
        CUDA(cudaGraphConditionalHandleCreate(&goes_on, graph, 1, cudaGraphCondAssignDefault));
        cudaGraphNodeParams parameters{};
        parameters.type = cudaGraphNodeTypeConditional;
        parameters.conditional.handle = goes_on;
        parameters.conditional.type = cudaGraphCondTypeWhile;
        parameters.conditional.size = 1;
#if CUDART_VERSION >= 13000
        CUDA(cudaGraphAddNode(&loop, graph, &first, nullptr, 1, &parameters));
#else
        CUDA(cudaGraphAddNode(&loop, graph, &first, 1, &parameters));
#endif
        cudaGraph_t body = parameters.conditional.phGraph_out[0];
        CUDA(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeThreadLocal));
        iteration(goes_on);
        CUDA(cudaStreamEndCapture(stream, &body));
        cudaGraphExec_t exec = nullptr;
        CUDA(cudaGraphInstantiate(&exec, graph, 0));
        CUDA(cudaGraphDestroy(graph));
        return exec;
    }
};

LibraryCg::LibraryCg(const CsrMatrix& a, Product product, Vectors vectors)
    : parts_(std::make_unique<Parts>(a, product, vectors)) {}
LibraryCg::~LibraryCg() = default;

LibraryCg::Outcome LibraryCg::solve(const std::vector<double>& b, double tolerance, int most_iterations) {
    Parts& at = *parts_;
    CUDA(cudaMemcpy(at.b.get(), b.data(), b.size() * sizeof(double), cudaMemcpyDefault));
    const cudaGraphExec_t graph = at.graph_of(tolerance, most_iterations);
    CUDA(cudaGraphLaunch(graph, at.stream));
    CUDA(cudaStreamSynchronize(at.stream));
    CUDA(cudaGraphExecDestroy(graph));
    Figures figures;
    CUDA(cudaMemcpy(&figures, at.figures.get(), sizeof(figures), cudaMemcpyDefault));
    Outcome outcome;
    outcome.iterations = figures.done;
    outcome.residual = tolerance * std::sqrt(figures.rr / figures.threshold);
    outcome.x.resize(b.size());
    CUDA(cudaMemcpy(outcome.x.data(), at.x.get(), b.size() * sizeof(double), cudaMemcpyDefault));
    return outcome;
}

double LibraryCg::time_iteration(int iterations, int samples) {
    Parts& at = *parts_;
    const cudaGraphExec_t graph = at.graph_of(0, iterations);
    cudaEvent_t begin = nullptr, end = nullptr;
    CUDA(cudaEventCreate(&begin));
    CUDA(cudaEventCreate(&end));
    std::vector<float> ms;
    for (int i = -2; i < samples; ++i) {
        CUDA(cudaEventRecord(begin, at.stream));
        CUDA(cudaGraphLaunch(graph, at.stream));
        CUDA(cudaEventRecord(end, at.stream));
        CUDA(cudaEventSynchronize(end));
        float time = 0;
        CUDA(cudaEventElapsedTime(&time, begin, end));
        if (i >= 0) ms.push_back(time);
    }
    CUDA(cudaEventDestroy(begin));
    CUDA(cudaEventDestroy(end));
    CUDA(cudaGraphExecDestroy(graph));
    std::sort(ms.begin(), ms.end());
    return 1e6 * ms[ms.size() / 2] / iterations;
}

const char* to_string(LibraryCg::Product product) {
    switch (product) {
    case LibraryCg::Product::csr_alg1: return "CSR_ALG1";
    case LibraryCg::Product::csr_alg2: return "CSR_ALG2";
    case LibraryCg::Product::coo_alg1: return "COO_ALG1";
    case LibraryCg::Product::sell: return "SELL";
    }
    return "";
}
const char* to_string(LibraryCg::Vectors vectors) {
    return vectors == LibraryCg::Vectors::fused ? "three kernels" : "cuBLAS";
}

} // namespace warploom::kernels::test
