#include "kernels/sources/text_of_kernel.h"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace warploom::kernels {

namespace {

using simt::Element;
using simt::Given;

/// Counts the threads of launches instead of executing them.
class ThreadCount final : public simt::Launcher {
public:
    void* scratch(std::int64_t, const std::string&) override { return &nothing_; } // the pointer is never dereferenced
    void execute(simt::HostStep step) override {
        const auto* const launch = std::get_if<simt::Launch>(&step);
        if (launch == nullptr) return;
        std::int64_t of_launch = 1;
        for (const unsigned extent : launch->grid) of_launch *= extent;
        for (const unsigned extent : launch->block) of_launch *= extent;
        threads += of_launch;
    }

    std::int64_t threads = 0;

private:
    char nothing_ = 0;
};

} // namespace

std::int64_t threads_of_solver(const std::string& kernel, std::int64_t n, int systems, Precision precision) {
    if (n == 0) return 0;
    char nothing = 0;
    const auto number = precision == Precision::float64 ? Element::float64 : Element::float32;
    Given given;
    for (const char* const name : {"a", "b", "c", "d"}) given.arrays.push_back({name, number, &nothing, n});
    given.arrays.push_back({"x", number, &nothing, n, true, false, true, true});
    given.arrays.push_back({"zero_pivot", Element::int32, &nothing, 1, true, false, false, true});
    given.numbers = {{"n", n}, {"systems", systems}, {"block", 128}};
    ThreadCount count;
    simt::Call(program_of(Operation::tridiagonal, kernel), precision == Precision::float64, std::move(given), {},
               &count)
        .run();
    return count.threads;
}

} // namespace warploom::kernels
