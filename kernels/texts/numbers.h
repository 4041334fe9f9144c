#pragma once

#include "engine/simt/program.h"
#include "kernels/operations/operation.h"
#include "kernels/texts/text_gpu.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace warploom::kernels {

/// An array of numbers in the precision of a kernel: in this program's memory, or, where there is a GPU, there, with a
/// copy here to send again.
class Numbers {
public:
    Numbers(std::string name, std::int64_t size, Precision precision, TextGpu* gpu)
        : name_(std::move(name)), size_(size), precision_(precision), gpu_(gpu) {
        if (precision == Precision::float32) single_.resize(static_cast<std::size_t>(size));
        else double_.resize(static_cast<std::size_t>(size));
        place_ = gpu_ != nullptr ? gpu_->make_array(bytes(), name_) : host();
        if (gpu_ == nullptr) return;
        poison(); // so no unwritten number is ever read there, or copied back
        gpu_->finish();
    }
    Numbers(std::string name, const std::vector<double>& values, Precision precision, TextGpu* gpu)
        : Numbers(std::move(name), static_cast<std::int64_t>(values.size()), precision, gpu) {
        set(values);
    }
    void set(const std::vector<double>& values) {
        visit([&](auto& numbers) {
            using T = typename std::decay_t<decltype(numbers)>::value_type;
            std::transform(values.begin(), values.end(), numbers.begin(), [](double v) { return static_cast<T>(v); });
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
        if (gpu_ != nullptr) gpu_->start(simt::Fill{place_, 0xff, bytes()}); // all bits set is a NaN
        else if (size_ > 0)
            std::memset(host(), 0xff, static_cast<std::size_t>(bytes())); // an empty array has no address
    }
    std::vector<double> values() const {
        if (precision_ == Precision::float32) return fetched(single_);
        return fetched(double_);
    }
    void* place() const { return place_; }
    std::int64_t bytes() const { return size_ * (precision_ == Precision::float32 ? 4 : 8); }
    /// `is_gathered`: the vector that each call may have another one of.
    simt::GivenArray given(bool may_write, bool is_gathered = false) const {
        const auto element = precision_ == Precision::float32 ? simt::Element::float32 : simt::Element::float64;
        return {name_, element, place_, size_, may_write, is_gathered, may_write, may_write || is_gathered};
    }

private:
    template <class Body> void visit(const Body& body) {
        if (precision_ == Precision::float32) body(single_);
        else body(double_);
    }
    void* host() { return precision_ == Precision::float32 ? static_cast<void*>(single_.data()) : double_.data(); }
    template <class T> std::vector<double> fetched(const std::vector<T>& here) const {
        if (gpu_ == nullptr) return {here.begin(), here.end()};
        std::vector<T> there(here.size());
        gpu_->download(there.data(), place_, bytes());
        return {there.begin(), there.end()};
    }

    std::string name_;
    std::int64_t size_;
    Precision precision_;
    TextGpu* gpu_;
    void* place_ = nullptr;
    std::vector<float> single_;
    std::vector<double> double_;
};

} // namespace warploom::kernels
