#include "engine/simt/findings/loop_state.h"

#include "engine/simt/findings/unset.h"

#include <algorithm>
#include <deque>
#include <set>

namespace warploom::simt {

namespace {

constexpr std::uint32_t none = 0xffffffffu;

bool is_wide_result(const Code& code, const Instruction& i) {
    const int number = static_cast<int>(i.op);
    if (number < families * classes) {
        const auto family = static_cast<Family>(number / classes);
        const auto of = static_cast<Class>(number % classes);
        if (family == Family::to_i64 || family == Family::to_u64 || family == Family::to_f64) return true;
        if (family >= Family::to_i32) return false;
        if (family >= Family::less && family <= Family::not_equal) return false;
        if (family >= Family::population && family <= Family::first_set) return false;
        return of == Class::i64 || of == Class::u64 || of == Class::f64;
    }
    switch (i.op) {
    case Op::copy64:
    case Op::set64:
    case Op::select64:
    case Op::fma64:
    case Op::power64:
    case Op::address: return true;
    case Op::load: return is_wide(code.accesses[i.a].kind);
    case Op::atomic:
    case Op::shuffle: return code.accesses[i.a].bytes == 8;
    default: return false;
    }
}

/// Returns whether an instruction leaves inactive lanes of its destination unchanged.
bool is_masked(Op op) { return op == Op::set32 || op == Op::set64 || op == Op::load_local || op == Op::store_local; }

/// Uses backward data-flow analysis to find the registers that affect whether a loop continues. Iterates to a fixed
/// point.
class StateFinder {
public:
    StateFinder(const Code& code, std::uint32_t end) : code_(code), end_(end) {
        const auto& all = code.instructions;
        std::uint32_t begin = static_cast<std::uint32_t>(all[end].imm);
        while (begin > 0 && all[begin].op != Op::loop_begin) --begin;
        found_.begin = begin;
        find_constructs();
    }

    LoopState run() {
        deciding_.insert(found_.begin);
        do {
            is_changed_ = false;
            go_through();
        } while (is_changed_);
        for (const std::uint32_t unit : kept_[end_])
            if (const auto known = results_.find(unit); known != results_.end())
                found_.carried.push_back({unit, known->second});
        return std::move(found_);
    }

private:
    /// Finds the innermost control flow construct that contains each instruction. A construct is identified by its
    /// first instruction.
    void find_constructs() {
        std::vector<std::uint32_t> open;
        around_.assign(end_ - found_.begin + 1, none);
        for (std::uint32_t pc = found_.begin; pc <= end_; ++pc) {
            const Instruction& i = code_.instructions[pc];
            if (i.op == Op::join)
                while (open.size() > 1 && code_.instructions[open.back()].b >= i.b) open.pop_back();
            around_[pc - found_.begin] = open.empty() ? none : open.back();
            parents_.try_emplace(pc, around_[pc - found_.begin]);
            if (i.op == Op::if_begin || i.op == Op::loop_begin || i.op == Op::switch_begin || i.op == Op::call_begin)
                open.push_back(pc);
        }
    }

    void decide(std::uint32_t construct) {
        for (; construct != none; construct = parents_[construct])
            if (deciding_.insert(construct).second) is_changed_ = true;
    }

    void add(std::uint32_t unit) {
        if (unit != no_register) now_.insert(unit);
    }

    void go_through() {
        now_.clear();
        found_.pointers.clear();
        for (std::uint32_t pc = end_; pc > found_.begin; --pc) {
            const Instruction& i = code_.instructions[pc];
            const std::uint32_t around = around_[pc - found_.begin];
            const bool decides = around != none && deciding_.count(around) != 0;
            if (i.op == Op::loop_back) now_.insert(kept_[pc].begin(), kept_[pc].end());
            if (i.op == Op::leave) decide(around);
            const bool is_test = i.op == Op::loop_test || i.op == Op::switch_skip || i.op == Op::switch_case;
            if (is_test && decides) {
                add(i.a);
                if (i.op != Op::loop_test) add(i.c);
            }
            const bool begins = i.op == Op::if_begin || i.op == Op::switch_begin;
            if (begins && deciding_.count(pc) != 0) add(i.a);
            if (i.op != Op::launch) follow(i, around);
            keep_at_head(pc);
        }
    }

    /// Adds the registers that are live at the beginning of a loop to those that are live at its end.
    void keep_at_head(std::uint32_t head) {
        for (std::uint32_t pc = head; pc <= end_; ++pc) {
            const Instruction& i = code_.instructions[pc];
            if (i.op != Op::loop_back || static_cast<std::uint32_t>(i.imm) != head) continue;
            auto& kept = kept_[pc];
            const std::size_t before = kept.size();
            kept.insert(now_.begin(), now_.end());
            is_changed_ = is_changed_ || kept.size() != before;
        }
    }

    void follow(const Instruction& i, std::uint32_t around) {
        static const std::deque<Code> no_kernels;
        find_effect(code_, no_kernels, i, effect_);
        if (i.op == Op::store_local || effect_.result == no_register) return;
        const bool is_wide = is_wide_result(code_, i);
        bool is_needed = false;
        for (std::int64_t n = 0; n < effect_.numbers; ++n) {
            const std::uint32_t unit = effect_.result + static_cast<std::uint32_t>(n) * effect_.apart;
            results_[unit] = results_[unit] || is_wide;
            if (now_.count(unit) == 0) continue;
            is_needed = true;
            if (!is_masked(i.op)) now_.erase(unit);
        }
        if (!is_needed) return;
        decide(around);
        for (const std::uint32_t source : effect_.sources) add(source);
        for (const std::uint32_t reg : effect_.decides) add(reg);
        switch (i.op) {
        case Op::load:
            found_.pointers.push_back(code_.accesses[i.a].pointer);
            found_.depends_on_others = found_.depends_on_others || code_.accesses[i.a].is_volatile;
            break;
        case Op::atomic: add(code_.accesses[i.a].value); [[fallthrough]];
        case Op::barrier: found_.depends_on_others = true; break;
        case Op::load_local: found_.is_known = false; break;
        default: break;
        }
    }

    const Code& code_;
    const std::uint32_t end_;
    LoopState found_;
    std::vector<std::uint32_t> around_;
    std::map<std::uint32_t, std::uint32_t> parents_;
    /// First instructions of the control flow constructs that affect the loop condition.
    std::set<std::uint32_t> deciding_;
    std::set<std::uint32_t> now_;
    /// For each loop_back instruction, the registers that are live at the end of the loop.
    std::map<std::uint32_t, std::set<std::uint32_t>> kept_;
    /// Registers that the loop writes. The mapped value is true for 8-byte numbers.
    std::map<std::uint32_t, bool> results_;
    bool is_changed_ = false;
    ShadowEffect effect_;
};

} // namespace

LoopState find_loop_state(const Code& code, std::uint32_t pc) { return StateFinder(code, pc).run(); }

const LoopState& LoopStates::of(const Code& code, std::uint32_t pc) {
    const std::lock_guard lock(mutex_);
    const auto [known, is_new] = known_.try_emplace({&code, pc});
    if (is_new) known->second = find_loop_state(code, pc);
    return known->second;
}

} // namespace warploom::simt
