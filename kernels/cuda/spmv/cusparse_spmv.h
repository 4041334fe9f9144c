#pragma once

#include "engine/cuda/timing.h"
#include "engine/sentence.h"
#include "kernels/cuda/gpu/registry.h"
#include "kernels/cuda/spmv/cuda_spmv.h"

#include <cusparse.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace warploom::kernels {

/// Returns the cuSPARSE version, such as "12.6.3". If WARPLOOM_CUSPARSE is set, the result includes the path: "12.9.4
/// of /opt/newest/libcusparse.so.12".
std::string cusparse_version();

/// Throws Error("device.fault") with cuSPARSE's message if a cuSPARSE call failed.
void check_cusparse(cusparseStatus_t result, const char* call);
#define WARPLOOM_CUSPARSE_CHECK(call) ::warploom::kernels::check_cusparse((call), #call)

using CusparseHandle = std::shared_ptr<std::remove_pointer_t<cusparseHandle_t>>;
/// Creates a cuSPARSE handle that uses the device's stream.
CusparseHandle cusparse_on(const cuda::Device& device);

template <class T> constexpr cudaDataType cuda_type = std::is_same_v<T, float> ? CUDA_R_32F : CUDA_R_64F;

/// cuSPARSE descriptors for a matrix and two vectors, and the workspace.
template <class T> struct CusparseOperands {
    cusparseSpMatDescr_t matrix = nullptr;
    cusparseDnVecDescr_t x = nullptr, y = nullptr;
    cuda::Buffer<char> buffer;
    T one = 1, zero = 0;

    CusparseOperands() = default;
    CusparseOperands(const CusparseOperands&) = delete;
    CusparseOperands& operator=(const CusparseOperands&) = delete;
    ~CusparseOperands() {
        if (matrix != nullptr) cusparseDestroySpMat(matrix);
        if (x != nullptr) cusparseDestroyDnVec(x);
        if (y != nullptr) cusparseDestroyDnVec(y);
    }
    /// Creates the vector descriptors. The vector x is read-only.
    void set_vectors(const T* of_x, std::int64_t cols, T* of_y, std::int64_t rows) {
        WARPLOOM_CUSPARSE_CHECK(cusparseCreateDnVec(&x, cols, const_cast<T*>(of_x), cuda_type<T>));
        WARPLOOM_CUSPARSE_CHECK(cusparseCreateDnVec(&y, rows, of_y, cuda_type<T>));
    }
    /// Allocates the workspace. Some cuSPARSE versions reject a null buffer even if they request 0 bytes.
    void take_buffer(std::size_t bytes) {
        buffer = cuda::Buffer<char>(std::max<std::int64_t>(static_cast<std::int64_t>(bytes), 16), "cuSPARSE's buffer");
    }
};

/// A cuSPARSE algorithm for y = A x, ready to run.
struct CusparseWay {
    std::string name; ///< name of the algorithm, such as "CSR_ALG1"
    std::function<void()> run;
    double preprocess_ns = 0;
    std::shared_ptr<void> owned; ///< owns the descriptors and the workspace that `run` uses
};

/// Computes y = A x with cuSPARSE. A derived class uploads its arrays and adds candidate algorithms. keep_fastest()
/// measures them on the device with flushed caches and keeps the fastest one. Each has its own matrix descriptor and
/// workspace, because cuSPARSE stores the results of its analysis in both.
template <class T> class CusparseSpmv : public CudaSpmv<T> {
public:
    CusparseSpmv(std::shared_ptr<cuda::Device> device, std::shared_ptr<const HostFormat> format, int multiple_of = 1)
        : CudaSpmv<T>(std::move(device), std::move(format), multiple_of), handle_(cusparse_on(*this->device_)) {}

    void enqueue() override {
        this->device_->use();
        if (way_.run) way_.run();
        else this->y_.fill(0, this->device_->stream()); // there are no entries, so all sums are empty and y is zero
    }

protected:
    using MakeMatrix = std::function<cusparseStatus_t(cusparseSpMatDescr_t*)>;

    /// Preprocesses an algorithm of cuSPARSE's generic API and adds it as a candidate. Skips algorithms missing from
    /// the installed cuSPARSE version.
    void offer(const std::string& name, cusparseSpMVAlg_t algorithm, const MakeMatrix& make) {
        const auto o = std::make_shared<CusparseOperands<T>>();
        const cusparseHandle_t handle = handle_.get();
        constexpr auto no_transpose = CUSPARSE_OPERATION_NON_TRANSPOSE;
        if (make(&o->matrix) != CUSPARSE_STATUS_SUCCESS) return;
        o->set_vectors(this->x_.data(), this->x_.size(), this->y_.data(), this->y_.size());
        std::size_t bytes = 0;
        if (cusparseSpMV_bufferSize(handle, no_transpose, &o->one, o->matrix, o->x, &o->zero, o->y, cuda_type<T>,
                                    algorithm, &bytes) != CUSPARSE_STATUS_SUCCESS)
            return;
        o->take_buffer(bytes);
        CusparseWay way;
        way.name = name;
        way.preprocess_ns = elapsed_ns([&] {
            // Algorithms without an analysis phase return "not supported" here, which is not an error.
            cusparseSpMV_preprocess(handle, no_transpose, &o->one, o->matrix, o->x, &o->zero, o->y, cuda_type<T>,
                                    algorithm, o->buffer.data());
            this->device_->finish();
        });
        way.run = [o = o.get(), handle, algorithm] {
            WARPLOOM_CUSPARSE_CHECK(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &o->one, o->matrix, o->x,
                                                 &o->zero, o->y, cuda_type<T>, algorithm, o->buffer.data()));
        };
        way.owned = o;
        offer(std::move(way));
    }

    /// Adds a candidate that bypasses cuSPARSE's generic API, unless its first run fails.
    void offer(CusparseWay way) {
        try {
            way.run();
            this->device_->finish();
            ways_.push_back(std::move(way));
        } catch (const Error& error) { refusal_ = error.what(); }
    }

    /// Adds the candidate created by `make`, unless `make` fails.
    void offer(const std::function<CusparseWay()>& make) {
        try {
            offer(make());
        } catch (const Error& error) { refusal_ = error.what(); }
    }

    void keep_fastest(cuda::Timer& timer) {
        if (ways_.empty())
            throw Error(
                "kernel.machine",
                sentence("None of the cuSPARSE algorithms supports this matrix. {reason}", {{"reason", refusal_}}),
                sentence("Choose a kernel that does not use cuSPARSE."));
        double best = 0;
        for (auto& way : ways_) {
            std::vector<double> times;
            for (int i = 0; i < 9; ++i) times.push_back(timer.cold(way.run).time_ns);
            std::sort(times.begin(), times.end());
            if (way_.run && times[4] >= best) continue;
            best = times[4];
            way_ = way;
        }
        ways_.clear();
        this->detail = way_.name + " of cuSPARSE " + cusparse_version();
        this->preprocess_ns = way_.preprocess_ns;
    }

    cusparseHandle_t handle() const { return handle_.get(); }

private:
    CusparseHandle handle_;
    std::vector<CusparseWay> ways_;
    CusparseWay way_;
    std::string refusal_;
};

/// Binds the cuSPARSE kernel `Kernel<T>(device, timer, format)` in the precision T of the format.
template <template <class> class Kernel>
std::unique_ptr<Bound> bind_vendor(const CudaPlace& place, const BindRequest& request) {
    const auto& format = request.as<SpmvInput>().format;
    return made_in<Bound, Kernel>(format->precision, place.device, *place.timer, format);
}

} // namespace warploom::kernels
