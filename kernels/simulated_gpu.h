#pragma once

#include "engine/simulated/block_runner.h"
#include "engine/simulated/parallel_blocks.h"
#include "engine/simulated/recorder.h"
#include "kernels/formats/arrays.h"
#include "kernels/machine.h"
#include "kernels/vocabulary.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace warploom::kernels::WARPLOOM_TARGET {

/// A phase says that its threads meet by `static constexpr bool meets = true;`.
template <class Phase> constexpr bool phase_meets() {
    if constexpr (requires { Phase::meets; }) return Phase::meets;
    else return false;
}

/// What the host part of a kernel sees of the (simulated) GPU: launches and scratch memory.
/// `CudaGpu` has the same words for a real one, so a kernel's `spmv` is written once.
class Gpu {
public:
    Gpu(const char* kernel, int block_size, int host_threads = 0)
        : kernel_(kernel), block_size_(block_size), host_threads_(host_threads) {}

    int block_size() const { return block_size_; }

    /// Runs Phase::run(thread, arguments...) in as many blocks as `threads` need.
    template <class Phase, class... Arguments> void launch(std::int64_t threads, const Arguments&... arguments) {
        launch_blocks<Phase>((threads + block_size_ - 1) / block_size_, arguments...);
    }

    template <class Phase, class... Arguments> void launch_blocks(std::int64_t blocks, const Arguments&... arguments) {
        simulated::parallel_blocks(
            blocks,
            [&](std::int64_t first, std::int64_t last) {
                simulated::Recorder* const recorder = recorder_;
                simulated::recording.recorder = recorder;
                if constexpr (phase_meets<Phase>()) {
                    const auto runner = simulated::borrow_block_runner();
                    for (std::int64_t block = first; block < last; ++block) {
                        const auto body = [&](int thread) {
                            simulated::recording.thread = thread;
                            Phase::run(Thread(block, thread, block_size_, runner.get()), arguments...);
                        };
                        simulated::recording.block = block;
                        runner->run(kernel_, block, block_size_, [](void* f, int thread) { (*static_cast<const decltype(body)*>(f))(thread); },
                                    const_cast<void*>(static_cast<const void*>(&body)));
                    }
                } else {
                    for (std::int64_t block = first; block < last; ++block)
                        for (int thread = 0; thread < block_size_; ++thread) {
#ifdef WARPLOOM_TRACED
                            simulated::recording.block = block;
                            simulated::recording.thread = thread;
#endif
                            Phase::run(Thread(block, thread, block_size_, nullptr), arguments...);
                        }
                }
                simulated::recording.recorder = nullptr;
            },
            host_threads_);
    }

    /// y[0..n) = 0, as kernels that add with atomics need it.
    template <class T> void zero(Out<T> y, std::int64_t n) { std::fill_n(y.data, n, T(0)); }

    /// n elements that keep their place and content from launch to launch; made at the first call.
    template <class T> Out<T> scratch(const std::string& name, std::int64_t n) {
        auto& bytes = scratch_[name];
        if (bytes.size() < n * sizeof(T)) bytes.resize(n * sizeof(T));
        return named<Out<T>>(name, reinterpret_cast<T*>(bytes.data()), sizeof(T));
    }
    /// The same memory for reading in a later phase.
    template <class T> static In<T> read(Out<T> array) {
        In<T> in;
        in.data = array.data;
#ifdef WARPLOOM_TRACED
        in.array = array.array;
#endif
        return in;
    }

    /// Traced target only: where accesses go. A recorder serves one thread, so set host_threads to 1.
    void set_recorder(simulated::Recorder* recorder) { recorder_ = recorder; }

