#include "engine/simt/findings/narrow_numbers.h"

#include "engine/simt/findings/unset.h"

#include <algorithm>
#include <cstddef>

namespace warploom::simt {

namespace {

class Follower {
    /// Flags that describe the value a register may contain.
    enum Mark : unsigned {
        /// A value that may be as large as the number of rows or columns. Values without this flag are constants, or at
        /// most the block size.
        large = 1,
        parameter = 2,   ///< a size passed to the kernel, or a value computed from one
        block = 4,       ///< a block index
        grid = 8,        ///< the number of blocks in the grid
        block_size = 16, ///< the block size, or a constant that may be the block size
        thread = 32,     ///< a 32-bit global thread index
        all_threads = 64,
        counter = 128, ///< a counter incremented by the number of threads in the grid
        part = 256,    ///< a global thread index divided by another number
        product = 512, ///< product of two sizes
        /// A quotient of two sizes. Its product with the divisor does not exceed the dividend.
        share = 1024,
        sum = 2048 ///< 32-bit sum of two sizes
    };
    using Marks = unsigned;

    /// Flags that the sum of two values inherits from the values.
    static constexpr Marks of_sums = large | parameter | thread | counter | product;

public:
    Follower(const Code& code, const std::deque<Code>& kernels, const std::vector<std::uint32_t>& shares = {})
        : code_(code), kernels_(kernels), marks_(code.units, 0), made_(code.units) {
        using What = Known::What;
        for (const ParameterCode& each : code.parameters)
            if (each.type->is_integer() && each.type->kind >= Kind::int32) marks_[each.unit] = large | parameter;
        for (const std::uint32_t unit : shares) marks_[unit] |= share;
        for (const Known& known : code.known) {
            if (known.what >= What::block_x && known.what <= What::block_z) marks_[known.unit] = large | block;
            if (known.what >= What::grid_x && known.what <= What::grid_z) {
                marks_[known.unit] = large | grid;
                uses_grid_ = true;
            }
            if (known.what >= What::size_x && known.what <= What::size_z) marks_[known.unit] = block_size;
            constexpr std::uint64_t least_block = 32;
            if (known.what == What::constant && !known.is_wide && known.bits >= least_block)
                marks_[known.unit] = block_size;
            if (known.what >= What::shared_pointer) shared_.push_back(known.unit);
        }
    }

    void follow(const Instruction& i, SourceLocation at) {
        at_ = at;
        find_effect(code_, kernels_, i, effect_);
        look_at_index(i);
        if (effect_.result == no_register || effect_.result >= marks_.size()) return;
        Made made{at, true, 0};
        const Marks mark = mark_of(i, made);
        for (std::int64_t n = 0; n < effect_.numbers; ++n) {
            const std::uint32_t unit = effect_.result + static_cast<std::uint32_t>(n) * effect_.apart;
            if (unit >= marks_.size()) break;
            marks_[unit] = mark;
            made_[unit] = made;
        }
    }

    bool is_share(std::uint32_t unit) const { return has(unit, share); }

    std::vector<NarrowNumber> found;

private:
    struct Made {
        SourceLocation place;
        bool is_signed = true;
        std::int64_t divisor = 0;
    };

    Marks of(std::uint32_t unit) const { return unit < marks_.size() ? marks_[unit] : Marks{0}; }
    bool has(std::uint32_t unit, Marks marks) const { return (of(unit) & marks) != 0; }

    void tell(NarrowNumber::What what, const Made& made) {
        const auto is_there = [&](const NarrowNumber& each) { return each.place == made.place && each.what == what; };
        if (std::none_of(found.begin(), found.end(), is_there))
            found.push_back({what, made.place, made.is_signed, made.divisor});
    }

    /// Returns the constant that a register holds, or 0 if it does not hold a constant.
    std::int64_t constant(std::uint32_t unit) const {
        for (const Known& known : code_.known)
            if (known.unit == unit && known.what == Known::What::constant) return static_cast<std::int64_t>(known.bits);
        return 0;
    }
    bool is_constant(std::uint32_t unit) const {
        return std::any_of(code_.known.begin(), code_.known.end(), [&](const Known& known) {
            return known.unit == unit && known.what == Known::What::constant;
        });
    }

