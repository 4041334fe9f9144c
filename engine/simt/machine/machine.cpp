#include "engine/simt/machine/machine.h"

#include "engine/error.h"
#include "engine/simt/language/headers.h"

#include <bit>
#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

// The interpreter loop. Each instruction reads the untyped memory of its registers as the type that it needs; these
// files are therefore compiled with -fno-strict-aliasing.

namespace warploom::simt {

std::uint32_t true_lanes(const std::byte* reg) {
    std::uint32_t bits = 0;
#if defined(__SSE2__)
    const __m128i zero = _mm_setzero_si128();
    for (int quarter = 0; quarter < 8; ++quarter) {
        const __m128i four = _mm_loadu_si128(reinterpret_cast<const __m128i*>(reg) + quarter);
        const int is_zero = _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(four, zero)));
        bits |= static_cast<std::uint32_t>(~is_zero & 0xf) << (4 * quarter);
    }
#elif defined(__wasm_simd128__)
    for (int quarter = 0; quarter < 8; ++quarter) {
        const v128_t four = wasm_v128_load(reg + 16 * quarter);
        bits |= static_cast<std::uint32_t>(wasm_i32x4_bitmask(wasm_i32x4_ne(four, wasm_i32x4_splat(0))))
                << (4 * quarter);
    }
#else
    for (int l = 0; l < lanes_of_a_warp; ++l)
        bits |= static_cast<std::uint32_t>(reinterpret_cast<const std::int32_t*>(reg)[l] != 0) << l;
#endif
    return bits;
}

namespace {

std::uint32_t equal_lanes(const std::int64_t* a, const std::int64_t* b) {
    std::uint32_t bits = 0;
    for (int l = 0; l < lanes_of_a_warp; ++l) bits |= static_cast<std::uint32_t>(a[l] == b[l]) << l;
    return bits;
}

} // namespace

void Machine::change_mask(Warp& warp, std::uint32_t active) {
    if (warp.active == active) return;
    if (warp.flops != 0) { // attributes them to the lanes that executed them
        for (std::uint32_t rest = warp.active; rest != 0; rest &= rest - 1)
            warp.lane_flops[static_cast<std::size_t>(std::countr_zero(rest))] += static_cast<std::int32_t>(warp.flops);
        warp.flops = 0;
        warp.flop_lanes |= warp.active;
    }
    warp.active = active;
    warp.is_mask_fresh = false;
}

/// Fills in the common fields of a step; the caller sets `index`.
void Machine::tell(Warp& warp, WarpInstruction& step, int site, std::uint32_t lanes) {
    step.site = site;
    step.active = lanes;
    step.waiting = (warp.slot[0] | warp.apart) & ~lanes;
    if (lanes == warp.active && (warp.flop_lanes & lanes) == 0) {
        step.flops = static_cast<std::uint32_t>(count_of(lanes)) * warp.flops;
        step.flop_instructions = warp.flops;
        warp.flops = 0;
        return;
    }
    // Branch-free, because the participating lanes change from step to step. Signed numbers, because every processor
    // has a vector maximum for them.
    static constexpr auto bit_of = [] {
        std::array<std::uint32_t, lanes_of_a_warp> bits{};
        for (std::size_t l = 0; l < lanes_of_a_warp; ++l) bits[l] = 1u << l;
        return bits;
    }();
    const std::uint32_t active = warp.active;
    const auto fresh = static_cast<std::int32_t>(warp.flops);
    std::int32_t sum = 0, most = 0;
    for (std::size_t l = 0; l < lanes_of_a_warp; ++l) {
        const std::int32_t did = (active & bit_of[l]) == bit_of[l] ? -1 : 0;
        const std::int32_t tells = (lanes & bit_of[l]) == bit_of[l] ? -1 : 0;
        const std::int32_t flops = warp.lane_flops[l] + (fresh & did), told = flops & tells;
        sum += told;
        most = told > most ? told : most;
        warp.lane_flops[l] = flops & ~tells;
    }
    step.flops = static_cast<std::uint32_t>(sum);
    step.flop_instructions = static_cast<std::uint32_t>(most);
    warp.flop_lanes = (warp.flop_lanes | (fresh != 0 ? active : 0)) & ~lanes;
    warp.flops = 0;
}

