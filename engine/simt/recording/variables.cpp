#include "engine/simt/recording/variables.h"

#include "engine/portable.h"
#include "engine/simt/code/memory.h"

#include <algorithm>
#include <bit>
#include <set>
#include <tuple>

namespace warploom::simt {

namespace {

LaneNumbers same_in_all_lanes(std::uint64_t number) {
    LaneNumbers numbers;
    numbers.fill(number);
    return numbers;
}

} // namespace

const Where& location_of(const Code& code, std::uint32_t pc) { return code.places[code.where[pc]]; }

std::vector<CallFrame> frames_of(const Code& code, std::uint32_t pc) {
    const Where& where = location_of(code, pc);
    std::vector<CallFrame> frames;
    SourceLocation place = where.place;
    for (std::size_t depth = where.calls.size(); depth > 0; --depth) {
        const auto call = std::find_if(code.calls.begin(), code.calls.end(), [&](const InlinedCall& inlined) {
            return inlined.depth == depth && inlined.begin <= pc && pc < inlined.end;
        });
        frames.push_back({call == code.calls.end() ? std::string() : call->function, place});
        place = where.calls[depth - 1];
    }
    frames.push_back({code.instance, place});
    return frames;
}

std::uint32_t active_lanes(const BlockRecording& recording, int warp, std::int64_t position) {
    const std::int64_t next = recording.next_of(warp, position);
    return next < recording.size() ? recording[next].active : 0;
}

std::vector<LaneValues> variables_at(const BlockRecording& recording, int warp, std::int64_t position,
                                     std::size_t frame, std::int64_t most_parts) {
    std::vector<LaneValues> all;
    const std::int64_t next = recording.next_of(warp, position);
    if (next >= recording.size() || !recording.covers(position)) return all;
    const Code& code = recording.code();
    const RecordedInstruction& at = recording[next];
    const std::size_t depth = location_of(code, at.pc).calls.size();
    if (frame > depth) return all;
    std::vector<const ScopedVariable*> in_scope;
    // Names listed so far. Variables of inner scopes come first, because they hide variables of outer scopes.
    std::set<std::string> names;
    for (const ScopedVariable& variable : code.variables)
        if (variable.is_in(at.pc) && variable.depth == depth - frame && names.insert(variable.name).second)
            in_scope.push_back(&variable);
    // All parameters come into scope at the same instruction, so list them in the order of their registers.
    std::stable_sort(in_scope.begin(), in_scope.end(), [](const auto* left, const auto* right) {
        return std::tie(left->begin, left->unit) < std::tie(right->begin, right->unit);
    });
    for (const ScopedVariable* const variable : in_scope) {
        LaneValues values;
        values.lanes = at.active;
        if (variable->form == ScopedVariable::Form::memory) {
            values.name = variable->name;
            values.type = variable->type->name;
            values.kind = Kind::pointer;
            values.unit = variable->unit;
            values.numbers = recording.number_at(warp, variable->unit, true, position);
            for (std::uint64_t& number : values.numbers) number += static_cast<std::uint64_t>(variable->offset);
            values.element_bytes = std::max<std::int64_t>(1, number_in(variable->type)->bytes);
            all.push_back(std::move(values));
            continue;
        }
        const std::int64_t entry =
            variable->is_uninitialized ? recording.entered(warp, variable->begin, variable->end, position) : position;
        std::int64_t parts = 0;
        for (const Leaf& leaf : leaves_of(variable->type)) {
            if (++parts > most_parts) break;
            LaneValues part = values;
            part.name = variable->name + path_of_unit(variable->type, leaf.unit);
            part.type = leaf.type->name;
            part.kind = leaf.type->kind;
            if (leaf.type->kind == Kind::pointer) part.element_bytes = std::max<std::int64_t>(1, leaf.type->of->bytes);
            if (variable->form == ScopedVariable::Form::constant) {
                part.unit = no_register;
                part.numbers = same_in_all_lanes(variable->bits);
            } else {
                part.unit = variable->unit + static_cast<std::uint32_t>(leaf.unit);
                part.numbers = recording.number_at(warp, part.unit, leaf.type->is_wide(), position);
                if (variable->is_uninitialized)
                    part.unset = part.lanes & ~recording.lanes_written(warp, part.unit, entry, position, part.lanes);
            }
            all.push_back(std::move(part));
        }
    }
    return all;
}

std::string text_of(const BlockRecording& recording, Kind kind, std::uint64_t number, std::int64_t element_bytes) {
    const auto low = static_cast<std::uint32_t>(number);
    switch (kind) {
    case Kind::boolean: return low != 0 ? "true" : "false";
    case Kind::int8:
    case Kind::int16:
    case Kind::int32: return std::to_string(static_cast<std::int32_t>(low));
    case Kind::uint8:
    case Kind::uint16:
    case Kind::uint32: return std::to_string(low);
    case Kind::int64: return std::to_string(static_cast<std::int64_t>(number));
    case Kind::uint64: return std::to_string(number);
    case Kind::float32: {
        // Use the shortest decimal number that converts back to the same float. If the float were converted to double,
        // the number would have more digits.
        const auto value = portable::bit_cast<float>(low);
        for (int digits = 6; digits <= 9; ++digits) {
            char text[48];
            const int length = std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(value));
            if (static_cast<float>(std::strtod(text, nullptr)) == value || digits == 9 || value != value)
                return {text, static_cast<std::size_t>(length)};
        }
        return {};
    }
    case Kind::float64: return portable::shortest_text(portable::bit_cast<double>(number));
    case Kind::pointer: {
        if (number == 0) return "nullptr";
        const std::size_t object = object_of(number);
        if (object == 0 || object >= recording.objects().size()) return "invalid pointer";
        const std::int64_t distance = distance_in(number, object);
        std::string text = recording.objects()[object].name;
        const char* const sign = distance < 0 ? " - " : " + ";
        const std::int64_t size = distance < 0 ? -distance : distance;
        if (distance == 0) return text;
        if (size % element_bytes == 0) return text + sign + std::to_string(size / element_bytes);
        return text + sign + std::to_string(size) + " bytes";
    }
    default: return {};
    }
}

const Type* element_type(const BlockRecording& recording, std::size_t object) {
    const Code& code = recording.code();
    if (recording.objects()[object].is_shared) {
        for (const ScopedVariable& variable : code.variables)
            if (variable.form == ScopedVariable::Form::memory && variable.name == recording.objects()[object].name)
                return number_in(variable.type);
        return nullptr;
    }
    for (const ParameterCode& parameter : code.parameters) {
        if (parameter.type->kind != Kind::pointer) continue;
        // Use the initial value of the pointer, because a kernel can modify its parameters.
        if (object_of(recording.number_at(0, parameter.unit, true, recording.first())[0]) == object)
            return number_in(parameter.type->of);
    }
    return nullptr;
}

std::array<std::int64_t, 3> thread_of(const BlockRecording& recording, int warp, int lane) {
    const std::int64_t thread = std::int64_t{warp} * lanes_of_a_warp + lane;
    const std::int64_t x = recording.block_size()[0], y = recording.block_size()[1];
    return {thread % x, thread / x % y, thread / (x * y)};
}

} // namespace warploom::simt