    void look_at_index(const Instruction& i) {
        if (i.op != Op::load && i.op != Op::store && i.op != Op::atomic && i.op != Op::address) return;
        const MemoryAccess& access = code_.accesses[i.op == Op::address ? i.b : i.a];
        if (std::find(shared_.begin(), shared_.end(), access.pointer) != shared_.end()) return;
        if (has(access.index, product)) tell(NarrowNumber::What::product, made_[access.index]);
    }

    Marks mark_of(const Instruction& i, Made& made) {
        Marks all = 0;
        for (const std::uint32_t source : effect_.sources) all |= of(source);
        // A flagged result is reported at the location of its last operand with one of these flags. Counters, quotients
        // and products take precedence.
        for (const Marks marks : {Marks{thread}, Marks{counter | part | product}})
            for (const std::uint32_t source : effect_.sources)
                if (has(source, marks)) made = made_[source];
        if (static_cast<int>(i.op) < families * classes) return arithmetic(i, all, made);
        switch (i.op) {
        case Op::load:
        case Op::atomic: return code_.accesses[i.a].kind >= Kind::int32 ? Marks{large} : Marks{0};
        case Op::set32:
        case Op::set64:
            if (has(i.a, counter | part | product) && !has(i.b, counter | part | product)) made = made_[i.a];
            return all | of(i.a); // add the flags of the old value, because inactive lanes keep it
        case Op::select32:
        case Op::select64: return of(i.b) | of(i.c);
        case Op::copy32:
        case Op::copy64:
        case Op::shuffle: return all;
        default: return 0;
        }
    }

    Marks arithmetic(const Instruction& i, Marks all, Made& made) {
        const auto family = static_cast<Family>(static_cast<int>(i.op) / classes);
        const auto type = static_cast<Class>(static_cast<int>(i.op) % classes);
        const bool is_narrow = type == Class::i32 || type == Class::u32;
        const bool is_whole = is_narrow || type == Class::i64 || type == Class::u64;
        if (!is_whole) return 0;
        switch (family) {
        case Family::add:
            if (is_narrow && (has(i.b, all_threads) || has(i.c, all_threads))) {
                made = {at_, true, 0};
                return large | counter;
            }
            return (all & of_sums) | (type == Class::i32 && is_sum_of_sizes(i) ? Marks{sum} : Marks{0});
        case Family::sub: return all & (of_sums | share);
        case Family::mul: return is_narrow ? narrow_product(i, type, made) : Marks{all & large};
        case Family::shift_left: return all & (large | thread | product);
        case Family::div:
        case Family::shift_right: {
            if (has(i.b, sum) && constant(i.c) == (family == Family::div ? 2 : 1))
                tell(NarrowNumber::What::middle, {at_, true, 0});
            const bool is_one = family == Family::div && constant(i.c) == 1;
            if (family == Family::div && has(i.b, parameter) && has(i.c, large)) return (of(i.b) & large) | share;
            // In these cases, assume only that the quotient may be as large as the dividend.
            if (!has(i.b, thread) || uses_grid_ || is_one) return of(i.b) & large;
            const std::int64_t by = constant(i.c);
            const bool is_shift = family == Family::shift_right;
            made = {at_, type == Class::i32, is_shift && by > 0 && by < 31 ? std::int64_t{1} << by : is_shift ? 0 : by};
            return large | part;
        }
        case Family::rem: return is_constant(i.c) ? Marks{0} : Marks{all & large};
        case Family::bit_and: return is_constant(i.b) || is_constant(i.c) ? Marks{0} : Marks{all & large};
        case Family::least:
        case Family::greatest: return all & of_sums;
        case Family::less:
        case Family::less_equal:
        case Family::not_equal: compare(i, type); return 0;
        case Family::to_i32:
        case Family::to_u32:
        case Family::to_i64:
        case Family::to_u64: return all;
        default: return 0;
        }
    }

    /// Returns whether both operands of an addition may be as large as the number of rows or columns. Thread indices
    /// are excluded, because the number of threads is not much larger than a size.
    bool is_sum_of_sizes(const Instruction& i) const {
        constexpr Marks of_threads = block | grid | thread | all_threads | counter | part;
        return has(i.b, large) && has(i.c, large) && !has(i.b, of_threads) && !has(i.c, of_threads);
    }

