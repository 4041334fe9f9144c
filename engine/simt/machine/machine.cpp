#include "engine/simt/machine/machine.h"

#include "engine/simt/machine/instruction_observer.h"
#include "engine/simt/machine/print.h"

#include <bit>

// The main loop of the interpreter. Registers are untyped memory that each instruction accesses as the type that it
// needs, so this file is compiled with -fno-strict-aliasing.

namespace warploom::simt {

namespace {

std::uint32_t equal_lanes(const std::int64_t* a, const std::int64_t* b) {
    std::uint32_t bits = 0;
    for (int l = 0; l < lanes_of_a_warp; ++l) bits |= static_cast<std::uint32_t>(a[l] == b[l]) << l;
    return bits;
}

} // namespace

void Machine::select(Warp& warp, const Instruction& i, bool is_wide) {
    const std::int32_t* const test = lanes<std::int32_t>(warp, static_cast<std::uint32_t>(i.imm));
    const auto choose = [&]<class T>(T) {
        T result[lanes_of_a_warp];
        for (int l = 0; l < lanes_of_a_warp; ++l)
            result[l] = test[l] != 0 ? lanes<T>(warp, i.b)[l] : lanes<T>(warp, i.c)[l];
        put_lanes(at(warp, i.a), result);
    };
    if (is_wide) choose(std::int64_t{});
    else choose(std::int32_t{});
}

Halt Machine::run(Warp& warp, WarpInstruction* step) {
    if (step == nullptr) return execute<Watching::nothing>(warp, nullptr);
    return around_.instructions == nullptr ? execute<Watching::steps>(warp, step) : execute_observed(warp, step);
}

Halt Machine::execute_observed(Warp& warp, WarpInstruction* step) {
    for (;;) {
        const std::uint32_t pc = warp.pc, active = warp.active;
        const Halt halt = execute<Watching::instructions>(warp, step);
        around_.instructions->executed(
            {code_, around_.block, warp, pc, active, halt == Halt::step ? step : nullptr, memory_.last().object});
        if (halt != Halt::instruction) return halt;
    }
}

/// Executes an arithmetic instruction in all lanes. If a lane overflows, returns false without writing a result.
template <bool recorded>
bool Machine::execute_arithmetic(const Warp& warp, const Instruction& i, std::byte* result) const {
    if constexpr (recorded)
        if (const CheckedFunction checked = checked_functions[static_cast<std::size_t>(i.op)])
            return !checked(result, at(warp, i.b), at(warp, i.c));
    lane_functions[static_cast<std::size_t>(i.op)](result, at(warp, i.b), at(warp, i.c), i.imm);
    return true;
}

template <Machine::Watching watching> Halt Machine::execute(Warp& warp, WarpInstruction* step) {
    constexpr bool recorded = watching != Watching::nothing, fuses = watching != Watching::instructions;
    const Instruction* const code = code_.instructions.data();
    BranchMarks* const branches = code_.branches.get();
    for (bool is_first = true;; is_first = false) {
        if constexpr (watching == Watching::instructions)
            if (!is_first) return Halt::instruction;
        const Instruction& i = code[warp.pc];
        if (static_cast<int>(i.op) < families * classes) {
            if (fuses && i.flops == joined_with_sum) { // this is a multiplication fused with an addition and a copy
                const Instruction& copied = code[warp.pc + 2];
                const bool is_wide = copied.op == Op::set64;
                const void* mask = nullptr;
                if (warp.active != whole_warp)
                    mask = is_wide ? static_cast<const void*>(mask_of(warp).wide.data()) : mask_of(warp).narrow.data();
                warp.flops += copied.flops;
                add_product(at(warp, copied.a), at(warp, i.b), at(warp, i.c), mask, is_wide);
                warp.pc += 3;
                continue;
            }
            if (fuses && i.flops == joined_with_copy && warp.active == whole_warp) {
                const Instruction& copied = code[warp.pc + 1];
                if (execute_arithmetic<recorded>(warp, i, at(warp, copied.a))) {
                    warp.flops += copied.flops;
                    warp.pc += 2;
                    continue;
                }
            }
            if constexpr (recorded)
                if (const CheckedFunction checked = checked_functions[static_cast<std::size_t>(i.op)]) {
                    if (!checked(at(warp, i.a), at(warp, i.b), at(warp, i.c))) {
                        ++warp.pc;
                        continue;
                    }
                    const std::uint32_t over =
                        overflowing_lanes(i.op, at(warp, i.b), at(warp, i.c)) & reports_.lanes_behind(warp, i.imm);
                    if (over != 0) reports_.report_overflow(warp, i, over);
                }
            lane_functions[static_cast<std::size_t>(i.op)](at(warp, i.a), at(warp, i.b), at(warp, i.c), i.imm);
            ++warp.pc;
            continue;
        }
        warp.flops += i.flops;
        // Continues with the next instruction. If no lane is active, continues at the end of the construct.
        const auto go_on = [&](std::uint32_t active) {
            change_mask(warp, active);
            warp.pc = active != 0 ? warp.pc + 1 : static_cast<std::uint32_t>(i.imm);
            if (active != 0 && branches != nullptr) branches->add(warp.pc);
        };
        std::uint32_t* const slot = warp.slot;
        switch (i.op) {
        case Op::copy32: copy_registers<register_bytes>(at(warp, i.a), at(warp, i.b)); break;
        case Op::copy64: copy_registers<2 * register_bytes>(at(warp, i.a), at(warp, i.b)); break;
        case Op::set32: copy_register(warp, i.a, i.b, false); break;
        case Op::set64: copy_register(warp, i.a, i.b, true); break;
        case Op::narrow: narrow_lanes(at(warp, i.a), at(warp, i.b), static_cast<Kind>(i.imm)); break;
        case Op::select32: select(warp, i, false); break;
        case Op::select64: select(warp, i, true); break;
        case Op::fma32:
        case Op::fma64:
            fma_lanes(at(warp, i.a), at(warp, i.b), at(warp, i.c), at(warp, static_cast<std::uint32_t>(i.imm)),
                      i.op == Op::fma64);
            break;
        case Op::power32:
        case Op::power64: power_lanes(at(warp, i.a), at(warp, i.b), at(warp, i.c), i.op == Op::power64); break;
        case Op::address: memory_.address(warp, i); break;
        case Op::load:
        case Op::store:
        case Op::atomic:
            if (memory_.execute<recorded>(warp, i, step)) return Halt::step;
            continue; // the memory access has already advanced the program counter
        case Op::load_local:
        case Op::store_local: memory_.local(warp, i); break;
        case Op::if_begin: {
            const std::uint32_t taken = warp.active & true_lanes(at(warp, i.a));
            slot[i.b] = warp.active;
            slot[i.b + 1] = warp.active & ~taken;
            go_on(taken);
            continue;
        }
        case Op::else_: go_on(slot[i.b + 1]); continue;
        case Op::join: go_on(slot[i.b]); continue;
        case Op::loop_begin:
            slot[i.b] = slot[i.b + 1] = warp.active;
            if (i.imm != 0) warp.loop_turns[i.imm - 1] = 0;
            if (warp.watch.state != nullptr && warp.watch.state->begin == warp.pc) warp.watch.state = nullptr;
            break;
        case Op::loop_test:
            slot[i.b + 1] = warp.active & true_lanes(at(warp, i.a));
            go_on(slot[i.b + 1]);
            continue;
        case Op::loop_back:
            if constexpr (recorded)
                if (i.b == waits_for_others && around_.looks_once) break;
            if (i.b == waits_for_others && ++warp.waiting_turns > around_.patience && parts_.drift(warp)) continue;
            if (!loops_.turn(warp) || warp.waiting_turns > around_.limits.waiting_turns) {
                if (i.b == waits_for_others && parts_.drift(warp)) continue;
                reports_.report_endless(warp);
                return Halt::stuck;
            }
            // A loop that does not wait resets the wait counter.
            if (i.b != waits_for_others) warp.waiting_turns = 0;
            if (i.c != 0) ++warp.loop_turns[i.c - 1];
            if (i.b == waits_for_others &&
                (warp.apart != 0 || (around_.endless != nullptr && around_.endless->do_lanes_drift))) [[unlikely]] {
                if (parts_.split(warp)) continue;
                warp.pc = static_cast<std::uint32_t>(i.imm);
                parts_.change_part(warp);
            } else {
                warp.pc = static_cast<std::uint32_t>(i.imm);
            }
            if constexpr (!recorded) {
                // Number of spin loop iterations after which other warps run.
                constexpr std::int64_t at_a_time = 16;
                if (i.b == waits_for_others && warp.turns % at_a_time == 0) return Halt::waits;
            }
            continue;
        case Op::switch_begin:
            slot[i.b] = slot[i.b + 1] = slot[i.b + 2] = warp.active;
            change_mask(warp, 0);
            break;
        case Op::switch_skip:
            slot[i.b + 2] &= ~equal_lanes(lanes<std::int64_t>(warp, i.a), lanes<std::int64_t>(warp, i.c));
            break;
        case Op::switch_case:
        case Op::switch_default: {
            const std::uint32_t mine =
                slot[i.b + 1] & (i.op == Op::switch_default
                                     ? slot[i.b + 2]
                                     : equal_lanes(lanes<std::int64_t>(warp, i.a), lanes<std::int64_t>(warp, i.c)));
            slot[i.b + 1] &= ~mine;
            go_on(warp.active | mine);
            continue;
        }
        case Op::call_begin: slot[i.b] = warp.active; break;
        case Op::leave:
            for (std::uint32_t s = i.b; s < i.c; ++s) slot[s] &= ~warp.active;
            change_mask(warp, 0);
            warp.pc = static_cast<std::uint32_t>(i.imm);
            continue;
        case Op::jump: warp.pc = static_cast<std::uint32_t>(i.imm); continue;
        case Op::count_flops: break;
        case Op::barrier:
            if (warp.apart != 0 && !parts_.gather(warp, ~0u)) [[unlikely]]
                continue;
            if (warp.active != (around_.traits.lanes_drift ? slot[0] | warp.apart : warp.launched)) {
                const std::uint32_t returned = around_.traits.lanes_drift ? 0 : warp.launched & ~slot[0];
                around_.tell(BarrierFault{warp, (slot[0] | warp.apart) & ~warp.active, returned});
                return Halt::stuck;
            }
            ++warp.meetings;
            if (warp.order != nullptr) warp.order->meet_all();
            if constexpr (recorded) {
                step->index.fill(0);
                steps_.tell(warp, *step, steps_.site_of(warp, Access::barrier, nullptr, 0), warp.active);
            }
            return Halt::barrier;
        case Op::warp_barrier:
            if (warp.apart != 0 && !parts_.gather(warp, WarpParts::named_by(warp, i.b))) [[unlikely]]
                continue;
            functions_.order_lanes(warp, i.b, functions_.check_mask(warp, i.b));
            if constexpr (recorded) {
                for (int l = 0; l < lanes_of_a_warp; ++l) step->index[static_cast<std::size_t>(l)] = l;
                steps_.tell(warp, *step, steps_.site_of(warp, Access::warp_barrier, nullptr, 0), warp.active);
            }
            if (warp.apart != 0) [[unlikely]]
                parts_.release(warp);
            ++warp.pc;
            if constexpr (recorded) return Halt::step;
            continue;
        case Op::fence:
            if (warp.flags != nullptr)
                functions_.order_by_fence(warp, i.imm == 0 ? FenceScope::device : FenceScope::block);
            break;
        case Op::commit_copies:
            if (warp.copies != nullptr) warp.copies->commit(warp.number, warp.active);
            break;
        case Op::wait_for_copies:
            if (warp.copies != nullptr)
                warp.copies->wait(warp.number, warp.active, lanes<std::int32_t>(warp, i.a), warp.meetings);
            break;
        case Op::shuffle:
        case Op::ballot:
            if (warp.apart != 0) [[unlikely]]
                if (!parts_.gather(warp,
                                   WarpParts::named_by(warp, i.op == Op::shuffle ? code_.accesses[i.a].compare : i.b)))
                    continue;
            i.op == Op::shuffle ? functions_.shuffle(warp, i, step)
                                : functions_.ballot(warp, i, step); // a ballot does not order memory accesses
            if constexpr (recorded)
                steps_.tell(warp, *step,
                            steps_.site_of(warp, i.op == Op::shuffle ? Access::shuffle : Access::ballot, nullptr, 0),
                            warp.active);
            if (warp.apart != 0) [[unlikely]]
                parts_.release(warp);
            ++warp.pc;
            if constexpr (recorded) return Halt::step;
            continue;
        case Op::active_mask:
            for (int l = 0; l < lanes_of_a_warp; ++l) lanes<std::uint32_t>(warp, i.a)[l] = warp.active;
            break;
        case Op::print: print(warp, code_.prints[i.a], around_); break;
        case Op::check:
            if ((warp.active & ~true_lanes(at(warp, i.a))) != 0) {
                reports_.fail_assertion(warp, i);
                return Halt::stuck;
            }
            break;
        case Op::launch: return Halt::launch;
        case Op::fill: memory_.fill(warp, i); break;
        case Op::unset:
        case Op::unset_join:
        case Op::unset_absorb:
        case Op::unset_choose:
        case Op::unset_load_local:
        case Op::unset_store_local:
        case Op::unset_decide: unset_.follow(warp, i); break;
        default:
            if (parts_.end_part(warp)) continue;
            return Halt::done;
        }
        ++warp.pc;
    }
}

} // namespace warploom::simt
