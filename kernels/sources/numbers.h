#pragma once

#include "engine/simt/program.h"
#include "kernels/operations/operation.h"
#include "kernels/sources/text_gpu.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace warploom::kernels {

/// Values in a kernel's precision, in host memory, or in GPU memory with a host copy that can be uploaded again.
class Numbers {
public:
    Numbers(std::string name, std::int64_t size, Precision precision, TextGpu* gpu)
        : name_(std::move(name)), size_(size), precision_(precision), gpu_(gpu) {
        // Use calloc, because zero pages require no memory and no time until they are touched, and only a few blocks of
        // a large matrix product are traced.
        memory_.reset(size > 0 ? std::calloc(static_cast<std::size_t>(bytes()), 1) : nullptr);
        if (size > 0 && memory_ == nullptr) throw std::bad_alloc();
        place_ = gpu_ != nullptr ? gpu_->make_array(bytes(), name_) : host();
        if (gpu_ == nullptr) return;
        poison(); // uninitialized memory must be neither read on the GPU nor copied back
        gpu_->finish();
    }
    Numbers(std::string name, const std::vector<double>& values, Precision precision, TextGpu* gpu)
        : Numbers(std::move(name), static_cast<std::int64_t>(values.size()), precision, gpu) {
        set(values);
    }
    void set(const std::vector<double>& values) {
        visit([&](auto* numbers) {
            using T = std::remove_pointer_t<decltype(numbers)>;
            std::transform(values.begin(), values.end(), numbers, [](double v) { return static_cast<T>(v); });
        });
        send();
    }
    void send() {
        if (gpu_ != nullptr) gpu_->upload(place_, host(), bytes());
    }
    void fetch() {
        if (gpu_ != nullptr) gpu_->download(host(), place_, bytes());
    }
    void poison() {
        if (gpu_ != nullptr) gpu_->start(simt::Fill{place_, 0xff, bytes()}); // a value with all bits set is NaN
        // An empty array has no valid host().
        else if (size_ > 0) std::memset(host(), 0xff, static_cast<std::size_t>(bytes()));
    }
    std::vector<double> values() const {
        std::vector<double> all;
        visit([&](auto* numbers) { all = fetched(numbers); });
        return all;
    }
    void* place() const { return place_; }
    std::int64_t bytes() const { return size_ * (precision_ == Precision::float32 ? 4 : 8); }
    /// Describes this array for a kernel. `is_gathered` marks a vector that may be replaced before each call.
    simt::GivenArray given(bool may_write, bool is_gathered = false) const {
        const auto element = precision_ == Precision::float32 ? simt::Element::float32 : simt::Element::float64;
        return {name_, element, place_, size_, may_write, is_gathered, may_write, may_write || is_gathered};
    }

private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    template <class Body> void visit(const Body& body) const {
        if (precision_ == Precision::float32) body(static_cast<float*>(host()));
        else body(static_cast<double*>(host()));
    }
    void* host() const { return memory_.get(); }
    template <class T> std::vector<double> fetched(const T* here) const {
        if (gpu_ == nullptr) return {here, here + size_};
        std::vector<T> there(static_cast<std::size_t>(size_));
        gpu_->download(there.data(), place_, bytes());
        return {there.begin(), there.end()};
    }

    std::string name_;
    std::int64_t size_;
    Precision precision_;
    TextGpu* gpu_;
    void* place_ = nullptr;
    std::unique_ptr<void, Free> memory_;
};

} // namespace warploom::kernels
