#include "kernels/operations/ata.h"
#include "engine/sentence.h"

#include "engine/comma_list.h"
#include "engine/error.h"
#include "engine/memory.h"
#include "kernels/sources/built_in_kernels.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <system_error>

namespace warploom::kernels {

namespace {

struct Switch {
    const char* name;
    bool AtaSwitches::*member; ///< option to set; null for `padding`, which is a number
};
constexpr std::array<Switch, 5> all_switches{{{"registers", &AtaSwitches::registers},
                                              {"prefetch", &AtaSwitches::prefetch},
                                              {"padding", nullptr},
                                              {"unroll", &AtaSwitches::unroll},
                                              {"symmetric", &AtaSwitches::symmetric}}};
constexpr std::string_view padding_of = "padding=";

int padding_from(const std::string& places, const std::string& whole) {
    int padding = -1;
    const char* const end = places.data() + places.size();
    const auto [rest, mistake] = std::from_chars(places.data(), end, padding);
    if (mistake != std::errc() || rest != end || padding < 0 || padding > widest_padding)
        throw Error(
            "kernel.switch",
            sentence("The padding '{padding}' in '{kernel}' is not valid.", {{"padding", places}, {"kernel", whole}}),
            sentence("The padding must be an integer from 0 to {widest}, for example tiled@padding=1.",
                     {{"widest", widest_padding}}));
    return padding;
}

void turn_on(AtaSwitches& switches, const std::string& name, const std::string& whole) {
    if (name.rfind(padding_of, 0) == 0) {
        switches.padding = padding_from(name.substr(padding_of.size()), whole);
        return;
    }
    std::string known;
    for (const auto& each : all_switches) {
        if (name == each.name) {
            if (each.member == nullptr) switches.padding = 1;
            else switches.*each.member = true;
            return;
        }
        add_item(known, std::string(each.name));
    }
    throw Error("kernel.switch",
                sentence("'{kernel}' specifies the option '{option}', which does not exist.",
                         {{"option", name}, {"kernel", whole}}),
                sentence("Available options: {options}. For example, write tiled@registers+padding or tiled@none.",
                         {{"options", known}}));
}

} // namespace

AtaKernelName parse_ata_kernel(const std::string& name) {
    const auto at = name.find('@');
    if (at == std::string::npos || is_kernel_file(name)) return {name, {}};
    AtaKernelName parsed{name.substr(0, at), AtaSwitches{false, false, 0, false, false}};
    if (parsed.kernel != "tiled")
        throw Error("kernel.switch", sentence("Kernel '{kernel}' has no options.", {{"kernel", parsed.kernel}}),
                    sentence("Only the kernel tiled has options."));
    const std::string list = name.substr(at + 1);
    if (list == "none") return parsed;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find('+', begin), list.size());
        turn_on(parsed.switches, list.substr(begin, end - begin), name);
        begin = end + 1;
    }
    return parsed;
}

std::string to_string(const AtaKernelName& name) {
    if (name.switches == AtaSwitches{}) return name.kernel;
    std::string list;
    for (const auto& each : all_switches) {
        const bool is_on = each.member == nullptr ? name.switches.padding > 0 : name.switches.*each.member;
        if (!is_on) continue;
        list += (list.empty() ? "" : "+") + std::string(each.name);
        if (each.member == nullptr && name.switches.padding > 1) list += "=" + std::to_string(name.switches.padding);
    }
    return name.kernel + "@" + (list.empty() ? "none" : list);
}

bool reads_columns(const std::string& kernel) {
    if (!is_kernel_file(kernel) && built_in_text(Operation::ata, kernel) == nullptr) return false;
    const auto names = simt::parameters_of(*program_of(Operation::ata, kernel));
    return std::find(names.begin(), names.end(), columns_of_a) != names.end();
}

void require_ata_memory(const AtaInput& input, bool copies_a) {
    const auto m = static_cast<double>(input.a->rows), n = static_cast<double>(input.a->cols);
    require_memory((n * n + (copies_a ? m * n : 0)) * bytes_of(input.precision),
                   copies_a ? sentence("C with {n} x {n} values and a copy of A", {{"n", input.a->cols}})
                            : sentence("C with {n} x {n} values", {{"n", input.a->cols}}));
}

double ata_flops(std::int64_t rows, std::int64_t cols) {
    return static_cast<double>(rows) * static_cast<double>(cols) * static_cast<double>(cols + 1);
}

} // namespace warploom::kernels
