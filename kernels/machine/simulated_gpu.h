#pragma once

#include "kernels/vocabulary/vocabulary.h"

#include "kernels/vocabulary/plain_loops.h"

#include "engine/simulated/block_runner.h"
#include "engine/simulated/parallel_blocks.h"
#include "engine/simulated/tracer.h"
#include "kernels/formats/arrays.h"
#include "kernels/machine/machine.h"
#ifdef WARPLOOM_TRACED
#include "engine/simulated/tracer_impl.h"
#endif

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warploom::kernels::WARPLOOM_TARGET {

/// A phase says that its threads meet by `static constexpr bool meets = true;`.
template <class Phase> constexpr bool phase_meets() {
    if constexpr (requires { Phase::meets; }) return Phase::meets;
    else return false;
}

/// A phase says that it waits for other blocks by `static constexpr bool waits = true;`.
template <class Phase> constexpr bool phase_waits() {
    if constexpr (requires { Phase::waits; }) return Phase::waits;
    else return false;
}

/// A phase whose loop a compiler takes several turns of at once says `static constexpr int turns_ahead = 4;`.
template <class Phase> constexpr int phase_turns_ahead() {
    if constexpr (requires { Phase::turns_ahead; }) return Phase::turns_ahead;
    else return 1;
}

/// A phase whose blocks hand out places to each other says `static constexpr bool in_order = true;`. Numbers do not depend
/// on the order, but which block reads what does, so a trace runs them one after another and is the same each time.
template <class Phase> constexpr bool phase_in_order() {
#ifdef WARPLOOM_TRACED
    if constexpr (requires { Phase::in_order; }) return Phase::in_order;
#endif
    return false;
}

/// "coo-segmented (carries)": a phase that has a name, or that is another kernel, is named behind the kernel.
template <class Phase> std::string launch_name(const std::string& kernel) {
    if constexpr (requires { Phase::phase; }) return kernel + " (" + Phase::phase + ")";
    else if constexpr (requires { Phase::info; })
        return kernel == Phase::info.id ? kernel : kernel + " (" + Phase::info.id + ")";
    else return kernel;
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
        launch_grid<Phase>(blocks, block_size_, arguments...);
    }
    /// For a phase that is written for a block of a size of its own.
    template <class Phase, class... Arguments>
    void launch_grid(std::int64_t blocks, int block_size, const Arguments&... arguments) {
        const auto untraced = [&](std::int64_t begin, std::int64_t end) {
            simulated::parallel_blocks(
                end - begin,
                [&](std::int64_t first, std::int64_t last) {
                    run_blocks<Phase>(begin + first, begin + last, block_size, arguments...);
                },
                // One after the other, what a block waits for is there.
                phase_waits<Phase>() || phase_in_order<Phase>() ? 1 : host_threads_);
        };
#ifdef WARPLOOM_TRACED
        if (tracer_ != nullptr) {
            const auto body = [&](std::int64_t block, int thread) {
                Phase::run(Thread(block, thread, block_size, nullptr), arguments...);
            };
            const std::string name = launch_name<Phase>(kernel_);
            simulated::TracedLaunch info;
            info.kernel = name.c_str();
            info.block_size = block_size;
            info.meets = phase_meets<Phase>();
            info.turns_ahead = phase_turns_ahead<Phase>();
            info.is_in_order = phase_in_order<Phase>();
            info.argument = &body;
            info.body = [](const void* f, std::int64_t block, int thread) {
                (*static_cast<const decltype(body)*>(f))(block, thread);
            };
            if constexpr (phase_waits<Phase>()) {
                // Traced blocks run in an order of their own, so what they wait for is made before.
                untraced(0, blocks);
                tracer_->impl().launch(info, blocks, [](std::int64_t, std::int64_t) {});
            } else {
                tracer_->impl().launch(info, blocks, untraced);
            }
            return;
        }
#endif
        untraced(0, blocks);
    }

    /// y[0..n) = 0, as kernels that add with atomics need it.
    template <class T> void zero(Out<T> y, std::int64_t n) { std::fill_n(y.data, n, T(0)); }

    /// n elements that keep their place and content from launch to launch; made at the first call.
    template <class T> Out<T> scratch(const std::string& name, std::int64_t n) {
        auto& bytes = scratch_[name];
        if (bytes.size() < n * sizeof(T)) bytes.resize(n * sizeof(T));
        return named<Out<T>>(name, reinterpret_cast<T*>(bytes.data()), n);
    }
    /// The same memory for reading in a later phase.
    template <class T> static In<T> read(Out<T> array) {
        In<T> in;
        in.data = array.data;
#ifdef WARPLOOM_TRACED
        in.size = array.size;
        in.array = array.array;
#endif
        return in;
    }

    /// The first n elements as the host sees them: for a kernel that looks before it chooses.
    template <class T> std::vector<T> fetch(Out<T> array, std::int64_t n) { return {array.data, array.data + n}; }
    /// A number that the host part of a kernel keeps from `prepare` on; 0 at first.
    std::int64_t& kept(const std::string& name) { return kept_[name]; }

    /// An In or Out over n elements that lie elsewhere, known to the tracer by its name. `is_gathered`: where it is
    /// read depends on data that was read before.
    template <class View, class T>
    View named([[maybe_unused]] const std::string& name, T* data, [[maybe_unused]] std::int64_t n,
               [[maybe_unused]] bool is_gathered = false) {
        View view;
        view.data = data;
#ifdef WARPLOOM_TRACED
        view.size = n;
        if (arrays_ != nullptr) view.array = arrays_->impl().table.add_global(name, sizeof(T), n, is_gathered);
#endif
        return view;
    }

#ifdef WARPLOOM_TRACED
    /// Who learns the names of arrays, and who watches launches: not those that prepare a matrix once and for all.
    void set_tracer(simulated::Tracer* arrays, simulated::Tracer* launches) {
        arrays_ = arrays;
        tracer_ = launches;
    }
#endif

private:
    template <class Phase, class... Arguments>
    void run_blocks(std::int64_t first, std::int64_t last, int block_size, const Arguments&... arguments) {
        if constexpr (phase_meets<Phase>()) {
            const auto runner = simulated::borrow_block_runner();
            for (std::int64_t block = first; block < last; ++block) {
                const auto body = [&](int thread) {
                    Phase::run(Thread(block, thread, block_size, runner.get()), arguments...);
                };
                runner->run(
                    kernel_, block, block_size,
                    [](void* f, int thread) { (*static_cast<const decltype(body)*>(f))(thread); },
                    const_cast<void*>(static_cast<const void*>(&body)));
            }
        } else {
            for (std::int64_t block = first; block < last; ++block)
                for (int thread = 0; thread < block_size; ++thread)
                    Phase::run(Thread(block, thread, block_size, nullptr), arguments...);
        }
    }

    const char* kernel_;
    int block_size_;
    int host_threads_;
    simulated::Tracer* arrays_ = nullptr;
    simulated::Tracer* tracer_ = nullptr;
    std::map<std::string, std::vector<char>> scratch_;
    std::map<std::string, std::int64_t> kept_;
};