int Machine::site_of(const Warp& warp, Access access, const Object* object, int bytes) {
    auto& known = around_.known_sites[warp.pc];
    const int array = object == nullptr ? -1 : object->array;
    if (known.array == array && known.site >= 0) return known.site;
    const Where& place = where(warp.pc);
    std::vector<SiteTable::Line> path;
    for (const SourceLocation& call : place.calls) path.emplace_back(file_of(call, *around_.file), call.line);
    path.emplace_back(file_of(place.place, *around_.file), place.place.line);
    const int own_bytes = object != nullptr && bytes != object->element_bytes ? bytes : 0;
    known = {array, around_.sites->add_site(access, array, path, own_bytes)};
    return known.site;
}

const Warp::Mask& Machine::mask_of(Warp& warp) {
    if (!warp.is_mask_fresh) {
        for (std::size_t l = 0; l < lanes_of_a_warp; ++l)
            warp.mask.wide[l] = warp.mask.narrow[l] = -static_cast<std::int32_t>(warp.active >> l & 1u);
        warp.is_mask_fresh = true;
    }
    return warp.mask;
}

void Machine::copy(Warp& warp, std::uint32_t to_unit, std::uint32_t from_unit, bool is_wide) {
    if (warp.active == whole_warp) {
        if (is_wide) copy_registers<2 * register_bytes>(at(warp, to_unit), at(warp, from_unit));
        else copy_registers<register_bytes>(at(warp, to_unit), at(warp, from_unit));
        return;
    }
    const auto blend = [&]<class T>(const std::array<T, lanes_of_a_warp>& mask) {
        auto* const to = lanes<T>(warp, to_unit);
        const auto* const from = lanes<T>(warp, from_unit);
        WARPLOOM_FREE_LANES
        for (int l = 0; l < lanes_of_a_warp; ++l)
            to[l] = (from[l] & mask[static_cast<std::size_t>(l)]) | (to[l] & ~mask[static_cast<std::size_t>(l)]);
    };
    if (is_wide) blend(mask_of(warp).wide);
    else blend(mask_of(warp).narrow);
}

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
    return step != nullptr ? execute<true>(warp, step) : execute<false>(warp, nullptr);
}

/// Executes an arithmetic instruction. Returns false, without a result, if a lane overflows.
template <bool recorded>
bool Machine::execute_arithmetic(const Warp& warp, const Instruction& i, std::byte* result) const {
    if constexpr (recorded)
        if (const CheckedFunction checked = checked_functions[static_cast<std::size_t>(i.op)])
            return !checked(result, at(warp, i.b), at(warp, i.c));
    lane_functions[static_cast<std::size_t>(i.op)](result, at(warp, i.b), at(warp, i.c), i.imm);
    return true;
}

