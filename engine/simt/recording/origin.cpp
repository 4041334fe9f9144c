#include "engine/simt/recording/origin.h"

#include "engine/simt/code/memory.h"
#include "engine/simt/code/schema.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace warploom::simt {

namespace {

constexpr std::size_t most_inputs = 16;

std::string name_of_element(const RecordedObject& object, std::int64_t offset, int bytes) {
    const std::int64_t size = std::max<std::int64_t>(1, object.element_bytes);
    std::string name = object.name + "[" + std::to_string(offset / size) + "]";
    if (offset % size != 0 || bytes < size) name += " + " + std::to_string(offset % size) + " bytes";
    return name;
}

/// Finds the operands of a computed value. Follows temporary results through registers to named variables and memory.
class InputFinder {
public:
    InputFinder(const BlockRecording& recording, int warp, int lane, std::vector<ValueRef>& inputs)
        : recording_(recording), code_(recording.code()), warp_(warp), lane_(lane), inputs_(inputs),
          most_(inputs.size() + most_inputs) {}

    /// Adds the operands of the instruction at a position.
    void add_inputs_of(std::int64_t position) {
        const Instruction& i = code_.instructions[recording_[position].pc];
        if (i.op == Op::load) {
            add_element(position);
            return;
        }
        if (i.op == Op::shuffle) {
            add_shuffled(position);
            return;
        }
        add_sources_of(position, recording_[position].pc);
    }

    void add_register(std::uint32_t unit, std::int64_t position, std::uint32_t pc) {
        if (unit >= code_.units || inputs_.size() >= most_ || !seen_.insert({unit, position}).second) return;
        if (is_constant(unit)) return;
        if (const auto name = name_at(unit, pc)) return add(*name);
        const std::int64_t write = recording_.last_write(warp_, unit, lane_, position);
        if (write < recording_.first()) return;
        add_inputs_of(write);
    }

    void add(ValueRef value) {
        const auto is_same = [&](const ValueRef& other) {
            return other.name == value.name && other.warp == value.warp && other.lane == value.lane;
        };
        if (std::none_of(inputs_.begin(), inputs_.end(), is_same)) inputs_.push_back(std::move(value));
    }

    /// Returns the variable in a register before instruction `pc`, or std::nullopt for a temporary result.
    std::optional<ValueRef> name_at(std::uint32_t unit, std::uint32_t pc) const {
        const std::size_t depth = location_of(code_, pc).calls.size();
        const ScopedVariable* found = nullptr;
        for (const ScopedVariable& variable : code_.variables) {
            if (variable.form != ScopedVariable::Form::registers || !variable.is_in(pc) || variable.depth > depth)
                continue;
            if (unit < variable.unit || unit >= variable.unit + static_cast<std::uint32_t>(variable.type->units))
                continue;
            if (found == nullptr || variable.depth > found->depth) found = &variable;
        }
        if (found == nullptr) return std::nullopt;
        for (const Leaf& leaf : leaves_of(found->type)) {
            if (found->unit + static_cast<std::uint32_t>(leaf.unit) != unit) continue;
            ValueRef value;
            value.name = found->name + path_of_unit(found->type, leaf.unit);
            value.kind = leaf.type->kind;
            value.warp = warp_;
            value.lane = lane_;
            value.unit = unit;
            if (leaf.type->kind == Kind::pointer) value.element_bytes = std::max<std::int64_t>(1, leaf.type->of->bytes);
            value.position = position_;
            return value;
        }
        return std::nullopt;
    }

    void set_position(std::int64_t position) { position_ = position; }

private:
    bool is_constant(std::uint32_t unit) const {
        return std::any_of(code_.known.begin(), code_.known.end(), [&](const Known& known) {
            return known.unit == unit &&
                   (known.what == Known::What::constant || known.what == Known::What::shared_pointer);
        });
    }

    void add_sources_of(std::int64_t position, std::uint32_t pc) {
        const Instruction& i = code_.instructions[pc];
        const Schema schema = schema_of(i.op);
        const std::int64_t outer = std::exchange(position_, position);
        const auto add = [&](Operand operand, std::int64_t unit) {
            const bool is_source =
                operand == Operand::source32 || operand == Operand::source64 || operand == Operand::optional_source;
            if (is_source) add_register(static_cast<std::uint32_t>(unit), position, pc);
        };
        if (i.op == Op::load_local) add_local(position, pc);
        if (i.op == Op::store_local) add_register(i.a, position, pc);
        if (i.op == Op::address || i.op == Op::atomic) {
            const MemoryAccess& access = code_.accesses[i.op == Op::address ? i.b : i.a];
            add_register(access.pointer, position, pc);
            add_register(access.index, position, pc);
            if (i.op == Op::atomic) add_register(access.value, position, pc);
        }
        const bool is_memory = i.op == Op::load_local || i.op == Op::store_local || i.op == Op::atomic;
        if (i.op == Op::select32 || i.op == Op::select64) { // ignore the operand that was not selected
            const auto test = static_cast<std::uint32_t>(i.imm);
            const LaneNumbers tests = recording_.number_at(warp_, test, false, position);
            add_register(tests[static_cast<std::size_t>(lane_)] != 0 ? i.b : i.c, position, pc);
            add_register(test, position, pc);
        } else if (!is_memory) {
            add(schema.a, i.a);
            add(schema.b, i.b);
            add(schema.c, i.c);
            add(schema.imm, i.imm);
        }
        position_ = outer;
    }

