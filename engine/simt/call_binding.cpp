#include "engine/did_you_mean.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simt/call_impl.h"

#include <algorithm>
#include <cstring>

namespace warploom::simt {

namespace {

/// A C++ type of array elements, and the number types of the kernel language that match it.
struct Held {
    const char* name;
    Kind as, or_as;
};
constexpr Held held[] = {{"int", Kind::int32, Kind::uint32},
                         {"long long", Kind::int64, Kind::uint64},
                         {"float", Kind::float32, Kind::float32},
                         {"double", Kind::float64, Kind::float64},
                         {"unsigned char", Kind::uint8, Kind::uint8}};

} // namespace

Call::Impl::Impl(std::shared_ptr<const Program> p, bool is_double, Given g, const ExecutionLimits& l, Launcher* to)
    : program(std::move(p)), half(program->half(is_double)), given(std::move(g)), limits(l), launcher(to),
      printer(static_cast<std::size_t>(l.printed_calls), static_cast<std::size_t>(l.printed_bytes)) {
    objects.emplace_back();
    for (const GivenArray& array : given.arrays) {
        Object object;
        object.data = static_cast<std::byte*>(array.data);
        object.bytes = array.size * bytes_of(array.element);
        object.element_bytes = bytes_of(array.element);
        object.name = array.name.c_str();
        object.may_change = array.may_write;
        objects.push_back(object);
    }
    add_variables();
    begin(main, half.run);
    if (!half.preparation) return;
    begin(preparation.emplace(), *half.preparation);
}

void Call::Impl::begin(HostPart& part, const Code& code) {
    part.code = &code;
    part.frame.resize(code.units * register_bytes);
    fill_known(code, part.frame, 0);
    for (const ParameterCode& parameter : code.parameters) bind(part, parameter);
}

/// Adds `__device__` and `__constant__` variables to the list of objects.
void Call::Impl::add_variables() {
    for (const GlobalVariable& variable : half.translated->variables) {
        const std::size_t size = sizeof(std::max_align_t);
        auto& memory = variables.emplace_back((variable.initial.size() + size - 1) / size);
        std::memcpy(memory.data(), variable.initial.data(), variable.initial.size());
        const Type* const element = number_in(variable.type);
        Object object;
        object.data = reinterpret_cast<std::byte*>(memory.data());
        object.bytes = variable.type->bytes;
        object.element_bytes = element->bytes;
        object.name = variable.name.c_str();
        object.may_change = !variable.is_constant;
        object.has_parts = !element->is_number();
        objects.push_back(object);
    }
}

void Call::Impl::fill_known(const Code& code, std::vector<std::byte>& to, std::size_t first_shared) const {
    for (const Known& known : code.known) {
        std::uint64_t bits = known.bits;
        if (known.what == Known::What::shared_pointer) bits = pointer_to(first_shared + static_cast<std::size_t>(bits));
        else if (known.what == Known::What::variable_pointer)
            bits = pointer_to(1 + given.arrays.size() + static_cast<std::size_t>(bits));
        else if (known.what != Known::What::constant) continue;
        broadcast(to.data(), known.unit, &bits, known.is_wide);
    }
}

void Call::Impl::refuse(const ParameterCode& parameter, const std::string& sentence, const std::string& hint) const {
    throw Error("kernel.parameter", with_location(*program, parameter.place, sentence), hint);
}

namespace {

bool is_whole(Element element) { return element != Element::float32 && element != Element::float64; }

/// Returns the candidate that an unknown parameter name most likely refers to. This is the candidate with the longest
/// common prefix or, if there is none, the first candidate.
std::string closest(const std::string& name, const std::vector<std::string>& candidates) {
    std::size_t longest = 1; // do not count a common prefix of a single letter
    std::string closest = candidates.empty() ? std::string() : candidates.front();
    for (const std::string& candidate : candidates) {
        const auto end = std::mismatch(name.begin(), name.end(), candidate.begin(), candidate.end());
        const auto common = static_cast<std::size_t>(end.first - name.begin());
        if (common > longest) closest = candidate;
        longest = std::max(longest, common);
    }
    return closest;
}

} // namespace

/// Returns whether a parameter of `run` or `prepare` names an array, a number, or a scratch array.
bool Call::Impl::is_known(const std::string& name) const {
    const auto has_name = [&](const auto& each) { return each.name == name; };
    return given.numbers.count(name) != 0 || std::any_of(given.arrays.begin(), given.arrays.end(), has_name) ||
           std::any_of(program->scratch.begin(), program->scratch.end(), has_name);
}

/// Returns the names of unused arrays or numbers that match the type of a parameter. If they are numbers, `rows` or `n`
/// comes first.
std::vector<std::string> Call::Impl::unused_names(const Code& code, const ParameterCode& parameter) const {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        const auto has_name = [&](const ParameterCode& each) { return each.name == name; };
        if (std::none_of(code.parameters.begin(), code.parameters.end(), has_name)) names.push_back(name);
    };
    if (parameter.type->kind == Kind::pointer) {
        for (const GivenArray& a : given.arrays)
            if (a.may_write != parameter.type->is_const && is_whole(a.element) != parameter.type->of->is_real())
                add(a.name);
    } else if (parameter.type->is_number()) {
        for (const char* const first : {"rows", "n"})
            if (given.numbers.count(first) != 0) add(first);
        for (const auto& [name, value] : given.numbers)
            if (name != "rows" && name != "n") add(name);
    }
    return names;
}