template <bool recorded> Halt Machine::execute(Warp& warp, WarpInstruction* step) {
    const Instruction* const code = code_.instructions.data();
    for (;;) {
        const Instruction& i = code[warp.pc];
        if (static_cast<int>(i.op) < families * classes) {
            if (i.flops == joined_with_sum) { // multiplies, adds, and copies the result
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
            if (i.flops == joined_with_copy && warp.active == whole_warp) {
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
                        overflowing_lanes(i.op, at(warp, i.b), at(warp, i.c)) & lanes_behind(warp, i.imm);
                    if (over != 0) report_overflow(warp, i, over);
                }
            lane_functions[static_cast<std::size_t>(i.op)](at(warp, i.a), at(warp, i.b), at(warp, i.c), i.imm);
            ++warp.pc;
            continue;
        }
        warp.flops += i.flops;
        // Continues with the next instruction, or at the end of the construct if no lane is active.
        const auto go_on = [&](std::uint32_t active) {
            change_mask(warp, active);
            warp.pc = active != 0 ? warp.pc + 1 : static_cast<std::uint32_t>(i.imm);
        };
        std::uint32_t* const slot = warp.slot;
        switch (i.op) {
        case Op::copy32: copy_registers<register_bytes>(at(warp, i.a), at(warp, i.b)); break;
        case Op::copy64: copy_registers<2 * register_bytes>(at(warp, i.a), at(warp, i.b)); break;
        case Op::set32: copy(warp, i.a, i.b, false); break;
        case Op::set64: copy(warp, i.a, i.b, true); break;
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
        case Op::address: address(warp, i); break;
        case Op::load:
        case Op::store:
        case Op::atomic:
            if (execute_access<recorded>(warp, i, step)) return Halt::step;
            continue; // execute_access() has advanced pc
        case Op::load_local:
        case Op::store_local: local(warp, i); break;
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
            if (i.b == waits_for_others && ++warp.waiting_turns > around_.patience && drift(warp)) continue;
            if (!turn(warp) || warp.waiting_turns > around_.limits.waiting_turns) {
                if (i.b == waits_for_others && drift(warp)) continue;
                report_endless(warp);
                return Halt::stuck;
            }
            if (i.b != waits_for_others) warp.waiting_turns = 0; // the warp has made progress since
            if (i.c != 0) ++warp.loop_turns[i.c - 1];
            if (i.b == waits_for_others &&
                (warp.apart != 0 || (around_.endless != nullptr && around_.endless->do_lanes_drift))) [[unlikely]] {
                if (split(warp)) continue;
                warp.pc = static_cast<std::uint32_t>(i.imm);
                change_part(warp);
            } else {
                warp.pc = static_cast<std::uint32_t>(i.imm);
            }
            if constexpr (!recorded) {
                constexpr std::int64_t at_a_time = 16; // iterations
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
            if (warp.apart != 0 && !gather(warp, ~0u)) [[unlikely]]
                continue;
            if (warp.active != (around_.traits.lanes_drift ? slot[0] | warp.apart : warp.launched)) {
                report_branch(warp);
                return Halt::stuck;
            }
            ++warp.meetings;
            if (warp.order != nullptr) warp.order->meet_all();
            if constexpr (recorded) {
                step->index.fill(0);
                tell(warp, *step, site_of(warp, Access::barrier, nullptr, 0), warp.active);
            }
            return Halt::barrier;
        case Op::warp_barrier:
            if (warp.apart != 0 && !gather(warp, named_by(warp, i.b))) [[unlikely]]
                continue;
            order_lanes(warp, i.b, check_mask(warp, i.b));
            if constexpr (recorded) {
                for (int l = 0; l < lanes_of_a_warp; ++l) step->index[static_cast<std::size_t>(l)] = l;
                tell(warp, *step, site_of(warp, Access::warp_barrier, nullptr, 0), warp.active);
            }
            if (warp.apart != 0) [[unlikely]]
                release(warp);
            ++warp.pc;
            if constexpr (recorded) return Halt::step;
            continue;
        case Op::fence:
            if (warp.flags != nullptr) order_by_fence(warp, i.imm == 0 ? FenceScope::device : FenceScope::block);
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
                if (!gather(warp, named_by(warp, i.op == Op::shuffle ? code_.accesses[i.a].compare : i.b))) continue;
            i.op == Op::shuffle ? shuffle(warp, i, step) : ballot(warp, i, step); // does not order memory accesses
            if constexpr (recorded)
                tell(warp, *step, site_of(warp, i.op == Op::shuffle ? Access::shuffle : Access::ballot, nullptr, 0),
                     warp.active);
            if (warp.apart != 0) [[unlikely]]
                release(warp);
            ++warp.pc;
            if constexpr (recorded) return Halt::step;
            continue;
        case Op::active_mask:
            for (int l = 0; l < lanes_of_a_warp; ++l) lanes<std::uint32_t>(warp, i.a)[l] = warp.active;
            break;
        case Op::print: print(warp, i); break;
        case Op::check:
            if ((warp.active & ~true_lanes(at(warp, i.a))) != 0) {
                fail_assertion(warp, i);
                return Halt::stuck;
            }
            break;
        case Op::launch: return Halt::launch;
        case Op::fill: fill(warp, i); break;
        case Op::unset:
        case Op::unset_join:
        case Op::unset_absorb:
        case Op::unset_choose:
        case Op::unset_load_local:
        case Op::unset_store_local:
        case Op::unset_decide: follow_unset(warp, i); break;
        default: // Op::end
            if (end_part(warp)) continue;
            return Halt::done;
        }
        ++warp.pc;
    }
}

} // namespace warploom::simt
