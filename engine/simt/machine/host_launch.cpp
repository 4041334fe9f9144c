#include "engine/simt/machine/host_launch.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simt/code/lane_functions.h"

#include <cstdint>
#include <cstring>
#include <string>

namespace warploom::simt {

namespace {

/// Converts the host address of an array element to a simulated pointer. The address may also be one past the end of
/// the array.
std::uint64_t pointer_from(const void* address, const std::vector<Object>& objects, const std::string& kernel) {
    if (address == nullptr) return 0;
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    std::uint64_t behind = 0;
    for (std::size_t o = 1; o < objects.size(); ++o) {
        const std::uint64_t distance = place - reinterpret_cast<std::uintptr_t>(objects[o].data);
        const auto bytes = static_cast<std::uint64_t>(objects[o].bytes);
        if (distance < bytes) return pointer_to(o) + distance;
        if (distance == bytes) behind = pointer_to(o) + distance;
    }
    if (behind == 0)
        throw Error(
            "kernel.parameter",
            sentence("An argument of kernel {kernel} is not an address in any of the arrays.", {{"kernel", kernel}}));
    return behind;
}

} // namespace

HostLaunch host_launch(const Launch& asked, const Code& kernel, const std::vector<Object>& objects) {
    HostLaunch made;
    made.code.grid = 0;
    made.code.block = 3;
    made.code.shared = 6;
    std::uint32_t units = 8;
    for (const ParameterCode& parameter : kernel.parameters) {
        made.code.arguments.emplace_back(units, parameter.type->units);
        units += static_cast<std::uint32_t>(parameter.type->units);
    }
    made.registers.resize(units * register_bytes);
    const auto write = [&](std::uint32_t unit, const void* from, std::size_t bytes) {
        std::memcpy(made.registers.data() + unit * register_bytes, from, bytes);
    };
    for (std::uint32_t d = 0; d < 3; ++d) {
        write(made.code.grid + d, &asked.grid[d], sizeof asked.grid[d]);
        write(made.code.block + d, &asked.block[d], sizeof asked.block[d]);
    }
    write(made.code.shared, &asked.shared_bytes, sizeof asked.shared_bytes);
    for (std::size_t p = 0; p < kernel.parameters.size(); ++p) {
        const Type& type = *kernel.parameters[p].type;
        const std::size_t begin = p < asked.offsets.size() ? asked.offsets[p] : asked.arguments.size();
        const std::size_t end = p + 1 < asked.offsets.size() ? asked.offsets[p + 1] : asked.arguments.size();
        if (asked.offsets.size() != kernel.parameters.size() || end < begin + static_cast<std::size_t>(type.bytes))
            throw Error("kernel.parameter", sentence("The arguments of kernel {kernel} do not match its parameters.",
                                                     {{"kernel", asked.kernel}}));
        for (const Leaf& leaf : leaves_of(&type)) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, asked.arguments.data() + begin + leaf.offset,
                        static_cast<std::size_t>(leaf.type->bytes));
            if (leaf.type->kind == Kind::pointer)
                bits = pointer_from(reinterpret_cast<const void*>(bits), objects, asked.kernel);
            write(made.code.arguments[p].first + static_cast<std::uint32_t>(leaf.unit), &bits,
                  leaf.type->is_wide() ? 8 : 4);
        }
    }
    return made;
}

} // namespace warploom::simt