/// Throws an error for a parameter whose name is unknown. Lists all unknown names in a single error, because kernels
/// written for other programs often use different names for several arrays.
void Call::Impl::refuse_unknown(const Code& code, const ParameterCode& parameter) const {
    std::string renamed;
    std::size_t unknown = 0;
    std::vector<std::string> taken;
    for (const ParameterCode& each : code.parameters) {
        if (is_known(each.name)) continue;
        ++unknown;
        std::vector<std::string> names = unused_names(code, each);
        std::erase_if(
            names, [&](const std::string& name) { return std::find(taken.begin(), taken.end(), name) != taken.end(); });
        if (names.empty()) continue;
        taken.push_back(closest(each.name, names));
        renamed += (renamed.empty() ? "" : ", ") + each.name + " -> " + taken.back();
    }
    if (unknown > 1 && !renamed.empty())
        refuse(parameter,
               sentence("Unknown parameters of {function}. Arguments are passed to {function} by name.",
                        {{"function", code.name}}),
               sentence("Rename the parameters: {names}.", {{"names", renamed}}));
    std::vector<std::string> known = unused_names(code, parameter);
    if (known.empty()) {
        for (const GivenArray& a : given.arrays) known.push_back(a.name);
        for (const auto& [name, value] : given.numbers) known.push_back(name);
    }
    refuse(parameter,
           sentence("Unknown parameter `{name}` of {function}.", {{"name", parameter.name}, {"function", code.name}}),
           sentence("{suggestion} For a scratch array, add a line `// scratch: {name} double[rows]`.",
                    {{"suggestion", did_you_mean(parameter.name, known)}, {"name", parameter.name}}));
}

void Call::Impl::bind(HostPart& part, const ParameterCode& parameter) {
    const auto array = std::find_if(given.arrays.begin(), given.arrays.end(),
                                    [&](const GivenArray& a) { return a.name == parameter.name; });
    if (array != given.arrays.end())
        return bind_array(part, parameter, static_cast<std::size_t>(array - given.arrays.begin()));
    const auto note = std::find_if(program->scratch.begin(), program->scratch.end(),
                                   [&](const ScratchNote& s) { return s.name == parameter.name; });
    if (note != program->scratch.end()) return bind_scratch(part, parameter, *note);
    const auto number = given.numbers.find(parameter.name);
    if (number == given.numbers.end()) refuse_unknown(*part.code, parameter);
    if (!parameter.type->is_number())
        refuse(parameter,
               sentence("Parameter `{name}` must be an integer, but it is declared as `{type}`.",
                        {{"name", parameter.name}, {"type", parameter.type->name}}),
               sentence("Write `int {name}`.", {{"name", parameter.name}}));
    bind_number(part, parameter, number->second);
}

void Call::Impl::bind_array(HostPart& part, const ParameterCode& parameter, std::size_t number) {
    const GivenArray& array = given.arrays[number];
    if (&part != &main && array.is_of_call)
        refuse(parameter,
               sentence("Array `{name}` is not available in prepare because it changes from run to run.",
                        {{"name", parameter.name}}),
               sentence("In prepare, use only the matrix and scratch arrays."));
    const auto& [name, as, or_as] = held[static_cast<std::size_t>(array.element)];
    const std::string wanted = std::string(array.may_write ? "" : "const ") + name + "* " + parameter.name;
    if (parameter.type->kind != Kind::pointer)
        refuse(parameter,
               sentence("Parameter `{name}` must be a pointer, but it is declared as `{type}`.",
                        {{"name", parameter.name}, {"type", parameter.type->name}}),
               sentence("Write `{code}`.", {{"code", wanted}}));
    if (const Kind kind = parameter.type->of->kind; kind != as && kind != or_as) {
        refuse(parameter,
               sentence("The elements of array `{name}` are of type `{type}`, not `{declared}`.",
                        {{"name", parameter.name}, {"type", name}, {"declared", parameter.type->of->name}}),
               is_real(array.element) && parameter.type->of->is_real()
                   ? sentence("Choose the other precision, or write a `template <typename T>`, which supports both.")
                   : sentence("Write `{code}`.", {{"code", wanted}}));
    }
    if (array.host == nullptr) refuse_host_read(parameter);
    if (!array.may_write && !parameter.type->is_const)
        refuse(parameter, sentence("Array `{name}` is an input and cannot be modified.", {{"name", parameter.name}}),
               sentence("Write `{code}`.", {{"code", wanted}}));
    const std::uint64_t pointer = pointer_to(number + 1);
    broadcast(part.frame.data(), parameter.unit, &pointer, true);
}