/// Work<Kernel, T>(input, block size, tracer), as the operations' simulated_*.h have it, in the precision of the input.
template <template <class, class> class Work, class Kernel>
std::unique_ptr<Bound> bind(const BindRequest& request, simulated::Tracer* tracer) {
    const auto& input = request.as<typename Work<Kernel, double>::Input>();
    if (precision_of(input) == Precision::float32)
        return std::make_unique<Work<Kernel, float>>(input, request.block_size, tracer);
    return std::make_unique<Work<Kernel, double>>(input, request.block_size, tracer);
}

/// The kernel's view of a format on the host.
template <class View, class HostStruct> View view_of(Gpu& gpu, const HostStruct& host) {
    View view;
    static_cast<typename HostStruct::Shape&>(view) = host;
    std::vector<std::pair<const void*, std::int64_t>> data;
    const_cast<HostStruct&>(host).arrays([&](const char*, auto& array) { // only read
        data.emplace_back(array.data(), static_cast<std::int64_t>(array.size()));
    });
    std::size_t next = 0;
    view.arrays([&]<class T>(const char* name, In<T>& array) {
        const auto [memory, size] = data[next++];
        array = gpu.template named<In<T>>(name, static_cast<const T*>(memory), size);
    });
    return view;
}

} // namespace warploom::kernels::WARPLOOM_TARGET
