#include "app/trace_documents/run_profiler.h"

#include "app/child_program/child_program.h"
#include "engine/error.h"
#include "engine/protocol/messages/profiler.h"
#include "engine/protocol/serialization/json.h"
#include "engine/sentence.h"
#include "engine/terminal_text.h"

#include <algorithm>
#include <filesystem>

namespace warploom::app {

namespace {

constexpr auto longest_profile = std::chrono::hours(1);

/// Returns the distinct names of the launched kernels, separated by vertical bars, such as "csr_scalar|reduce".
std::string kernels_of(const protocol::Trace& trace) {
    std::vector<std::string> names;
    std::string joined;
    for (const protocol::TraceLaunch& launch : trace.launches) {
        if (std::find(names.begin(), names.end(), launch.kernel) != names.end()) continue;
        names.push_back(launch.kernel);
        joined += (joined.empty() ? "" : "|") + launch.kernel;
    }
    return joined;
}

std::string metrics_to_profile() {
    std::string joined;
    for (const protocol::ProfilerCounter& counter : protocol::profiler_counters())
        for (const std::string& metric : protocol::metrics_of(counter)) joined += (joined.empty() ? "" : ",") + metric;
    return joined;
}

/// If a command with the option --json printed an error, throws this error.
void throw_error_of_command(const std::string& output) {
    const std::size_t begin = output.find("{\n  \"error\": {"), end = output.find("\n}", begin);
    if (begin == std::string::npos || end == std::string::npos) return;
    const Json document = Json::parse(output.substr(begin, end + 2 - begin), nullptr, false);
    if (!document.is_object() || !document.contains("error")) return;
    const Json& error = document["error"];
    throw Error(error.value("code", "counters.failed"), error.value("message", ""), error.value("hint", ""));
}

/// Returns the first line of the output that starts with "==ERROR==", without this prefix.
std::string error_of_profiler(const std::string& output) {
    constexpr std::string_view prefix = "==ERROR== ";
    const std::size_t at = output.find(prefix);
    if (at == std::string::npos) return {};
    return in_one_line(output.substr(at + prefix.size(), output.find('\n', at) - at - prefix.size()));
}

} // namespace

std::vector<ProfiledLaunch> run_profiler(const protocol::Trace& trace, const std::vector<std::string>& words,
                                         const std::atomic<bool>& cancelled) {
    require_profiler_card(trace);
    const std::string ncu = find_program("ncu");
    if (ncu.empty())
        throw Error("counters.missing", sentence("Nsight Compute (ncu) was not found."),
                    sentence("Install it with the CUDA Toolkit, and add the folder of `ncu` to PATH."));
    std::vector<std::string> command{ncu,
                                     "--csv",
                                     "--page",
                                     "raw",
                                     "--print-units",
                                     "base",
                                     "--metrics",
                                     metrics_to_profile(),
                                     "--kernel-name",
                                     "regex:^(" + kernels_of(trace) + ")$",
                                     "--launch-count",
                                     std::to_string(trace.launches.size()),
                                     "--cache-control",
                                     "all",
                                     "--clock-control",
                                     "none",
                                     std::filesystem::read_symlink("/proc/self/exe").string()};
    command.insert(command.end(), words.begin(), words.end());
    constexpr std::size_t largest = std::size_t{256} << 20;
    const ProgramEnd end = run_program(command, {}, longest_profile, &cancelled, largest);
    if (cancelled.load(std::memory_order_relaxed)) throw Error("cancelled", sentence("The run was stopped."));
    if (end.output.find("ERR_NVGPUCTRPERM") != std::string::npos)
        throw Error("counters.permission",
                    sentence("You do not have permission to read the counters of the GPU (ERR_NVGPUCTRPERM)."),
                    sentence("Run the command as root, or ask the administrator for access "
                             "(https://developer.nvidia.com/ERR_NVGPUCTRPERM)."));
    throw_error_of_command(end.output);
    const std::string error = error_of_profiler(end.output);
    if (!end.is_fine() || !error.empty())
        throw Error("counters.failed",
                    error.empty() ? sentence("Nsight Compute exited with status {status}.", {{"status", end.status}})
                                  : sentence("Nsight Compute failed: {error}", {{"error", error}}),
                    sentence("Run `ncu` yourself to see all of its messages."));
    return parse_profiler_csv("ncu", end.output);
}

} // namespace warploom::app
