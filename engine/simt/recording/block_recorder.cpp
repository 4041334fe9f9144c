#include "engine/simt/recording/block_recorder.h"

#include "engine/simt/code/schema.h"
#include "engine/simt/machine/launch_plan.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace warploom::simt {

namespace {

/// For each write of a lane, BlockRecording::WriteIndex has one entry in `accesses` and at most two in `begin`.
constexpr std::size_t bytes_per_indexed_write = 3 * sizeof(std::uint32_t);

/// Calls to(register, is_wide, lanes) for each number that an instruction writes.
template <class To> void each_result(const ExecutedInstruction& at, const Instruction& i, const To& to) {
    switch (i.op) {
    case Op::load:
    case Op::atomic:
    case Op::shuffle: {
        const MemoryAccess& access = at.code.accesses[i.a];
        const std::uint32_t result = i.op == Op::load ? access.value : access.result;
        const bool is_wide_number = i.op == Op::shuffle ? access.bytes == 8 : is_wide(access.kind);
        const std::uint32_t each = is_wide_number ? 2 : 1;
        if (result != no_register)
            for (std::uint32_t n = 0; n < static_cast<std::uint32_t>(access.numbers); ++n)
                to(result + n * each, each == 2, at.active);
        return;
    }
    case Op::store_local: {
        const LocalArray& array = at.code.locals[static_cast<std::size_t>(i.imm)];
        for (std::uint32_t left = at.active; left != 0; left &= left - 1) {
            const auto lane = static_cast<int>(first_of(left));
            const std::int64_t element = index_of(at.warp, i.c, array.is_wide_index, lane);
            if (element < 0 || element >= array.count) continue;
            to(i.b + static_cast<std::uint32_t>(element * array.stride + array.unit), array.units == 2, 1u << lane);
        }
        return;
    }
    case Op::load_local: return to(i.a, at.code.locals[static_cast<std::size_t>(i.imm)].units == 2, at.active);
    default: break;
    }
    const Operand a = schema_of(i.op).a;
    if (a == Operand::result64) to(i.a, true, at.active);
    if ((a == Operand::result32 || a == Operand::optional_result) && i.a != no_register) to(i.a, false, at.active);
}

} // namespace

void BlockRecorder::begin_block(const LaunchPlan& plan, std::int64_t block, const std::vector<Warp>& warps,
                                const std::vector<Object>& objects) {
    if (!is_watched_ || block != block_ || made_ != nullptr) return;
    is_running_ = true;
    made_ = std::make_shared<BlockRecording>();
    made_->owner_ = plan.owner;
    made_->code_ = plan.code;
    made_->file_ = *plan.file;
    made_->block_ = block;
    made_->block_size_ = plan.block;
    made_->grid_size_ = plan.grid;
    made_->first_ = limits_.first;
    objects_ = &objects;
    made_->warps_.resize(warps.size());
    registers_.resize(warps.size());
    constexpr auto never = BlockRecording::never;
    for (std::size_t w = 0; w < warps.size(); ++w) {
        made_->warps_[w].launched = warps[w].launched;
        made_->warps_[w].changes.resize(plan.code->units);
        if (limits_.first > 0) {
            LaneWords none;
            none.fill(never);
            made_->warps_[w].written_before.assign(plan.code->units, none);
        }
        registers_[w].units.resize(plan.code->units);
        std::memcpy(registers_[w].units.data(), warps[w].frame, plan.code->units * register_bytes);
    }
    kinds_.assign(warps.size() * plan.code->instructions.size(), {});
    if (limits_.first == 0) begin_values();
}

/// Returns the index in BlockRecording::kinds_ of an instruction with these active lanes, and adds an entry if
/// necessary. A loop repeats only a few such combinations.
std::uint32_t BlockRecorder::kind_of(const RecordedInstruction& instruction) {
    auto& recent = kinds_[instruction.warp * made_->code_->instructions.size() + instruction.pc];
    for (const std::uint32_t number : recent)
        if (number != 0 && made_->kinds_[number - 1].active == instruction.active) return number - 1;
    std::copy_backward(recent.begin(), recent.end() - 1, recent.end());
    made_->kinds_.push_back(instruction);
    recent[0] = static_cast<std::uint32_t>(made_->kinds_.size());
    return recent[0] - 1;
}

/// Stores the state at the position from which values are recorded.
void BlockRecorder::begin_values() {
    has_values_ = true;
    copy_objects(*objects_);
    for (std::size_t w = 0; w < registers_.size(); ++w)
        for (std::size_t unit = 0; unit < registers_[w].units.size(); ++unit)
            made_->warps_[w].changes[unit].push_back(
                {static_cast<std::uint32_t>(made_->first_), 0, put(registers_[w].units[unit])});
}

