#include "app/run/joined_runs.h"
#include "engine/items.h"
#include "engine/join.h"
#include "engine/sentence.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace warploom::app {

namespace {

/// Returns the type of machine used in a run. For example, both "NVIDIA H200" and "2 x NVIDIA H200" have the type
/// "NVIDIA H200".
std::string kind_of(const Run& run) {
    const std::string& title = run.environment.machine.title;
    const auto digits = title.find_first_not_of("0123456789");
    constexpr std::string_view times = " x ";
    const bool is_several =
        digits != std::string::npos && digits > 0 && title.compare(digits, times.size(), times) == 0;
    return is_several ? title.substr(digits + times.size()) : title;
}

[[noreturn]] void refuse() { throw Error("run.malformed", sentence("The file is not a valid task file.")); }

} // namespace

Json document_of(const NodeRuns& all) {
    Json runs = Json::array(), failed = Json::array();
    for (const NodeRun& each : all.runs) runs.push_back({{"node", each.node}, {"run", protocol::write_run(each.run)}});
    for (const FailedInput& each : all.failed)
        failed.push_back({{"input", each.input},
                          {"node", each.node},
                          {"error", {{"code", each.code}, {"message", each.sentence}, {"hint", each.hint}}}});
    Json document{{"warploom_runs", 1}, {"runs", runs}, {"failed", failed}};
    if (!all.task.empty()) document["task"] = all.task;
    return document;
}

NodeRuns runs_from(const Json& document) {
    NodeRuns all;
    try {
        all.task = document.value("task", std::string());
        for (const Json& each : document.at("runs")) {
            NodeRun run;
            run.node = each.at("node").get<std::string>();
            static_cast<protocol::Run&>(run.run) = protocol::read_run(each.at("run"));
            const auto operation = kernels::operation_from(run.run.operation_name);
            if (!operation) refuse();
            run.run.operation = *operation;
            all.runs.push_back(std::move(run));
        }
        for (const Json& each : document.at("failed")) {
            const Json& error = each.at("error");
            all.failed.push_back({each.at("input").get<std::string>(), each.at("node").get<std::string>(),
                                  error.at("code").get<std::string>(), error.at("message").get<std::string>(),
                                  error.at("hint").get<std::string>()});
        }
    } catch (const Json::exception&) { refuse(); }
    return all;
}

std::vector<RunsOfMachine> by_machine(const std::vector<NodeRun>& runs) {
    std::vector<RunsOfMachine> machines;
    for (const NodeRun& run : runs) {
        const std::string kind = kind_of(run.run);
        RunsOfMachine* at = find_item(machines, &RunsOfMachine::machine, kind);
        if (at == nullptr) at = &machines.emplace_back(RunsOfMachine{kind, {}});
        at->runs.push_back(run);
    }
    std::stable_sort(machines.begin(), machines.end(),
                     [](const RunsOfMachine& a, const RunsOfMachine& b) { return a.runs.size() > b.runs.size(); });
    return machines;
}

Table runs_table(const RunsOfMachine& runs) {
    Table table;
    table.title = sentence("Runs on {machine}", {{"machine", runs.machine}});
    std::set<std::string> nodes;
    for (const NodeRun& each : runs.runs) {
        const Table own = result_table(each.run);
        nodes.insert(each.node);
        if (table.columns.empty()) {
            table.facts = own.facts;
            std::erase_if(table.facts, [](const auto& fact) { return fact.first.starts_with("matrix"); });
            table.columns = {{"matrix", ""}, {"node", ""}};
            table.columns.insert(table.columns.end(), own.columns.begin(), own.columns.end());
        }
        for (const auto& row : own.rows) {
            std::vector<Cell> cells{each.run.input.name, each.node};
            cells.insert(cells.end(), row.begin(), row.end());
            table.add_row(std::move(cells));
        }
    }
    table.facts.emplace_back("nodes", join(nodes));
    return table;
}

} // namespace warploom::app
