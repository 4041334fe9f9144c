#include "engine/simt/code/schema.h"
#include "engine/simt/findings/unset.h"

#include <algorithm>
#include <limits>
#include <map>

// Determines which registers may be uninitialized at each instruction, by data-flow analysis along all paths that a
// lane can take. The result is only used to decide where tracking is needed; the interpreter tracks uninitialized
// values exactly at run time.

namespace warploom::simt {

namespace {

// Maximum total size of the register sets, in 8-byte words.
constexpr std::size_t most_state_words = 1 << 22;
constexpr int most_rounds = 32;

/// The control-flow graph of a single lane, derived from the structured control flow of its warp.
class LaneWays {
public:
    struct Switch {
        /// Instructions to which the switch may jump, including its end if there is no default label.
        std::vector<std::size_t> cases;
        std::vector<std::size_t> unset; ///< declarations that a jump to a case label may bypass
    };

    explicit LaneWays(const Code& code) : code_(code.instructions), leave_to_(code_.size(), none) {
        // After a `leave` instruction, a lane waits at the next join with a lower mask slot number.
        std::vector<std::size_t> joins;
        for (std::size_t pc = code_.size(); pc-- > 0;) {
            const Instruction& i = code_[pc];
            if (i.op == Op::join) {
                while (!joins.empty() && code_[joins.back()].b >= i.b) joins.pop_back();
                joins.push_back(pc);
            }
            if (i.op == Op::leave) {
                const auto found = std::partition_point(joins.begin(), joins.end(),
                                                        [&](std::size_t join) { return code_[join].b < i.b; });
                if (found != joins.begin()) leave_to_[pc] = *(found - 1);
            }
            if (i.op == Op::switch_begin) switches_[pc] = switch_at(pc);
        }
    }

    bool falls_through(std::size_t pc) const {
        switch (code_[pc].op) {
        case Op::else_:
        case Op::loop_back:
        case Op::leave:
        case Op::jump:
        case Op::switch_begin:
        case Op::end: return false;
        default: return true;
        }
    }
    /// Calls to(pc) for each instruction that may be executed right after this one, except the one that follows it in
    /// the code.
    template <class To> void jumps_of(std::size_t pc, const To& to) const {
        const Instruction& i = code_[pc];
        const auto target = static_cast<std::size_t>(i.imm);
        switch (i.op) {
        case Op::if_begin: return to(code_[target].op == Op::else_ ? target + 1 : target);
        case Op::else_:
        case Op::loop_test:
        case Op::loop_back: return to(target);
        case Op::leave:
            if (leave_to_[pc] != none) to(leave_to_[pc]);
            return;
        case Op::switch_begin:
            for (const std::size_t place : switches_.at(pc).cases) to(place);
            return;
        default: return;
        }
    }
    const Switch& switch_of(std::size_t pc) const { return switches_.at(pc); }

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    Switch switch_at(std::size_t begin) const {
        Switch made;
        const std::uint32_t slot = code_[begin].b;
        bool has_default = false;
        std::uint32_t inner = no_register;
        for (std::size_t pc = begin + 1; pc < code_.size(); ++pc) {
            const Instruction& i = code_[pc];
            if (i.op == Op::join && i.b == slot) {
                if (!has_default) made.cases.push_back(pc);
                break;
            }
            if (inner != no_register) {
                if (i.op == Op::join && i.b == inner) inner = no_register;
                continue;
            }
            if (i.op == Op::switch_begin) inner = i.b;
            if (i.op == Op::unset) made.unset.push_back(pc);
            if (i.op != Op::switch_case && i.op != Op::switch_default) continue;
            has_default = has_default || i.op == Op::switch_default;
            made.cases.push_back(pc + 1);
        }
        return made;
    }

    const std::vector<Instruction>& code_;
    std::vector<std::size_t> leave_to_;
    std::map<std::size_t, Switch> switches_;
};

using Bits = std::vector<std::uint64_t>;
constexpr std::uint32_t word_bits = 64;

class UnsetFlow {
public:
    UnsetFlow(Code& code, std::uint32_t units, const std::deque<Code>& kernels)
        : code_(code), units_(units), kernels_(kernels), ways_(code), now_((units + word_bits - 1) / word_bits),
          is_place_(code.instructions.size()) {}