void BlockRecorder::copy_objects(const std::vector<Object>& objects) {
    std::size_t left = limits_.most_copied_bytes;
    for (const Object& object : objects) {
        RecordedObject& copied = made_->objects_.emplace_back();
        copied.name = object.name;
        copied.bytes = object.bytes;
        copied.element_bytes = object.element_bytes;
        copied.is_shared = object.is_shared;
        copied.may_change = object.may_change;
        const auto size = static_cast<std::size_t>(std::max<std::int64_t>(object.bytes, 0));
        if (object.data == nullptr || size > left) continue;
        copied.contents.assign(object.data, object.data + size);
        left -= size;
        bytes_ += size;
    }
}

/// Adds a value to the words of the recording. Returns its index, combined with flags for its encoding.
std::uint32_t BlockRecorder::put(const LaneWords& words) {
    const auto append = [&](const std::uint32_t* from, std::size_t count) {
        std::copy_n(from, count, made_->words_.append(count));
        bytes_ += count * sizeof *from;
        return static_cast<std::uint32_t>(made_->words_.size() - count);
    };
    const std::uint32_t by = words[1] - words[0];
    std::size_t lane = 2;
    while (lane < words.size() && words[lane] == words[lane - 1] + by) ++lane;
    if (lane < words.size()) return append(words.data(), words.size());
    if (by == 0) return append(words.data(), 1) | BlockRecording::is_same;
    return append(std::array{words[0], by}.data(), 2) | BlockRecording::is_regular;
}

void BlockRecorder::note(const Warp& warp, std::uint32_t unit, bool is_wide, std::uint32_t lanes,
                         std::uint32_t position) {
    const auto number = static_cast<std::size_t>(warp.number);
    BlockRecording::WarpHistory& history = made_->warps_[number];
    // In an 8-byte number, the lanes are 8 bytes apart in its two registers.
    const std::size_t each = is_wide ? 2 : 1;
    std::uint32_t* const words = registers_[number].units[unit].data();
    const auto* const now = simt::lanes<std::uint32_t>(warp, unit);
    if (lanes == whole_warp) std::copy_n(now, each * lanes_of_a_warp, words);
    else
        for (std::uint32_t left = lanes; left != 0; left &= left - 1)
            std::copy_n(now + first_of(left) * each, each, words + first_of(left) * each);
    if (!has_values_) {
        for (std::uint32_t left = lanes; left != 0; left &= left - 1)
            for (std::size_t n = 0; n < each; ++n) history.written_before[unit + n][first_of(left)] = position;
        return;
    }
    if (is_full_) return;
    bytes_ += each * sizeof(BlockRecording::Change);
    if (!is_wide) {
        history.changes[unit].push_back({position, lanes, put(registers_[number].units[unit])});
        return;
    }
    for (std::size_t half = 0; half < each; ++half) {
        LaneWords halves;
        for (std::size_t lane = 0; lane < halves.size(); ++lane) halves[lane] = words[2 * lane + half];
        history.changes[unit + half].push_back({position, lanes, put(halves) | BlockRecording::is_half});
    }
}

void BlockRecorder::note_results(const ExecutedInstruction& at, std::uint32_t pc, std::uint32_t position) {
    each_result(at, at.code.instructions[pc], [&](std::uint32_t unit, bool is_wide, std::uint32_t lanes) {
        note(at.warp, unit, is_wide, lanes, position);
    });
}

