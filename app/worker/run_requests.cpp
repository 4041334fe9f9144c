#include "app/operations/operation.h"
#include "app/run/runner.h"
#include "app/worker/request_call.h"
#include "engine/error.h"

#include <algorithm>
#include <limits>

namespace warploom::app {

using kernels::Operation;
using protocol::Json;

namespace {

/// `precision` may be one name or a list of names.
std::vector<kernels::Precision> precisions_of(const Json& request) {
    const auto field = request.find("precision");
    std::vector<kernels::Precision> list;
    if (field != request.end() && field->is_array())
        for (const auto& name : protocol::text_list_field(request, "precision")) list.push_back(precision_of(name));
    else list.push_back(precision_of(protocol::text_field(request, "precision", "double")));
    return list;
}

/// Reads the settings of one operation from the fields of a request.
class RequestReader final : public SettingVisitor {
public:
    explicit RequestReader(const Json& request) : request_(request) {}

    void text(const char* name, const char*, std::string& value) override {
        value = protocol::text_field(request_, name, value);
    }
    void counts(const char* name, const char*, std::vector<int>& values) override {
        const auto field = request_.find(name);
        values.clear();
        if (field != request_.end() && field->is_array())
            for (const auto count : protocol::integer_list_field(request_, name)) values.push_back(block_of(count));
        else values.push_back(block_of(protocol::integer_field(request_, name, 0)));
    }
    void number(const char* name, const char*, std::optional<double>& value) override {
        const auto field = request_.find(name);
        if (field == request_.end() || field->is_null()) return;
        if (!field->is_number())
            throw Error("protocol.field", std::string("The field '") + name + "' must be a number.",
                        "docs/protocol.md lists the fields of every request.");
        value = field->get<double>();
    }
    void count(const char* name, const char*, std::optional<std::int64_t>& value) override {
        const auto field = request_.find(name);
        if (field != request_.end() && !field->is_null()) value = protocol::integer_field(request_, name, 0);
    }
    void choice(const char* name, const char* what, const char*, const std::vector<const char*>& names,
                const std::function<void(const std::string&)>& set) override {
        const std::string chosen = protocol::text_field(request_, name, names.front());
        std::string known;
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (chosen == names[i]) return set(chosen);
            known += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + std::string(names[i]);
        }
        throw Error("protocol.field", std::string("There is no ") + what + " '" + chosen + "'.",
                    "Write " + known + ".");
    }

private:
    const Json& request_;
};

RunSettings settings_of(Operation operation, const Json& request) {
    RunSettings settings;
    settings.kernels = protocol::text_list_field(request, "kernels");
    settings.precisions = precisions_of(request);
    settings.blocks.clear();
    for (const auto block : protocol::integer_list_field(request, "blocks")) settings.blocks.push_back(block_of(block));
    settings.baseline = protocol::text_field(request, "baseline", "");
    settings.quick = protocol::flag_field(request, "quick", false);
    settings.cache = cache_of(protocol::text_field(request, "cache", spec_of(operation).usual_cache()));
    read_settings(operation, request, settings);
    return settings;
}

} // namespace

Operation operation_of(const Json& request) {
    const std::string name = protocol::text_field(request, "operation", "spmv");
    const auto operation = kernels::operation_from(name);
    if (!operation)
        throw Error("protocol.field", "There is no operation '" + name + "'.",
                    "Known are: " + wire::names_of<kernels::Operation>() + ".");
    return *operation;
}

void read_settings(Operation operation, const Json& request, RunSettings& settings) {
    RequestReader reader(request);
    spec_of(operation).visit_settings(settings, reader);
}

CgSettings cg_settings_of(const Json& request) {
    RunSettings settings;
    read_settings(Operation::cg, request, settings);
    return settings.cg;
}

Json RequestHandler::run(const Call& call) {
    const Operation operation = operation_of(call.request);
    const RunSettings settings = settings_of(operation, call.request);
    const auto opened = find_machine(machines_, protocol::text_field(call.request, "machine"));
    kernels::Machine& machine = *opened;
    const std::string name = protocol::text_field(call.request, "matrix");
    const auto problem = spec_of(operation).open(inputs_, name, settings, call.progress("loading", name));

    RunObserver observer;
    observer.cancelled = &call.cancelled;
    observer.unchecked = protocol::flag_field(call.request, "unchecked", false);
    observer.stage = [&](const std::string& stage, const std::string& detail) {
        call.send(protocol::progress_event(call.id, stage, detail));
    };
    // A sample crosses the wire once, in the event that brings it.
    observer.row = [&](const Row& row) {
        Row without = row;
        without.samples.clear();
        call.send(
            {{"id", call.id}, {"event", "row"}, {"row", wire::write_row(kernels::to_string(operation), without)}});
    };
    observer.samples = [&](const Row& row, std::size_t first) {
        wire::SamplesEvent news{{{row.samples.begin() + static_cast<std::ptrdiff_t>(first), row.samples.end()}},
                                row.kernel,
                                row.machine,
                                row.precision,
                                row.block,
                                row.threads};
        Json event{{"id", call.id}, {"event", "samples"}};
        event.update(wire::write(news));
        call.send(event);
    };
    Run run = run_problem(machine, *problem, settings, observer);
    for (Row& row : run.results) row.samples.clear();
    if (machine.info().kind == kernels::MachineKind::cuda)
        has_lost_device_ = std::any_of(run.results.begin(), run.results.end(),
                                       [](const Row& row) { return row.code == "device.fault"; });
    return wire::write_run(run);
}

} // namespace warploom::app
