#pragma once

// Answers of the fake worker to `experiment`, by simple formulas. The k-th cell of a series is modeled as 10 (k + 1)
// and measured as 5 (k + 1), with three samples around it. Cells on the host have no model.

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

namespace fake {

using nlohmann::json;

inline std::string value_name(const json& value) {
    if (value.is_object()) return value_name(value["name"]);
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Returns all cells of the series that are run, without figures.
inline std::vector<json> experiment_cells(const json& experiment, bool quick) {
    std::vector<json> cells;
    for (const json& series : experiment["series"]) {
        if (!series.contains("run")) continue;
        std::vector<json> some{json::object()};
        for (const json& over : series["over"]) {
            const json& variable = experiment["variables"][over.get<std::string>()];
            std::vector<json> more;
            for (const json& at : some)
                for (const json& value : variable["values"]) {
                    const bool kept = !quick || !variable.contains("quick") ||
                                      std::any_of(variable["quick"].begin(), variable["quick"].end(),
                                                  [&](const json& q) { return value_name(q) == value_name(value); });
                    if (!kept) continue;
                    json next = at;
                    next[over.get<std::string>()] = value_name(value);
                    more.push_back(next);
                }
            some = more;
        }
        int k = 0;
        for (const json& at : some)
            cells.push_back(
                {{"series", series["id"]}, {"at", at}, {"on", series["run"].value("on", "gpu")}, {"k", k++}});
    }
    return cells;
}

template <class Say, class Wait>
void answer_experiment(const json& request, const std::string& behaviour, const Say& say, const Wait& cancel_within) {
    const std::string id = request["id"];
    if (behaviour == "no-experiments") {
        say({{"id", id},
             {"event", "error"},
             {"error",
              {{"code", "card.unknown"}, {"message", "There is no card of that name."}, {"hint", "Choose another."}}}});
        return;
    }
    const json experiment = json::parse(request["experiment"].get<std::string>());
    const std::vector<json> cells = experiment_cells(experiment, request["quick"]);
    const json have = request.value("have", json::array());
    json all = json::array();
    std::string cancelled;
    std::size_t done = 0;
    for (json cell : cells) {
        const bool is_gpu = cell["on"] != "cpu";
        const int k = cell["k"];
        cell.erase("on");
        cell.erase("k");
        cell["published"] = json::object();
        cell["modelled"] = is_gpu ? json{{"number", 10.0 * (k + 1)}} : json{{"why_not", "There is no model of hosts."}};
        if (is_gpu && k == 0) cell["modelled"]["fitted"] = true;
        const bool measures = is_gpu ? request["machine"] != "none" : request["measure_host"].get<bool>();
        const double number = 5.0 * (k + 1);
        cell["measured"] = measures ? json{{"number", number},
                                           {"low", number - 0.1},
                                           {"high", number + 0.1},
                                           {"samples_ns", {(number - 0.2) * 1e6, number * 1e6, (number + 0.2) * 1e6}}}
                           : is_gpu ? json{{"why_not", "There is no GPU here."}}
                                    : json{{"why_not", "Measuring was not asked for."}};
        for (const json& known : have) // existing rows are kept, and marked so that a test can detect it
            if (known["series"] == cell["series"] && known["at"] == cell["at"] &&
                known["modelled"].contains("number")) {
                cell["modelled"] = known["modelled"];
                cell["modelled"]["note"] = "kept";
            }
        ++done;
        say({{"id", id},
             {"event", "progress"},
             {"stage", "model"},
             {"detail", cell["series"]},
             {"done", std::to_string(done)},
             {"total", std::to_string(cells.size())}});
        if (done == 2 && behaviour == "dies") raise(SIGKILL);
        if (done == 2 && behaviour == "deaf") std::this_thread::sleep_for(std::chrono::seconds(60));
        say({{"id", id}, {"event", "cell"}, {"cell", cell}});
        all.push_back(cell);
        cancelled = cancel_within(behaviour == "slow" ? 400 : 3);
        if (!cancelled.empty()) break;
    }
    const bool on_gpu = request["machine"] != "none";
    if (!cancelled.empty()) say({{"id", cancelled}, {"event", "done"}, {"result", {{"cancelled", true}}}});
    say({{"id", id},
         {"event", "done"},
         {"result",
          {{"warploom_result", 1},
           {"experiment", experiment},
           {"quick", request["quick"]},
           {"complete", cancelled.empty()},
           {"date", "2026-11-21T12:00:00Z"},
           {"measured_on", on_gpu ? "Fake H200" : "Fake cores"},
           {"modelled_on", "GeForce GTX 295"},
           {"facts", {{"version", "0.1.0"}, {"os", "test"}}},
           {"cells", all}}}});
}

} // namespace fake