    void run() {
        find_states();
        go_through(true);
        const bool decides = decides_;
        if (!decides) { // the function contains no use of an uninitialized value that must be reported
            made_.clear();
            where_.clear();
            for (std::size_t pc = 0; pc < code_.instructions.size(); ++pc) {
                places_[pc] = made_.size();
                const Instruction& i = code_.instructions[pc];
                if (i.op != Op::unset || i.flops != 0) put(i, pc);
                if (i.op == Op::unset && i.flops != 0) made_.back().op = Op::count_flops;
            }
        }
        for (Instruction& i : made_)
            if (jumps(i.op)) i.imm = static_cast<std::int64_t>(places_[static_cast<std::size_t>(i.imm)]);
        for (ScopedVariable& variable : code_.variables) {
            variable.begin = place_of(variable.begin);
            variable.end = place_of(variable.end);
        }
        for (InlinedCall& call : code_.calls) {
            call.begin = place_of(call.begin);
            call.end = place_of(call.end);
        }
        code_.instructions = std::move(made_);
        code_.where = std::move(where_);
        if (!decides) code_.unset.clear();
        else code_.shadows = units_;
        for (MemoryAccess& access : code_.accesses) access.has_shadow = access.has_shadow && decides;
    }

private:
    /// Returns the index that an instruction has after tracking instructions have been inserted. `pc` can also be the
    /// end of the code.
    std::uint32_t place_of(std::uint32_t pc) const {
        return static_cast<std::uint32_t>(pc < places_.size() ? places_[pc] : made_.size());
    }
    // Returns whether a register may be uninitialized. Constants are always initialized.
    bool may_lack(std::uint32_t reg) const {
        return reg < units_ && (is_all_ || (now_[reg / word_bits] >> reg % word_bits & 1u) != 0);
    }
    void mark(std::uint32_t reg, bool lacks) {
        const std::uint64_t bit = std::uint64_t{1} << reg % word_bits;
        if (reg >= units_) return;
        if (lacks) now_[reg / word_bits] |= bit;
        else now_[reg / word_bits] &= ~bit;
    }
    bool may_lack_any(std::uint32_t first, std::uint32_t end) const {
        bool lacks = is_all_;
        for (std::uint32_t reg = first; reg < end && !lacks;) {
            const bool is_word = reg % word_bits == 0 && end - reg >= word_bits;
            lacks = is_word ? now_[reg / word_bits] != 0 : may_lack(reg);
            reg += is_word ? word_bits : 1;
        }
        return lacks;
    }

    /// Finds the registers that may be uninitialized at each jump target, iterating to a fixed point.
    void find_states() {
        std::size_t count = 0;
        const auto& code = code_.instructions;
        for (std::size_t pc = 0; pc < code.size(); ++pc)
            ways_.jumps_of(pc, [&](std::size_t to) {
                count += is_place_[to] ? 0 : 1;
                is_place_[to] = true;
            });
        is_all_ = count * now_.size() > most_state_words;
        for (int round = 0; !is_all_; ++round) {
            if (!go_through(false)) return;
            is_all_ = round == most_rounds;
        }
    }

    /// Analyzes all instructions in order. If `puts` is set, also emits the new code. Returns whether the state at an
    /// earlier jump target has changed. If so, another pass is needed.
    bool go_through(bool puts) {
        bool is_again = false, is_reached = true;
        std::fill(now_.begin(), now_.end(), 0);
        const auto& code = code_.instructions;
        places_.assign(code.size(), 0);
        // Fused instructions must remain adjacent, so insert tracking instructions before the first one.
        std::size_t joined = 0;
        for (std::size_t pc = 0; pc < code.size(); ++pc) {
            if (is_place_[pc] && !is_all_) {
                if (is_reached) add_to(pc);
                const auto known = states_.find(pc);
                is_reached = known != states_.end();
                if (is_reached) now_ = known->second;
            }
            if (puts) {
                places_[pc] = made_.size();
                if (joined == 0) {
                    joined = group_at(pc);
                    for (std::size_t member = pc; member < pc + joined && (is_reached || is_all_); ++member)
                        apply(member, true);
                }
                put(code[pc], pc);
                --joined;
            } else if (is_reached) {
                apply(pc, false);
            }
            if (!is_reached || is_all_) continue;
            ways_.jumps_of(pc, [&](std::size_t to) { is_again = (add_to(to) && to <= pc) || is_again; });
            is_reached = ways_.falls_through(pc);
        }
        return is_again;
    }