void BlockRecorder::note_access(const ExecutedInstruction& at, std::uint32_t position) {
    const Instruction& i = at.code.instructions[at.pc];
    const MemoryAccess& operands = at.code.accesses[i.a];
    RecordedAccess access;
    access.position = position;
    access.object = static_cast<std::uint32_t>(at.object);
    access.lanes = at.access->active;
    if (access.lanes == 0) return;
    access.access = i.op == Op::load      ? Access::load
                    : i.op == Op::store   ? Access::store
                    : i.op == Op::shuffle ? Access::shuffle
                                          : Access::atomic;
    access.bytes = i.op == Op::shuffle ? 1 : operands.bytes;
    // Inactive lanes have no elements, so check only whether the elements of the active lanes are evenly spaced.
    const auto& elements = at.access->index;
    const std::size_t first = first_of(access.lanes);
    const std::uint32_t others = access.lanes & (access.lanes - 1);
    std::int64_t by = 0;
    if (others != 0) {
        const auto distance = static_cast<std::int64_t>(first_of(others) - first);
        const std::int64_t apart = elements[first_of(others)] - elements[first];
        by = apart / distance;
        access.is_regular = by * distance == apart;
    } else {
        access.is_regular = true;
    }
    const std::int64_t begin = elements[first] - by * static_cast<std::int64_t>(first);
    for (std::uint32_t left = others; left != 0 && access.is_regular; left &= left - 1)
        access.is_regular = elements[first_of(left)] == begin + by * static_cast<std::int64_t>(first_of(left));
    const std::size_t of_elements = access.is_regular ? 2 : lanes_of_a_warp;
    const std::size_t count = of_elements + (i.op == Op::atomic ? 2 * lanes_of_a_warp : 0);
    std::uint32_t* words = made_->words_.append(count);
    access.first_word = static_cast<std::uint32_t>(made_->words_.size() - count);
    if (access.is_regular) {
        words[0] = static_cast<std::uint32_t>(begin);
        words[1] = static_cast<std::uint32_t>(by);
    } else {
        std::transform(elements.begin(), elements.end(), words,
                       [](std::int64_t element) { return static_cast<std::uint32_t>(element); });
    }
    words += of_elements;
    if (i.op == Op::atomic) { // the result in memory is not in any register
        const Object& object = (*objects_)[at.object];
        for (std::size_t l = 0; l < lanes_of_a_warp; ++l) {
            std::uint64_t bits = 0;
            if ((access.lanes >> l & 1u) != 0)
                std::memcpy(&bits, object.data + elements[l] * operands.bytes,
                            static_cast<std::size_t>(operands.bytes));
            *words++ = static_cast<std::uint32_t>(bits);
            *words++ = static_cast<std::uint32_t>(bits >> 32);
        }
    }
    made_->accesses_.push_back(access);
    bytes_ += sizeof access + count * sizeof *words;
    if (access.writes()) bytes_ += bytes_per_indexed_write * static_cast<std::size_t>(count_of(access.lanes));
}

void BlockRecorder::executed(const ExecutedInstruction& at) {
    if (!is_running_ || at.block != block_) return;
    BlockRecording& made = *made_;
    if (made.size() >= limits_.most_instructions || made.kinds_.size() >= limits_.most_kinds) {
        made.is_cut_ = is_full_ = true;
        return;
    }
    const auto position = static_cast<std::uint32_t>(made.instructions_.size());
    const auto warp = static_cast<std::size_t>(at.warp.number);
    if (!has_values_ && position >= limits_.first) begin_values();
    if (Registers& registers = registers_[warp]; registers.result_of_barrier != no_register)
        note(at.warp, std::exchange(registers.result_of_barrier, no_register), false, whole_warp, registers.barrier);
    const Instruction& i = at.code.instructions[at.pc];
    made.instructions_.push_back(kind_of({at.pc, at.active, static_cast<std::uint16_t>(warp)}));
    BlockRecording::WarpHistory& history = made.warps_[warp];
    if (history.instructions.size() % BlockRecording::instructions_per_range == 0) history.ranges.emplace_back();
    history.instructions.push_back(position);
    BlockRecording::PcRange& range = history.ranges.back();
    range.least = std::min(range.least, at.pc);
    range.most = std::max(range.most, at.pc);

    if (i.op == Op::barrier) {
        registers_[warp].result_of_barrier = i.a;
        registers_[warp].barrier = position;
    } else {
        note_results(at, at.pc, position);
        if (i.op == Op::load && at.warp.pc == at.pc + 2) note_results(at, at.pc + 1, position);
    }
    const bool is_access = i.op == Op::load || i.op == Op::store || i.op == Op::atomic || i.op == Op::shuffle;
    if (!has_values_ && (i.op == Op::store || i.op == Op::atomic)) {
        made.changed_before_.resize(objects_->size());
        if (at.object < made.changed_before_.size()) made.changed_before_[at.object] = true;
    }
    if (has_values_ && !is_full_) {
        if (is_access && at.access != nullptr) note_access(at, position);
        made.last_ = position + 1;
        is_full_ = bytes_ > limits_.most_bytes_of_values;
    }
}

void BlockRecorder::end_block() {
    if (!is_running_) return;
    is_running_ = false;
    is_ended_ = true;
    made_->index_writes();
    registers_.clear();
    kinds_.clear();
    objects_ = nullptr;
}

bool BlockRecorder::cut() {
    if (!is_running_ || !has_values_) return false;
    made_->is_cut_ = true;
    end_block();
    return true;
}

} // namespace warploom::simt