    /// An In or Out over memory that lives elsewhere, known to the recorder by its name.
    template <class View, class T> View named([[maybe_unused]] const std::string& name, T* data, [[maybe_unused]] std::size_t element_bytes) {
        View view;
        view.data = data;
#ifdef WARPLOOM_TRACED
        if (recorder_ != nullptr) view.array = recorder_->name_array(name, element_bytes, false);
#endif
        return view;
    }

private:
    const char* kernel_;
    int block_size_;
    int host_threads_;
    simulated::Recorder* recorder_ = nullptr;
    std::map<std::string, std::vector<char>> scratch_;
};

/// The kernel's view of a format on the host.
template <class View, class HostStruct> View view_of(Gpu& gpu, const HostStruct& host) {
    View view;
    static_cast<typename HostStruct::Shape&>(view) = host;
    std::vector<const void*> data;
    const_cast<HostStruct&>(host).arrays([&](const char*, auto& array) { data.push_back(array.data()); }); // only read
    std::size_t next = 0;
    view.arrays([&]<class T>(const char* name, In<T>& array) {
        array = gpu.template named<In<T>>(name, static_cast<const T*>(data[next++]), sizeof(T));
    });
    return view;
}

/// A kernel with one launch needs only `threads` and `run`; one with several writes its own `spmv`,
/// and one that studies the matrix first writes `prepare`.
template <class Kernel, class T, class View> void launch_spmv(Gpu& gpu, const View& a, In<T> x, Out<T> y) {
    if constexpr (requires { Kernel::template spmv<T>(gpu, a, x, y); }) Kernel::template spmv<T>(gpu, a, x, y);
    else gpu.template launch<Kernel>(Kernel::template threads<T>(a), a, x, y);
}
template <class Kernel, class T, class View> void prepare_spmv(Gpu& gpu, const View& a) {
    if constexpr (requires { Kernel::template prepare<T>(gpu, a); }) Kernel::template prepare<T>(gpu, a);
}

template <class Kernel, class T> class SimulatedSpmv final : public BoundSpmv {
public:
    using Host = typename Kernel::template Format<T, HostArray>;
    using View = typename Kernel::template Format<T, In>;

    SimulatedSpmv(std::shared_ptr<const HostFormat> format, int block_size, simulated::Recorder* recorder)
        : format_(std::move(format)), gpu_(Kernel::info.id, block_size, recorder != nullptr ? 1 : 0), x_(format_->cols), y_(format_->rows) {
        gpu_.set_recorder(recorder);
        view_ = view_of<View>(gpu_, *static_cast<const Host*>(format_->object()));
        x_view_ = gpu_.template named<In<T>>("x", static_cast<const T*>(x_.data()), sizeof(T));
        y_view_ = gpu_.template named<Out<T>>("y", y_.data(), sizeof(T));
        prepare_spmv<Kernel, T>(gpu_, view_);
    }

    void set_x(const std::vector<double>& x) override {
        check_x(x, format_->cols);
        std::transform(x.begin(), x.end(), x_.begin(), [](double v) { return static_cast<T>(v); });
    }
    void poison_y() override { std::fill(y_.begin(), y_.end(), std::numeric_limits<T>::quiet_NaN()); }
    void enqueue() override { launch_spmv<Kernel, T>(gpu_, view_, x_view_, y_view_); }
    void finish() override {}
    std::vector<double> y() const override { return {y_.begin(), y_.end()}; }

private:
    std::shared_ptr<const HostFormat> format_;
    Gpu gpu_;
    std::vector<T> x_, y_;
    View view_;
    In<T> x_view_;
    Out<T> y_view_;
};

template <class Kernel>
std::unique_ptr<BoundSpmv> bind_spmv(std::shared_ptr<const HostFormat> format, int block_size, simulated::Recorder* recorder) {
    if (format->precision == Precision::float32)
        return std::make_unique<SimulatedSpmv<Kernel, float>>(std::move(format), block_size, recorder);
    return std::make_unique<SimulatedSpmv<Kernel, double>>(std::move(format), block_size, recorder);
}

} // namespace warploom::kernels::WARPLOOM_TARGET
