#pragma once

#include "engine/cuda/device.h"
#include "kernels/operations/cg.h"

#include <memory>
#include <utility>
#include <vector>

namespace warploom::kernels {

/// A method whose launches go to one device. Each call makes the device the calling thread's own, as each may be the
/// first of a thread. Method is LaunchedCg or derives from it.
template <class Method> class OnDevice : public Method {
public:
    void set_right_side(const std::vector<double>& b) override { here().Method::set_right_side(b); }
    void set_state(const CgState& state) override { here().Method::set_state(state); }
    CgState state() const override { return here().Method::state(); }
    std::vector<double> x() const override { return here().Method::x(); }
    CgStretch iterate(std::int64_t count, double tolerance) override {
        return here().Method::iterate(count, tolerance);
    }
    double true_residual() override { return here().Method::true_residual(); }
    void restart() override { here().Method::restart(); }
    void enqueue() override { here().Method::enqueue(); }

protected:
    template <class... Arguments>
    explicit OnDevice(std::shared_ptr<cuda::Device> device, Arguments&&... arguments)
        : Method(std::forward<Arguments>(arguments)...), device_(std::move(device)) {
        device_->use();
    }

    std::shared_ptr<cuda::Device> device_;

private:
    OnDevice& here() {
        device_->use();
        return *this;
    }
    const OnDevice& here() const {
        device_->use();
        return *this;
    }
};

} // namespace warploom::kernels
