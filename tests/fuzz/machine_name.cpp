// Fuzz target: the name of a machine: the host, a GPU model by its id or file, or GPUs that share a matrix.
#include "app/info/describe.h"
#include "fuzz/target.h"
#include "kernels/registry/multi_gpu_machine.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace warploom;
    const std::string name = fuzz::text_of(data, size);
    fuzz::expect_answer_or_refusal([&] {
        if (!kernels::names_multi_gpu(name)) return;
        for (const int ordinal : kernels::parse_multi_gpu(name).ordinals)
            fuzz::require(ordinal >= 0, "a GPU has a number from 0 on");
    });
    fuzz::expect_answer_or_refusal([&] {
        static const app::MachineList machines = [] {
            app::MachineList made;
            made.push_back(kernels::open_machine("cpu"));
            return made;
        }();
        fuzz::require(!app::find_machine(machines, name)->info().id.empty(), "a machine has a name");
    });
    return 0;
}
