#pragma once

#include "engine/simt/machine/instruction_observer.h"
#include "engine/simt/program.h"
#include "engine/simt/recording/variables.h"
#include "engine/simulated/single_thread_trace_sink.h"
#include "engine/simulated/tracer.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Runs of a kernel that stop at some positions, independent of recordings.

namespace warploom::simt::test {

/// The state of a block after a number of instructions.
struct StoppedBlock {
    std::vector<std::vector<std::uint32_t>> registers; ///< of each warp
    std::vector<std::uint32_t> executed;               ///< lanes that executed the last instruction of each warp
    std::vector<std::vector<std::byte>> objects;       ///< the contents of each array
};

/// Copies the state of block 0 at given positions. It does nothing else, so the run is a plain one up to each position.
class StoppingObserver final : public InstructionObserver {
public:
    explicit StoppingObserver(std::set<std::int64_t> positions) : positions_(std::move(positions)) {}

    std::map<std::int64_t, StoppedBlock> stops;
    std::int64_t executed_instructions = 0;

    void begin_block(const LaunchPlan&, std::int64_t block, const std::vector<Warp>& warps,
                     const std::vector<Object>& objects) override {
        is_watched_ = block == 0 && warps_ == nullptr;
        if (!is_watched_) return;
        warps_ = &warps;
        objects_ = &objects;
        last_.assign(warps.size(), 0);
    }
    void executed(const ExecutedInstruction& instruction) override {
        if (!is_watched_) return;
        units_ = instruction.code.units;
        last_[static_cast<std::size_t>(instruction.warp.number)] = instruction.active;
        if (positions_.count(++executed_instructions) == 0) return;
        StoppedBlock stopped;
        stopped.executed = last_;
        for (const Warp& warp : *warps_) {
            const auto* const words = lanes<std::uint32_t>(warp, 0);
            stopped.registers.emplace_back(words, words + std::size_t{units_} * lanes_of_a_warp);
        }
        for (const Object& object : *objects_) {
            auto& contents = stopped.objects.emplace_back();
            if (object.data != nullptr) contents.assign(object.data, object.data + object.bytes);
        }
        stops.emplace(executed_instructions, std::move(stopped));
    }
    void end_block() override { is_watched_ = false; }

private:
    const std::set<std::int64_t> positions_;
    const std::vector<Warp>* warps_ = nullptr;
    const std::vector<Object>* objects_ = nullptr;
    std::vector<std::uint32_t> last_;
    std::uint32_t units_ = 0;
    bool is_watched_ = false;
};

/// A kernel source and its arrays, which each run starts with.
class RepeatableRun {
public:
    explicit RepeatableRun(const std::string& text) : translation_(translate("random.cu", text)) {
        if (translation_.program == nullptr) throw std::runtime_error(translation_.refusals.front().sentence);
    }

    template <class T> void add(const char* name, Element element, const std::vector<T>& contents, bool may_write) {
        Array& array = arrays_.emplace_back();
        array.name = name;
        array.element = element;
        array.count = static_cast<std::int64_t>(contents.size());
        array.may_write = may_write;
        const auto* const bytes = reinterpret_cast<const std::byte*>(contents.data());
        array.contents.assign(bytes, bytes + contents.size() * sizeof(T));
    }
    void add(const char* name, std::int64_t number) { numbers_[name] = number; }
    /// Runs the kernel, and returns the contents of its arrays by name. A run with an observer is always traced.
    std::map<std::string, std::vector<std::byte>> run(InstructionObserver* observer, bool is_traced = false) const {
        std::vector<Array> arrays = arrays_;
        Given given;
        given.numbers = numbers_;
        for (Array& array : arrays)
            given.arrays.push_back(
                {array.name, array.element, array.contents.data(), array.count, array.may_write, false});
        ExecutionLimits limits;
        limits.printed_calls = 1 << 20;
        limits.printed_bytes = 1 << 20;
        Call call(translation_.program, true, given, limits);
        simulated::SingleThreadTraceSink nobody;
        simulated::TraceOptions options;
        options.host_threads = 1;
        options.instructions = observer;
        simulated::Tracer tracer(options, nobody);
        if (observer != nullptr || is_traced) call.set_recorder(&tracer);
        call.run();
        std::map<std::string, std::vector<std::byte>> results;
        for (Array& array : arrays) results[array.name] = std::move(array.contents);
        return results;
    }

private:
    struct Array {
        std::string name;
        Element element = Element::int32;
        std::int64_t count = 0;
        bool may_write = false;
        std::vector<std::byte> contents;
    };
    Translation translation_;
    std::vector<Array> arrays_;
    std::map<std::string, std::int64_t> numbers_;
};

} // namespace warploom::simt::test