    /// Adds the element of a local array that the lane reads, and the operands of the element index.
    void add_local(std::int64_t position, std::uint32_t pc) {
        const Instruction& i = code_.instructions[pc];
        const LocalArray& array = code_.locals[static_cast<std::size_t>(i.imm)];
        const LaneNumbers indices = recording_.number_at(warp_, i.c, array.is_wide_index, position);
        const std::uint64_t index = indices[static_cast<std::size_t>(lane_)];
        if (static_cast<std::int64_t>(index) < array.count)
            add_register(i.b + static_cast<std::uint32_t>(static_cast<std::int64_t>(index) * array.stride + array.unit),
                         position, pc);
        add_register(i.c, position, pc);
    }

    /// Adds the array element of a load, and the operands of the element index.
    void add_element(std::int64_t position) {
        const std::uint32_t pc = recording_[position].pc;
        const MemoryAccess& operands = code_.accesses[code_.instructions[pc].a];
        for (const RecordedAccess* access = recording_.access_at(position);
             access != nullptr && access != recording_.accesses().data() + recording_.accesses().size() &&
             access->position == position;
             ++access) {
            if ((access->lanes >> lane_ & 1u) == 0) continue;
            ValueRef value;
            value.form = ValueRef::Form::element;
            value.object = access->object;
            value.offset = recording_.offset_of(*access, lane_);
            value.kind = operands.kind;
            value.warp = warp_;
            value.lane = lane_;
            value.position = position;
            value.name = name_of_element(recording_.objects()[access->object], value.offset, access->bytes);
            add(std::move(value));
        }
        const std::int64_t outer = std::exchange(position_, position);
        add_register(operands.index, position, pc);
        position_ = outer;
    }

    void add_shuffled(std::int64_t position) {
        const std::uint32_t pc = recording_[position].pc;
        const MemoryAccess& operands = code_.accesses[code_.instructions[pc].a];
        const RecordedAccess* const access = recording_.access_at(position);
        if (access == nullptr) return;
        const int source = static_cast<int>(recording_.offset_of(*access, lane_));
        InputFinder other(recording_, warp_, source, inputs_);
        other.set_position(position);
        if (const auto name = other.name_at(operands.value, pc)) return add(*name);
        const std::int64_t write = recording_.last_write(warp_, operands.value, source, position);
        if (write >= recording_.first()) other.add_inputs_of(write);
    }