    Marks narrow_product(const Instruction& i, Class type, Made& made) {
        const auto is = [&](Marks left, Marks right) {
            return (has(i.b, left) && has(i.c, right)) || (has(i.c, left) && has(i.b, right));
        };
        made = {at_, type == Class::i32, 0};
        if (is(block, block_size)) return large | thread;
        if (is(grid, block_size)) return large | all_threads;
        if (is_constant(i.b) || is_constant(i.c)) return (of(i.b) | of(i.c)) & (large | thread | product);
        if (is(large, parameter) && !has(i.b, share) && !has(i.c, share)) return large | product;
        return (of(i.b) | of(i.c)) & large;
    }

    /// Updates the flags of a variable after it is compared with a size, because the comparison implies that the
    /// variable can be as large as the size.
    void compare(const Instruction& i, Class type) {
        for (const auto& [one, other] : {std::pair(i.b, i.c), std::pair(i.c, i.b)}) {
            if (is_constant(other)) continue;
            if (one >= marks_.size() || is_constant(one)) continue;
            if (has(other, large)) marks_[one] |= large | (of(other) & share);
            if (has(one, counter) && (type == Class::i32)) tell(NarrowNumber::What::counter, made_[one]);
            // An index that a comparison limits to the number of rows does not overflow.
            if (has(other, parameter)) marks_[one] &= ~Marks{product};
            if (has(one, part) && has(other, large)) tell(NarrowNumber::What::thread, made_[one]);
        }
    }

    const Code& code_;
    const std::deque<Code>& kernels_;
    std::vector<Marks> marks_;
    std::vector<Made> made_;
    std::vector<std::uint32_t> shared_;
    /// Whether the kernel reads the grid size. If so, it may be correct for every grid size.
    bool uses_grid_ = false;
    SourceLocation at_;
    ShadowEffect effect_;
};

} // namespace

namespace {

/// Returns the kernel parameters that are quotients of two sizes in every launch made by `run`.
std::vector<std::uint32_t> shares_of(const Code& kernel, const std::deque<Code>& kernels, const Code& run) {
    std::vector<std::uint32_t> shares;
    bool is_first = true;
    Follower follower(run, kernels);
    for (std::size_t pc = 0; pc < run.instructions.size(); ++pc) {
        const Instruction& i = run.instructions[pc];
        if (i.op == Op::launch && &kernels[static_cast<std::size_t>(run.launches[i.a].kernel)] == &kernel) {
            const LaunchCode& launch = run.launches[i.a];
            std::vector<std::uint32_t> here;
            for (std::size_t p = 0; p < launch.arguments.size() && p < kernel.parameters.size(); ++p)
                if (follower.is_share(launch.arguments[p].first)) here.push_back(kernel.parameters[p].unit);
            if (is_first) shares = here;
            else
                std::erase_if(shares, [&](std::uint32_t unit) {
                    return std::find(here.begin(), here.end(), unit) == here.end();
                });
            is_first = false;
        }
        follower.follow(i, run.places[run.where[pc]].place);
    }
    return shares;
}

} // namespace

std::vector<NarrowNumber> narrow_numbers(const Code& code, const std::deque<Code>& kernels, const Code& run) {
    Follower follower(code, kernels, shares_of(code, kernels, run));
    // The counter is updated after the loop condition is tested, so process each loop body twice to see the updated
    // value.
    std::vector<bool> is_repeated(code.instructions.size(), false);
    for (std::size_t pc = 0; pc < code.instructions.size(); ++pc) {
        const Instruction& i = code.instructions[pc];
        const Where& where = code.places[code.where[pc]];
        follower.follow(i, where.calls.empty() ? where.place : where.calls.front());
        const auto begin = static_cast<std::size_t>(i.imm);
        if (i.op != Op::loop_back || is_repeated[pc] || begin >= pc) continue;
        is_repeated[pc] = true;
        pc = begin - 1;
    }
    return follower.found;
}

} // namespace warploom::simt
