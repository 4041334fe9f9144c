#include "engine/proposal/entry_function.h"

#include "engine/error.h"
#include "engine/proposal/words.h"
#include "engine/sentence.h"
#include "engine/simt/language/macros.h"
#include "engine/simt/language/namespaces.h"
#include "engine/simt/language/parser.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace warploom::proposal {

namespace {

using simt::Expression;
using simt::Function;
using simt::Statement;

void each_part_of(const Expression& e, const std::function<void(const Expression&)>& visitor) {
    visitor(e);
    for (const auto& child : e.children)
        if (child) each_part_of(*child, visitor);
}
void each_part_of(const Statement& s, const std::function<void(const Expression&)>& visitor) {
    for (const auto* const e : {s.value.get(), s.step.get()})
        if (e != nullptr) each_part_of(*e, visitor);
    for (const auto& variable : s.variables)
        if (variable.initial) each_part_of(*variable.initial, visitor);
    for (const auto& part : s.parts)
        if (part) each_part_of(*part, visitor);
}

bool is_allowed_in_run(const std::string& function) {
    if (!function.starts_with("cuda") && !function.starts_with("malloc") && function != "free") return true;
    const std::set<std::string> allowed{"cudaDeviceSynchronize", "cudaGetLastError", "cudaPeekAtLastError",
                                        "cudaMemset"};
    return allowed.count(function) != 0;
}

/// Returns the launches in a host function. The list is empty if the function does more than launch kernels, because
/// `run` cannot call it then.
std::vector<const Expression*> launches_in(const Function& function) {
    std::vector<const Expression*> launches;
    bool is_allowed = true;
    if (function.body == nullptr) return launches;
    each_part_of(*function.body, [&](const Expression& e) {
        if (e.what == Expression::What::launch) launches.push_back(&e);
        if (e.what == Expression::What::call && !is_allowed_in_run(e.text)) is_allowed = false;
    });
    return is_allowed ? launches : std::vector<const Expression*>();
}

/// Describes the parameters of a host function in the same way as the parameters of a kernel.
FunctionUse described_parameters(const Function& function) {
    Function bare;
    FunctionUse use = uses_of(bare);
    use.name = function.name;
    for (const auto& parameter : function.template_parameters) use.type_parameter = parameter.name;
    for (const auto& parameter : function.parameters) {
        ParameterUse made;
        made.name = parameter.name;
        made.type = parameter.type.name;
        made.is_pointer = parameter.type.pointers > 0 || !parameter.extents.empty();
        made.is_const = parameter.type.is_const;
        use.parameters.push_back(made);
    }
    return use;
}

/// Adds a kernel's use of its parameters to the parameters of the host function that launches the kernel.
void add_launch(FunctionUse& host, const FunctionUse& kernel, const Expression& launch) {
    std::vector<std::pair<std::string, std::string>> words;
    const std::size_t count = std::min(launch.children.size(), kernel.parameters.size());
    for (std::size_t a = 0; a < count; ++a) words.emplace_back(kernel.parameters[a].name, spelled(*launch.children[a]));
    for (std::size_t a = 0; a < count; ++a) {
        ParameterUse* const to = host.find(spelled(*launch.children[a]));
        if (to == nullptr) continue;
        const ParameterUse& from = kernel.parameters[a];
        if (from.is_written) to->is_atomic = from.is_atomic && (!to->is_written || to->is_atomic);
        to->is_read = to->is_read || from.is_read;
        to->is_written = to->is_written || from.is_written;
        to->is_row_pointer = to->is_row_pointer || from.is_row_pointer;
        to->is_sized_by_grid = to->is_sized_by_grid || from.is_sized_by_grid;
        for (const std::string& array : from.indexes) to->indexes.insert(with_words(array, words));
        std::vector<std::string> sizes;
        for (const std::string& size : from.sizes) sizes.push_back(with_words(size, words));
        if (sizes.size() > to->sizes.size()) to->sizes = sizes;
    }
    for (std::size_t d = 0; d < 3; ++d)
        if (host.items[d].empty()) host.items[d] = with_words(kernel.items[d], words);
}

const Function* kernel_named(const ParsedSource& source, const std::string& name) {
    for (const auto& function : source.tree.functions)
        if (function->where == Function::Where::kernel && function->name == name) return function.get();
    return nullptr;
}

bool is_serial_name(const std::string& function) {
    const std::string name = lower_case(function);
    for (const char* const word : {"cpu", "host", "ref", "serial", "seq", "gold", "expected", "verify", "naive"})
        if (name.find(word) != std::string::npos) return true;
    return false;
}

} // namespace

