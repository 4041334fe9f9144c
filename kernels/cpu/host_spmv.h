#pragma once

#include "kernels/formats/arrays.h"
#include "kernels/machine/registry.h"

#include <limits>
#include <memory>
#include <vector>

namespace warploom::kernels {

/// Binds an SpMV loop on the host. `Kernel` is a struct with `info`, `Format<T>` and `run(const Format<T>&, const T* x,
/// T* y)`.
template <class Kernel, class T> class HostSpmv final : public BoundSpmv {
public:
    explicit HostSpmv(std::shared_ptr<const HostFormat> format)
        : format_(std::move(format)), a_(static_cast<const typename Kernel::template Format<T>*>(format_->object())),
          x_(format_->cols), y_(format_->rows) {}

    void set_x(const std::vector<double>& x) override {
        check_x(x, format_->cols);
        for (std::size_t j = 0; j < x.size(); ++j) x_[j] = static_cast<T>(x[j]);
    }
    void poison() override { std::fill(y_.begin(), y_.end(), std::numeric_limits<T>::quiet_NaN()); }
    void enqueue() override { Kernel::run(*a_, x_.data(), y_.data()); }
    std::vector<double> y() const override { return {y_.begin(), y_.end()}; }
    VectorPlaces places() override { return {x_.data(), y_.data()}; }

private:
    std::shared_ptr<const HostFormat> format_;
    const typename Kernel::template Format<T>* a_;
    std::vector<T> x_, y_;
};

template <class Kernel> HostEntry host_spmv_entry() {
    return {Operation::spmv, Kernel::info, [](const BindRequest& request, Machine&) -> std::unique_ptr<Bound> {
                const auto& format = request.as<SpmvInput>().format;
                if (format->precision == Precision::float32) return std::make_unique<HostSpmv<Kernel, float>>(format);
                return std::make_unique<HostSpmv<Kernel, double>>(format);
            }};
}

} // namespace warploom::kernels
