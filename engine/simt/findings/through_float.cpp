#include "engine/simt/findings/through_float.h"

#include "engine/simt/findings/unset.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace warploom::simt {

namespace {

/// Possible contents of a register: a large integer, a float converted from a large integer, or an integer converted
/// back from such a float.
constexpr std::uint8_t plain = 0, large = 1, rounded = 2, cut = 4;

constexpr std::uint64_t held_by_float = std::uint64_t{1} << 24;

bool is_float(Class of) { return of == Class::f32; }
bool is_whole(Class of) { return of != Class::f32 && of != Class::f64; }

class Marks {
public:
    Marks(const Code& code, const std::deque<Code>& kernels)
        : code_(code), kernels_(kernels), marks_(code.units, plain), made_(code.units) {
        for (const ParameterCode& parameter : code.parameters)
            if (parameter.type->is_integer() && parameter.type->kind >= Kind::int32) marks_[parameter.unit] = large;
        for (const Known& known : code.known) {
            using What = Known::What;
            if (known.what >= What::block_x && known.what <= What::block_z) marks_[known.unit] = large;
            if (known.what >= What::grid_x && known.what <= What::grid_z) marks_[known.unit] = large;
        }
    }

    void follow(const Instruction& i, SourceLocation at) {
        find_effect(code_, kernels_, i, effect_);
        for (const std::uint32_t index : indices_of(i))
            if ((of(index) & cut) != 0) tell(made_[index]);
        if (i.op == Op::load_local || i.op == Op::store_local) return follow_local(i);
        if (effect_.result == no_register || effect_.result >= marks_.size()) return;
        const std::uint8_t mark = mark_of(i);
        SourceLocation made = at; // location of this instruction, or of the conversion that produced an operand
        for (const std::uint32_t source : effect_.sources)
            if ((of(source) & cut) != 0) made = made_[source];
        for (std::int64_t n = 0; n < effect_.numbers; ++n) {
            const std::uint32_t unit = effect_.result + static_cast<std::uint32_t>(n) * effect_.apart;
            marks_[unit] = mark;
            made_[unit] = made;
        }
    }

    std::vector<SourceLocation> places;

private:
    std::uint8_t of(std::uint32_t unit) const { return unit < marks_.size() ? marks_[unit] : plain; }

    void tell(SourceLocation at) {
        if (std::find(places.begin(), places.end(), at) == places.end()) places.push_back(at);
    }

    std::vector<std::uint32_t> indices_of(const Instruction& i) const {
        switch (i.op) {
        case Op::load:
        case Op::store:
        case Op::atomic: return {code_.accesses[i.a].index, code_.accesses[i.a].pointer};
        case Op::address: return {code_.accesses[i.b].index};
        case Op::load_local:
        case Op::store_local: return {i.c};
        case Op::launch: {
            const LaunchCode& launch = code_.launches[i.a];
            return {launch.grid, launch.grid + 1, launch.grid + 2};
        }
        default: return {};
        }
    }

    /// Returns the constant that a register holds, or 0 if it does not hold a constant.
    std::uint64_t constant(std::uint32_t unit) const {
        for (const Known& known : code_.known)
            if (known.unit == unit) return known.what == Known::What::constant ? known.bits : 0;
        return 0;
    }

    std::uint8_t mark_of(const Instruction& i) const {
        std::uint8_t all = plain;
        for (const std::uint32_t source : effect_.sources) all |= of(source);
        if (static_cast<int>(i.op) < families * classes) return arithmetic(i, all);
        switch (i.op) {
        case Op::load:
        case Op::atomic: {
            const Kind kind = code_.accesses[i.a].kind;
            return kind >= Kind::int32 && kind <= Kind::uint64 ? large : plain;
        }
        case Op::set32:
        case Op::set64: return all | of(i.a); // include the old value, because inactive lanes keep it
        case Op::select32:
        case Op::select64: return of(i.b) | of(i.c);
        case Op::narrow: return static_cast<Kind>(i.imm) < Kind::int32 ? plain : all;
        case Op::copy32:
        case Op::copy64:
        case Op::fma32:
        case Op::fma64:
        case Op::shuffle: return all;
        default: return plain; // the results of other operations, such as lane masks, have few distinct values
        }
    }

    std::uint8_t arithmetic(const Instruction& i, std::uint8_t all) const {
        const auto family = static_cast<Family>(static_cast<int>(i.op) / classes);
        const auto from = static_cast<Class>(static_cast<int>(i.op) % classes);
        switch (family) {
        case Family::less:
        case Family::less_equal:
        case Family::equal:
        case Family::not_equal:
        case Family::population:
        case Family::leading_zeros:
        case Family::first_set:
        case Family::to_bool: return plain;
        case Family::to_f32:
            if (is_float(from)) return all;
            return (all & (large | cut | rounded)) != 0 ? rounded : plain;
        case Family::to_f64: return all; // the conversion to double is exact
        case Family::to_i32:
        case Family::to_u32:
        case Family::to_i64:
        case Family::to_u64:
            if (is_whole(from)) return all;
            return (all & rounded) != 0 ? cut : all;
        default: break;
        }
        if (!is_whole(from)) return all;
        // These operations limit the result if their second operand is a constant.
        const std::uint64_t number = constant(i.c);
        const bool is_bound = family == Family::rem || family == Family::bit_and || family == Family::least;
        if (is_bound && number > 0 && number <= held_by_float) return plain;
        constexpr std::uint64_t enough = 128; // dividing an int by this number gives at most 2^24
        if ((family == Family::div && number >= enough && number <= held_by_float) ||
            (family == Family::shift_right && number >= 7 && number < 64))
            return all & static_cast<std::uint8_t>(~large);
        return all;
    }

    void follow_local(const Instruction& i) {
        const LocalArray& array = code_.locals[static_cast<std::size_t>(i.imm)];
        std::uint8_t all = plain;
        for (std::int64_t e = 0; e < array.count; ++e) {
            const auto unit = static_cast<std::uint32_t>(i.b + e * array.stride + array.unit);
            if (unit >= marks_.size()) break;
            if (i.op == Op::store_local) {
                marks_[unit] |= of(i.a);
                made_[unit] = made_[i.a];
            }
            all |= marks_[unit];
            if (i.op == Op::load_local && (marks_[unit] & cut) != 0) made_[i.a] = made_[unit];
        }
        if (i.op == Op::load_local && i.a < marks_.size()) marks_[i.a] = all;
    }

    const Code& code_;
    const std::deque<Code>& kernels_;
    std::vector<std::uint8_t> marks_;
    /// For each register with a `cut` value, the location where the value was converted back to an integer.
    std::vector<SourceLocation> made_;
    ShadowEffect effect_;
};

} // namespace

std::vector<SourceLocation> whole_numbers_through_float(const Code& code, const std::deque<Code>& kernels) {
    Marks marks(code, kernels);
    for (int turn = 0; turn < 2; ++turn)
        for (std::size_t pc = 0; pc < code.instructions.size(); ++pc) {
            const Where& where = code.places[code.where[pc]];
            marks.follow(code.instructions[pc], where.calls.empty() ? where.place : where.calls.front());
        }
    return marks.places;
}

} // namespace warploom::simt
