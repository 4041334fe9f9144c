#include "troubled_machines.h"

#include "engine/error.h"

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
    void poison_y() override { inner_->poison_y(); }
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

class TroubledMachine final : public kernels::Machine {
public:
    TroubledMachine(const char* name, Trouble trouble)
        : inner_(kernels::open_machine("simulated:h200")), trouble_(trouble), info_(inner_->info()) {
        info_.id = std::string("troubled:") + name;
    }

    const kernels::MachineInfo& info() const override { return info_; }
    bool runs(kernels::RunsOn where) const override { return inner_->runs(where); }

    std::unique_ptr<BoundSpmv> bind(const std::string& kernel, std::shared_ptr<const kernels::HostFormat> format,
                                    int block_size) override {
        if (trouble_ == Trouble::tight && alive_ > 0) throw Error("memory.limit", "The device has no memory left.");
        auto bound = inner_->bind(kernel, std::move(format), block_size);
        if (trouble_ != Trouble::tight && trouble_ != Trouble::slow && kernel != "csr-vector") return bound;
        return std::make_unique<TroubledSpmv>(std::move(bound), trouble_, &alive_);
    }
    std::unique_ptr<kernels::BoundTridiagonal> bind_tridiagonal(const std::string& kernel,
                                                                const kernels::TridiagonalInput& input,
                                                                int block_size) override {
        return inner_->bind_tridiagonal(kernel, input, block_size);
    }
    std::unique_ptr<kernels::BoundAta> bind_ata(const std::string& kernel, const kernels::AtaInput& input,
                                                int block_size) override {
        return inner_->bind_ata(kernel, input, block_size);
    }
    std::unique_ptr<kernels::BoundCg> bind_cg(const kernels::CgKernelName& kernel, const kernels::CgInput& input,
                                              int block_size) override {
        return inner_->bind_cg(kernel, input, block_size);
    }
    measure::Sample sample(kernels::Bound& work, kernels::CacheState cache, int batch) override {
        return inner_->sample(work, cache, batch);
    }
    double launch_to_finish_ns(kernels::Bound& work) override { return inner_->launch_to_finish_ns(work); }
    double copy_bandwidth() override { return 0; }

private:
    std::unique_ptr<kernels::Machine> inner_;
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
    return list;
}

} // namespace warploom::test