void Call::Impl::refuse_host_read(const ParameterCode& parameter) const {
    if (!parameter.host_read) return;
    throw Error("kernel.parameter",
                with_location(*program, *parameter.host_read,
                              sentence("`{name}` is in GPU memory and cannot be read in run, which is a host function.",
                                       {{"name", parameter.name}})),
                sentence("Read it in a kernel."));
}

void Call::Impl::bind_number(HostPart& part, const ParameterCode& parameter, std::int64_t value) {
    const Type* const type = parameter.type;
    if (type->kind == Kind::float32 || type->kind == Kind::float64) {
        const auto f = static_cast<float>(value);
        const auto d = static_cast<double>(value);
        broadcast(part.frame.data(), parameter.unit, type->is_wide() ? static_cast<const void*>(&d) : &f,
                  type->is_wide());
        return;
    }
    if (!type->is_wide() && value > (type->kind == Kind::uint32 ? 0xffffffffll : 0x7fffffffll))
        refuse(parameter,
               sentence("The value {value} of parameter `{name}` does not fit into `{type}`.",
                        {{"value", value}, {"name", parameter.name}, {"type", type->name}}),
               sentence("Write `long long {name}`.", {{"name", parameter.name}}));
    broadcast(part.frame.data(), parameter.unit, &value, type->is_wide());
}

void Call::Impl::bind_scratch(HostPart& part, const ParameterCode& parameter, const ScratchNote& note) {
    if (parameter.type->kind != Kind::pointer || parameter.type->of->bytes == 0)
        refuse(parameter,
               sentence("Scratch array `{name}` must be declared as a pointer to its elements.",
                        {{"name", parameter.name}}),
               sentence("Write `double* {name}`.", {{"name", parameter.name}}));
    refuse_host_read(parameter);
    const auto [known, is_new] = scratch_object.try_emplace(note.name, objects.size());
    if (is_new) make_scratch(note, parameter.type->of);
    if (objects[known->second].element_bytes != parameter.type->of->bytes)
        refuse(parameter,
               sentence("Scratch array `{name}` has different types in run and in prepare.", {{"name", note.name}}),
               sentence("Declare the same type in both functions."));
    if (!parameter.type->of->is_number()) objects[known->second].has_parts = true;
    if (&part != &main) prepared.insert(known->second);
    const std::uint64_t pointer = pointer_to(known->second);
    broadcast(part.frame.data(), parameter.unit, &pointer, true);
}

void Call::Impl::make_scratch(const ScratchNote& note, const Type* type) {
    const std::int64_t each = type->bytes;
    const std::int64_t size = size_of_scratch(note, given.numbers);
    if (size < 0)
        throw Error(
            "kernel.scratch",
            sentence("Scratch array `{name}` has a negative size: {n} elements.", {{"name", note.name}, {"n", size}}),
            sentence("Check the size on line {line}.", {{"line", note.place.line}}));
    if (size > limits.scratch_bytes / each)
        throw Error("memory.limit",
                    sentence("Scratch array `{name}` is too large: {n} elements of {bytes} bytes each.",
                             {{"name", note.name}, {"n", size}, {"bytes", each}}),
                    sentence("Make it smaller."));
    limits.scratch_bytes -= size * each;
    Object object;
    object.data = static_cast<std::byte*>(launcher != nullptr ? launcher->scratch(size * each, note.name)
                                                              : own_scratch(size * each));
    object.bytes = size * each;
    object.element_bytes = each;
    object.name = note.name.c_str();
    object.may_change = true;
    object.has_parts = !type->is_number();
    objects.push_back(object);
}

void* Call::Impl::own_scratch(std::int64_t bytes) {
    if (limits.is_scratch_sparse) return sparse_scratch.emplace_back(static_cast<std::size_t>(bytes)).data();
    const std::size_t size = sizeof(std::max_align_t);
    auto& array = scratch.emplace_back((static_cast<std::size_t>(bytes) + size - 1) / size);
    // Set all bits of a scratch array, so that an element is NaN or -1 if it is read before it is written.
    if (!array.empty()) std::memset(array.data(), 0xff, array.size() * size);
    return array.data();
}

} // namespace warploom::simt