ParsedSource parse(const std::string& text) {
    ParsedSource source;
    try {
        simt::CompileBudget effort(nullptr);
        simt::TokenList list = simt::expand_macros(simt::tokens_of(text, effort), effort);
        source.tokens = simt::without_namespaces(std::move(list.tokens), list.wrong).tokens;
        source.tree = simt::parse_file(source.tokens, effort).tree;
    } catch (const simt::Refusal&) {
    } catch (const simt::BudgetExceeded&) {}
    for (const auto& constant : source.tree.constants) source.constants.insert(constant.name);
    return source;
}

EntryFunction find_entry(const ParsedSource& source) {
    EntryFunction entry;
    for (const auto& function : source.tree.functions)
        if (function->where == Function::Where::kernel) ++entry.kernels;
    if (entry.kernels == 0)
        throw Error("proposal.none", sentence("This file contains no kernel."),
                    sentence("A kernel is a function with `__global__` that returns void."));
    for (const auto& function : source.tree.functions) {
        if (function->where != Function::Where::host || function->name == "main") continue;
        const auto launches = launches_in(*function);
        if (launches.empty() || function->returns.name != "void" || function->template_parameters.size() > 1) continue;
        entry.use = described_parameters(*function);
        entry.words = function->name;
        for (const Expression* const launch : launches) entry.words += " " + launch->text;
        for (const Expression* const launch : launches)
            if (const Function* const kernel = kernel_named(source, launch->text))
                add_launch(entry.use, uses_of(*kernel), *launch);
        return entry;
    }
    entry.is_kernel = true;
    const Function* chosen = nullptr;
    for (const auto& function : source.tree.functions) {
        if (function->where != Function::Where::kernel) continue;
        FunctionUse use = uses_of(*function);
        auto launches = launches_of(source.tokens, use, source.constants);
        // Prefer a kernel that the host code launches.
        if (chosen != nullptr && (entry.launch || launches.empty())) continue;
        chosen = function.get();
        entry.use = std::move(use);
        if (!launches.empty()) entry.launch = std::move(launches.front());
    }
    entry.words = entry.use.name;
    return entry;
}

std::string reference_call(const ParsedSource& source, const FunctionUse& entry) {
    for (const auto& function : source.tree.functions) {
        if (function->where != Function::Where::host || !is_serial_name(function->name)) continue;
        if (function->returns.name != "void" || function->returns.pointers > 0) continue;
        if (function->is_damaged || !launches_in(*function).empty()) continue;
        const FunctionUse serial = described_parameters(*function);
        if (serial.parameters.size() != entry.parameters.size()) continue;
        std::string by_name, by_position;
        bool has_names = true, has_types = true;
        for (std::size_t p = 0; p < serial.parameters.size(); ++p) {
            const ParameterUse &to = serial.parameters[p], &at = entry.parameters[p];
            const ParameterUse* const same = entry.find(to.name);
            has_names = has_names && same != nullptr && same->type == to.type && same->is_pointer == to.is_pointer;
            has_types = has_types && at.type == to.type && at.is_pointer == to.is_pointer;
            const auto argument = [&](const ParameterUse& from) {
                const bool casts = from.is_pointer && !to.is_const && !from.is_written;
                return (p == 0 ? "" : ", ") + (casts ? "(" + to.type + "*)" : std::string()) + from.name;
            };
            if (same != nullptr) by_name += argument(*same);
            by_position += argument(at);
        }
        if (has_names || has_types) return function->name + "(" + (has_names ? by_name : by_position) + ")";
    }
    return {};
}

} // namespace warploom::proposal
