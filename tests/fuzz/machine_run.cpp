#include "fuzz/machine_run.h"

#include "engine/error.h"
#include "engine/simt/program.h"
#include "engine/simulated/single_thread_trace_sink.h"
#include "engine/simulated/tracer.h"
#include "fuzz/differential_data.h"

#include <array>
#include <cstddef>
#include <cstdlib>
#include <memory>

namespace warploom::fuzz {

namespace {

/// Sorts printed text by lane, because the simulator prints instruction by instruction. Each call starts with `@lane:`.
std::string in_order_of_lanes(const std::string& printed) {
    std::array<std::string, lanes_run> of_lane;
    for (std::size_t at = 0; at < printed.size();) {
        const std::size_t end = std::min(printed.find('@', at + 1), printed.size());
        const int lane = std::atoi(printed.c_str() + at + 1);
        if (printed[at] != '@' || lane < 0 || lane >= lanes_run) return "a call without its lane: " + printed;
        of_lane[static_cast<std::size_t>(lane)] += printed.substr(at, end - at);
        at = end;
    }
    std::string all;
    for (const std::string& text : of_lane) all += text;
    return all;
}

} // namespace

std::string whole_text(const RandomProgram& program) {
    return program.text() + "void run(const int* in, const double* real_in, long long* out, double* real_out) {\n"
                            "    k<<<1, 32>>>(in, real_in, out, real_out);\n}\n";
}

MachineRun run_by_machine(const RandomProgram& program, bool is_traced) {
    MachineRun ran;
    const simt::Translation translation = simt::translate("random.cu", whole_text(program));
    if (translation.program == nullptr) {
        const simt::Diagnostic& first = translation.refusals.front();
        ran.refusal =
            "refused at " + std::to_string(first.line) + ":" + std::to_string(first.column) + ": " + first.sentence;
        return ran;
    }
    const auto data = std::make_unique<DifferentialData>();
    fill(*data);
    simt::Given given;
    const auto give = [&](const char* name, simt::Element element, auto& array, bool may_write) {
        given.arrays.push_back({name, element, array, static_cast<std::int64_t>(std::size(array)), may_write, false});
    };
    give("in", simt::Element::int32, data->in, false);
    give("real_in", simt::Element::float64, data->real_in, false);
    give("out", simt::Element::int64, data->out, true);
    give("real_out", simt::Element::float64, data->real_out, true);
    simt::ExecutionLimits limits;
    limits.printed_calls = 1 << 20;
    limits.printed_bytes = 1 << 20;
    try {
        simulated::SingleThreadTraceSink nobody;
        simulated::TraceOptions options;
        options.host_threads = 1;
        simulated::Tracer tracer(options, nobody);
        simt::Call call(translation.program, true, given, limits);
        if (is_traced) call.set_recorder(&tracer);
        call.run();
        ran.results.printed = in_order_of_lanes(call.printed().text);
    } catch (const Error& error) {
        ran.refusal = error.what();
        return ran;
    }
    ran.results.wholes.assign(std::begin(data->out), std::end(data->out));
    for (const double number : data->real_out) ran.results.reals.push_back(bits_of(number));
    ran.results.hash = hash_of(*data, ran.results.printed.data(), ran.results.printed.size());
    return ran;
}

} // namespace warploom::fuzz
