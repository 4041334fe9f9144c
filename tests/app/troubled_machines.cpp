#include "troubled_machines.h"

#include "engine/error.h"
#include "fake_gpu.h"
#include "kernels/sources/text_of_kernel.h"
#include "other_machine.h"

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <thread>

namespace warploom::test {

namespace {

using kernels::BoundSpmv;

enum class Trouble { noisy, faulty, wrong, dying, tight, slow };

class TroubledSpmv final : public BoundSpmv {
public:
    TroubledSpmv(std::unique_ptr<BoundSpmv> inner, Trouble trouble, int* alive)
        : inner_(std::move(inner)), trouble_(trouble), alive_(alive) {
        ++*alive_;
    }
    ~TroubledSpmv() override { --*alive_; }

    void set_x(const std::vector<double>& x) override { inner_->set_x(x); }
    void poison() override { inner_->poison(); }
    void finish() override { inner_->finish(); }
    kernels::VectorPlaces places() override { return inner_->places(); }
    std::vector<double> y() const override {
        auto y = inner_->y();
        if (trouble_ == Trouble::wrong && !y.empty()) y[y.size() / 2] += 1;
        return y;
    }
    void enqueue() override {
        ++launches_;
        if (trouble_ == Trouble::noisy) make_noise();
        if (trouble_ == Trouble::faulty && launches_ > 3)
            throw Error("device.fault", "The device ended the kernel: an illegal memory access.");
        if (trouble_ == Trouble::dying && launches_ > 3) std::raise(SIGKILL);
        if (trouble_ == Trouble::slow) std::this_thread::sleep_for(std::chrono::milliseconds(20));
        inner_->enqueue();
    }

private:
    static void make_noise() {
        std::printf("a library greets ");
        std::cout << "{\"id\":\"1\",\"event\":\"done\"" << std::flush;
        std::fflush(stdout);
        constexpr char text[] = "}\nand writes past every buffer";
        static_cast<void>(!::write(STDOUT_FILENO, text, sizeof text - 1));
    }

    std::unique_ptr<BoundSpmv> inner_;
    Trouble trouble_;
    int* alive_;
    int launches_ = 0;
};

/// Returns a solution with one slightly wrong element.
class WrongTridiagonal final : public kernels::BoundTridiagonal {
public:
    explicit WrongTridiagonal(std::unique_ptr<BoundTridiagonal> inner) : inner_(std::move(inner)) {}
    void poison() override { inner_->poison(); }
    void enqueue() override { inner_->enqueue(); }
    void finish() override { inner_->finish(); }
    std::vector<double> x() const override {
        auto x = inner_->x();
        x.at(x.size() / 2) += 1e-6;
        return x;
    }

private:
    std::unique_ptr<BoundTridiagonal> inner_;
};

class WrongAta final : public kernels::BoundAta {
public:
    explicit WrongAta(std::unique_ptr<BoundAta> inner) : inner_(std::move(inner)) {}
    void poison() override { inner_->poison(); }
    void enqueue() override { inner_->enqueue(); }
    void finish() override { inner_->finish(); }
    std::vector<double> c() const override {
        auto c = inner_->c();
        c.at(0) += 1;
        return c;
    }

private:
    std::unique_ptr<BoundAta> inner_;
};

/// A solver that accepts a wrong x.
class WrongCg final : public kernels::BoundCg {
public:
    explicit WrongCg(std::unique_ptr<BoundCg> inner) : inner_(std::move(inner)) {}
    void enqueue() override { inner_->enqueue(); }
    void finish() override { inner_->finish(); }
    void set_right_side(const std::vector<double>& b) override { inner_->set_right_side(b); }
    void set_state(const kernels::CgState& state) override { inner_->set_state(state); }
    kernels::CgState state() const override { return inner_->state(); }
    std::vector<double> x() const override {
        auto x = inner_->x();
        x.at(0) += 1e-3;
        return x;
    }
    kernels::IterationBatch iterate(std::int64_t count, double tolerance) override {
        return inner_->iterate(count, tolerance);
    }
    void restart() override { inner_->restart(); }
    double true_residual() override { return inner_->true_residual(); }
    kernels::CgParts parts(int count) override { return inner_->parts(count); }

private:
    std::unique_ptr<BoundCg> inner_;
};

class TroubledMachine final : public OtherMachine {
public:
    TroubledMachine(const char* name, Trouble trouble)
        : OtherMachine(kernels::open_machine("simulated:h200")), trouble_(trouble), info_(inner().info()) {
        info_.id = std::string("troubled:") + name;
    }

    const kernels::MachineInfo& info() const override { return info_; }

    std::unique_ptr<kernels::Bound> bind(const kernels::BindRequest& request) override {
        const bool is_product = request.operation() == Operation::spmv;
        if (is_product && trouble_ == Trouble::tight && alive_ > 0)
            throw Error("memory.limit", "The device has no memory left.");
        auto bound = inner().bind(request);
        if (is_product) {
            if (trouble_ != Trouble::tight && trouble_ != Trouble::slow && request.kernel != "csr-vector") return bound;
            return std::make_unique<TroubledSpmv>(as<BoundSpmv>(std::move(bound)), trouble_, &alive_);
        }
        if (trouble_ != Trouble::wrong) return bound;
        if (request.operation() == Operation::tridiagonal)
            return std::make_unique<WrongTridiagonal>(as<kernels::BoundTridiagonal>(std::move(bound)));
        if (request.operation() == Operation::ata)
            return std::make_unique<WrongAta>(as<kernels::BoundAta>(std::move(bound)));
        return std::make_unique<WrongCg>(as<kernels::BoundCg>(std::move(bound)));
    }

private:
    Trouble trouble_;
    kernels::MachineInfo info_;
    int alive_ = 0;
};

} // namespace

app::MachineList troubled_machines() {
    app::MachineList list;
    list.push_back(std::make_unique<TroubledMachine>("noisy", Trouble::noisy));
    list.push_back(std::make_unique<TroubledMachine>("faulty", Trouble::faulty));
    list.push_back(std::make_unique<TroubledMachine>("wrong", Trouble::wrong));
    list.push_back(std::make_unique<TroubledMachine>("dying", Trouble::dying));
    list.push_back(std::make_unique<TroubledMachine>("tight", Trouble::tight));
    list.push_back(std::make_unique<TroubledMachine>("slow", Trouble::slow));
    list.push_back(fake_gpu("cuda:0", "Invented GPU", 0, kernels::bind_text_on));
    return list;
}

} // namespace warploom::test
