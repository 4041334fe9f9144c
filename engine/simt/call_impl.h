#pragma once

#include "engine/sentence.h"
#include "engine/simt/findings/launch_findings.h"
#include "engine/simt/language/headers.h"
#include "engine/simt/machine/block.h"
#include "engine/simt/program_impl.h"
#include "engine/simt/trace/recorder.h"
#include "engine/zeroed_pages.h"

#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

// A program is called in two steps: call_binding.cpp binds arguments to the parameters, and call.cpp executes the
// launches.

namespace warploom::simt {

/// Copies a number to all lanes of a register. An 8-byte number is copied to two adjacent registers.
inline void broadcast(std::byte* frame, std::uint32_t unit, const void* number, bool is_wide) {
    std::byte* const to = frame + unit * register_bytes;
    const std::size_t bytes = is_wide ? 8 : 4;
    for (std::size_t l = 0; l < lanes_of_a_warp; ++l) std::memcpy(to + l * bytes, number, bytes);
}

/// Formats a message with its location, as compilers do: "mine.cu:12:5: ...".
inline std::string with_location(const Program& program, SourceLocation place, const std::string& message) {
    return sentence(
        "{file}:{line}:{column}: {message}",
        {{"file", file_of(place, program.name)}, {"line", place.line}, {"column", place.column}, {"message", message}});
}

struct HostPart {
    const Code* code = nullptr;
    std::vector<std::byte> frame;
};

struct Call::Impl {
    std::shared_ptr<const Program> program;
    const Program::Half& half;
    Given given;
    ExecutionLimits limits;
    TargetTraits traits;
    simulated::CardLimits card;
    Recorder* recorder = nullptr; ///< recorder of the run; null if the run is not recorded
    Recorder* known_to = nullptr;
    Launcher* launcher;
    std::vector<Object> objects;
    std::vector<std::vector<std::max_align_t>> scratch;
    std::vector<ZeroedVector<std::byte>> sparse_scratch; ///< scratch arrays, used if is_scratch_sparse is set
    /// Memory of `__device__` and `__constant__` variables, which follow the caller's arrays in the list of objects.
    std::vector<std::vector<std::max_align_t>> variables;
    HostPart main;
    std::optional<HostPart> preparation;
    std::map<std::string, std::size_t> scratch_object; // index in `objects` of each scratch array, by name
    std::set<std::size_t> prepared; // indices in `objects` of the arrays that were passed to `prepare`
    Printer printer;
    std::int64_t threads_left = 0;        // number of threads that this call may still launch
    std::unique_ptr<LaunchShadow> shadow; // detects races between blocks; null without a recorder
    std::vector<std::unique_ptr<FirstWrites>> first_writes;
    SpareShadows spare;
    mutable LoopStates loops;
    bool is_launched_by_name = false;
    bool is_ended = false; // whether tracing found an infinite loop; if so, all remaining launches are skipped

    Impl(std::shared_ptr<const Program> p, bool is_double, Given g, const ExecutionLimits& l, Launcher* to);
    void begin(HostPart& part, const Code& code);
    void fill_known(const Code& code, std::vector<std::byte>& to, std::size_t first_shared) const;
    void add_variables();
    [[noreturn]] void refuse(const ParameterCode& parameter, const std::string& sentence,
                             const std::string& hint) const;
    bool is_known(const std::string& name) const;
    std::vector<std::string> unused_names(const Code& code, const ParameterCode& parameter) const;
    [[noreturn]] void refuse_unknown(const Code& code, const ParameterCode& parameter) const;
    void bind(HostPart& part, const ParameterCode& parameter);
    void bind_array(HostPart& part, const ParameterCode& parameter, std::size_t number);
    /// Throws if an array has no host copy for `run` to read.
    void refuse_host_read(const ParameterCode& parameter) const;
    void bind_number(HostPart& part, const ParameterCode& parameter, std::int64_t value);
    void bind_scratch(HostPart& part, const ParameterCode& parameter, const ScratchNote& note);
    void make_scratch(const ScratchNote& note, const Type* type);
    void* own_scratch(std::int64_t bytes);

    void find_grains(LaunchPlan& plan) const;
    void run(const HostPart& part);
    Launch outer_launch(const LaunchCode& code, const LaunchPlan& plan, const std::byte* host) const;
    void launch(const LaunchCode& code, const std::byte* host, SourceLocation place);
    void launch_by_name(const Launch& asked);
    void begin_run();
    void require_capability(const Code& code) const;
    LaunchPlan plan(const LaunchCode& code, const std::byte* host, SourceLocation place) const;
    std::int64_t turns_over_data() const;
    void limit_turns(LaunchPlan& launch) const;
    std::int64_t most_threads() const;
    void run_blocks(const LaunchPlan& plan, std::int64_t first, std::int64_t last);
    void give_up_at_fault(const Findings& findings) const;
};

} // namespace warploom::simt