    const BlockRecording& recording_;
    const Code& code_;
    const int warp_, lane_;
    std::vector<ValueRef>& inputs_;
    const std::size_t most_;
    std::set<std::pair<std::uint32_t, std::int64_t>> seen_;
    std::int64_t position_ = 0;
};

const ScopedVariable* variable_of(const BlockRecording& recording, std::uint32_t unit, std::uint32_t pc) {
    for (const ScopedVariable& variable : recording.code().variables)
        if (variable.form == ScopedVariable::Form::registers && variable.is_in(pc) && variable.unit <= unit &&
            unit < variable.unit + static_cast<std::uint32_t>(variable.type->units))
            return &variable;
    return nullptr;
}

/// Returns whether a variable has no initializer and has not been written in its scope. `write` is the position of the
/// last write to its register.
bool is_unset(const BlockRecording& recording, const ValueRef& value, std::int64_t write) {
    const std::int64_t next = recording.next_of(value.warp, value.position);
    if (next >= recording.size()) return false;
    const ScopedVariable* const variable = variable_of(recording, value.unit, recording[next].pc);
    if (variable == nullptr || !variable->is_uninitialized) return false;
    return write < recording.entered(value.warp, variable->begin, variable->end, value.position);
}

Origin origin_of_variable(const BlockRecording& recording, const ValueRef& value) {
    Origin origin;
    origin.warp = value.warp;
    origin.lane = value.lane;
    origin.number = recording.number_at(value.warp, value.unit, is_wide(value.kind),
                                        value.position)[static_cast<std::size_t>(value.lane)];
    const std::int64_t write = recording.last_write(value.warp, value.unit, value.lane, value.position);
    if (is_unset(recording, value, write)) {
        origin.form = Origin::Form::unset;
        return origin;
    }
    if (write < 0) {
        origin.form = Origin::Form::given;
        return origin;
    }
    if (write < recording.first()) {
        origin.form = Origin::Form::earlier;
        origin.position = write;
        return origin;
    }
    const Code& code = recording.code();
    const RecordedInstruction& by = recording[write];
    origin.position = write;
    origin.where = location_of(code, by.pc);
    const Op op = code.instructions[by.pc].op;
    origin.form = op == Op::shuffle                       ? Origin::Form::shuffled
                  : op == Op::ballot || op == Op::barrier ? Origin::Form::voted
                                                          : Origin::Form::computed;
    InputFinder finder(recording, value.warp, value.lane, origin.inputs);
    finder.set_position(write);
    if (op == Op::copy32 || op == Op::copy64 || op == Op::set32 || op == Op::set64 || op == Op::narrow) {
        // The statement ends with a copy. If the copied value is the result of a shuffle or vote, report that instead.
        const std::uint32_t from = code.instructions[by.pc].b;
        const std::int64_t source = recording.last_write(value.warp, from, value.lane, write);
        if (source >= recording.first() && !finder.name_at(from, by.pc)) {
            const Op made = code.instructions[recording[source].pc].op;
            if (made == Op::shuffle) origin.form = Origin::Form::shuffled;
            if (made == Op::ballot || made == Op::barrier) origin.form = Origin::Form::voted;
        }
    }
    finder.add_inputs_of(write);
    return origin;
}

Origin origin_of_element(const BlockRecording& recording, const ValueRef& value) {
    Origin origin;
    const int bytes = is_wide(value.kind)                                                                    ? 8
                      : value.kind == Kind::int8 || value.kind == Kind::uint8 || value.kind == Kind::boolean ? 1
                      : value.kind == Kind::int16 || value.kind == Kind::uint16                              ? 2
                                                                                                             : 4;
    const auto number = recording.memory_at(value.object, value.offset, bytes, value.position);
    if (!number) return origin;
    origin.number = *number;
    const auto written = recording.last_written(value.object, value.offset, value.position);
    if (written.position < 0) {
        if (recording.is_written_before(value.object)) {
            origin.form = Origin::Form::earlier;
            return origin;
        }
        const bool is_shared = recording.objects()[value.object].is_shared;
        origin.form = is_shared ? Origin::Form::unwritten : Origin::Form::contents;
        const auto later = recording.next_written(value.object, value.offset, value.position);
        if (later.position >= 0) {
            origin.written_later = later.position;
            origin.later_warp = recording[later.position].warp;
            origin.later_lane = later.lane;
        }
        return origin;
    }
    const RecordedInstruction& by = recording[written.position];
    const Code& code = recording.code();
    const Instruction& i = code.instructions[by.pc];
    const MemoryAccess& operands = code.accesses[i.a];
    origin.form = i.op == Op::atomic ? Origin::Form::added : Origin::Form::stored;
    origin.position = written.position;
    origin.warp = by.warp;
    origin.lane = written.lane;
    origin.where = location_of(code, by.pc);
    InputFinder finder(recording, by.warp, written.lane, origin.inputs);
    finder.set_position(written.position);
    if (i.op == Op::atomic) {
        ValueRef before = value;
        before.position = written.position;
        finder.add(std::move(before));
    }
    finder.add_register(operands.value, written.position, by.pc);
    finder.add_register(operands.index, written.position, by.pc);
    if (i.op != Op::atomic) return origin;
    // Other lanes may have changed the same element with the same instruction, so examine all lanes.
    for (const RecordedAccess* access = recording.access_at(written.position);
         access != recording.accesses().data() + recording.accesses().size() && access->position == written.position;
         ++access)
        for (int lane = 0; lane < lanes_of_a_warp; ++lane) {
            if (lane == written.lane || access->object != value.object ||
                !recording.writes_byte(*access, lane, value.offset))
                continue;
            InputFinder other(recording, by.warp, lane, origin.inputs);
            other.set_position(written.position);
            other.add_register(operands.value, written.position, by.pc);
        }
    return origin;
}

} // namespace

std::optional<std::uint64_t> number_of(const BlockRecording& recording, const ValueRef& value) {
    if (!recording.covers(value.position)) return std::nullopt;
    const Origin origin = origin_of(recording, value);
    if (origin.form == Origin::Form::unknown) return std::nullopt;
    return origin.number;
}

Origin origin_of(const BlockRecording& recording, const ValueRef& value) {
    if (!recording.covers(value.position)) return {};
    return value.form == ValueRef::Form::variable ? origin_of_variable(recording, value)
                                                  : origin_of_element(recording, value);
}

std::optional<ValueRef> variable_ref(const BlockRecording& recording, const std::string& name, int warp, int lane,
                                     std::int64_t position) {
    for (const LaneValues& values : variables_at(recording, warp, position)) {
        if (values.name != name || values.unit == no_register) continue;
        ValueRef value;
        value.name = name;
        value.position = position;
        value.kind = values.kind;
        value.warp = warp;
        value.lane = lane;
        value.unit = values.unit;
        value.element_bytes = values.element_bytes;
        return value;
    }
    return std::nullopt;
}

ValueRef element_ref(const BlockRecording& recording, std::size_t object, std::int64_t element, Kind kind,
                     std::int64_t position) {
    ValueRef value;
    value.form = ValueRef::Form::element;
    value.object = object;
    value.offset = element * recording.objects()[object].element_bytes;
    value.kind = kind;
    value.position = position;
    value.name = recording.objects()[object].name + "[" + std::to_string(element) + "]";
    return value;
}

} // namespace warploom::simt