    bool add_to(std::size_t place) {
        const auto [known, is_new] = states_.try_emplace(place, now_);
        if (is_new) return true;
        bool changes = false;
        for (std::size_t w = 0; w < now_.size(); ++w) {
            changes = changes || (now_[w] & ~known->second[w]) != 0;
            known->second[w] |= now_[w];
        }
        return changes;
    }

    std::size_t group_at(std::size_t pc) const {
        const Instruction& i = code_.instructions[pc];
        if (i.op == Op::load) return i.imm == joined_with_copy ? 2 : 1;
        if (static_cast<int>(i.op) >= families * classes) return 1;
        return i.flops == joined_with_sum ? 3 : i.flops == joined_with_copy ? 2 : 1;
    }

    void put(const Instruction& i, std::size_t at) {
        made_.push_back(i);
        where_.push_back(code_.where[at]);
    }

    void declare(const Instruction& i) {
        for (const std::uint32_t unit : code_.unset[i.b].units) mark(i.a + unit, true);
    }

    void apply(std::size_t pc, bool puts) {
        const Instruction& i = code_.instructions[pc];
        if (i.op == Op::unset) return declare(i);
        find_effect(code_, kernels_, i, effect_);
        for (const std::uint32_t reg : effect_.decides) {
            if (!puts || !may_lack(reg)) continue;
            decides_ = true;
            put({Op::unset_decide, 0, reg, 0, 0, 0}, pc);
        }
        if (i.op == Op::switch_begin)
            for (const std::size_t place : ways_.switch_of(pc).unset) {
                Instruction declared = code_.instructions[place];
                declare(declared);
                declared.flops = 0;
                if (puts) put(declared, pc);
            }
        if (effect_.by == Op::unset_load_local || effect_.by == Op::unset_store_local) return apply_local(pc, puts);
        if (effect_.result == no_register) return;
        bool lacks = effect_.by == Op::shuffle; // the source lane of a shuffle may be nonparticipating
        for (const std::uint32_t source : effect_.sources) lacks = lacks || may_lack(source);
        for (std::int64_t n = 0; n < effect_.numbers; ++n) {
            const std::uint32_t result = effect_.result + static_cast<std::uint32_t>(n) * effect_.apart;
            const bool lacked = may_lack(result);
            mark(result, lacks);
            if (!puts || (!lacks && !lacked)) continue;
            if (effect_.by == Op::shuffle) code_.accesses[i.a].has_shadow = true;
            else if (lacks) put({effect_.by, 0, result, effect_.sources[0], effect_.sources[1], effect_.imm}, pc);
            else put({Op::unset_join, 0, result, no_register, no_register, no_register}, pc);
        }
    }

    void apply_local(std::size_t pc, bool puts) {
        const Instruction& i = code_.instructions[pc];
        const LocalArray& array = code_.locals[static_cast<std::size_t>(i.imm)];
        const auto end = i.b + static_cast<std::uint32_t>((array.count - 1) * array.stride + array.unit + array.units);
        const bool lacked = may_lack(i.a), in_array = may_lack_any(i.b, end);
        if (puts && (lacked || in_array)) put({effect_.by, 0, i.a, i.b, i.c, i.imm}, pc);
        if (i.op == Op::load_local) return mark(i.a, in_array);
        if (!lacked) return;
        for (std::uint32_t reg = i.b; reg < end;) { // the store may write any element of the local array
            const bool is_word = reg % word_bits == 0 && end - reg >= word_bits;
            if (is_word) now_[reg / word_bits] = ~std::uint64_t{0};
            else mark(reg, true);
            reg += is_word ? word_bits : 1;
        }
    }

    Code& code_;
    const std::uint32_t units_;
    const std::deque<Code>& kernels_;
    const LaneWays ways_;
    Bits now_;
    std::vector<bool> is_place_;
    std::map<std::size_t, Bits> states_;
    /// Whether the analysis was too expensive. If so, all registers count as possibly uninitialized.
    bool is_all_ = false;
    bool decides_ = false;
    ShadowEffect effect_;
    std::vector<Instruction> made_;
    std::vector<std::uint32_t> where_;
    std::vector<std::size_t> places_; ///< for each instruction, its index after inserting tracking instructions
};

} // namespace

void follow_unset(Code& code, std::uint32_t units, const std::deque<Code>& kernels) {
    const auto may_lack = [](const Instruction& i) { return i.op == Op::unset || i.op == Op::shuffle; };
    if (std::any_of(code.instructions.begin(), code.instructions.end(), may_lack))
        UnsetFlow(code, units, kernels).run();
}

} // namespace warploom::simt
