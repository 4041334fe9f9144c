#pragma once

// Answers of the fake worker for the other operations: results of a run, conjugate gradients that proceed in steps, and
// the tables of the pitfalls. All of them use simple formulas with known results.

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include <unistd.h>

namespace fake {

using nlohmann::json;
using Say = std::function<void(const json&)>;
/// Waits for some milliseconds. Returns the id of a cancel request received meanwhile; otherwise empty.
using Wait = std::function<std::string(int)>;

inline json kernels() {
    const auto kernel = [](const char* id, const char* operation, const char* format, const char* runs_on,
                           bool takes_product = false) {
        json k{{"id", id},      {"operation", operation}, {"format", format},  {"title", id},
               {"summary", ""}, {"source", ""},           {"runs_on", runs_on}};
        if (takes_product) k["takes_product"] = true;
        return k;
    };
    return json::array(
        {kernel("cg", "cg", "product", "anywhere", true), kernel("cg-persistent", "cg", "csr", "gpu"),
         kernel("thomas", "tridiagonal", "arrays", "host"), kernel("cpu-cr", "tridiagonal", "arrays", "host"),
         kernel("cr", "tridiagonal", "records", "gpu"), kernel("pcr", "tridiagonal", "arrays", "gpu"),
         kernel("cusparse-gtsv2", "tridiagonal", "arrays", "cuda"), kernel("cpu-ata", "ata", "dense", "host"),
         kernel("naive", "ata", "dense", "gpu"), kernel("tiled", "ata", "dense", "gpu"),
         kernel("cpu-trsv", "trsv", "csr", "host"), kernel("levels", "trsv", "csr", "gpu"),
         kernel("counters", "trsv", "csr", "gpu"), kernel("cpu-ilu", "ilu", "csr", "host"),
         kernel("levels", "ilu", "csr", "gpu"), kernel("waiting", "ilu", "csr", "gpu")});
}

/// Adds the operation's figures to the k-th row: residuals 10^-(16-k), copies take three times the time, ten iterations
/// per kernel.
inline void add_figures(json& row, const json& request, std::size_t k, double median) {
    const std::string operation = request.value("operation", "spmv"), kernel = row["kernel"];
    const bool modelled = row["machine"] != "cpu";
    if (operation == "tridiagonal") {
        const bool host = kernel == "thomas" || kernel == "cpu-cr";
        row["tridiagonal"] = {{"residual", std::pow(10.0, static_cast<double>(k) - 16)},
                              {"componentwise", 1e-16},
                              {"forward_error", nullptr},
                              {"zero_pivot", nullptr},
                              {"threads", kernel == "cpu-cr" ? json(0) : json(nullptr)},
                              {"steps", 17.0},
                              {"operations", 8500.0},
                              {"bytes", 36000.0},
                              {"steps_formula", "2 log2 n - 1"},
                              {"operations_formula", "17 n"},
                              {"with_copies_ns", host || modelled ? json(nullptr) : json(3 * median)}};
    } else if (operation == "ata") {
        row["ata"] = {{"symmetric", true},
                      {"error_bound_ratio", 0.01},
                      {"checked_entries", 100},
                      {"threads", nullptr},
                      {"switches", json::array()}};
    } else if (operation == "trsv") {
        row["trsv"] = {{"error_bound_ratio", 0.25},
                       {"levels", 19},
                       {"most_rows", 10},
                       {"launches", modelled ? json(19) : json(nullptr)}};
    } else if (operation == "ilu") {
        row["ilu"] = {{"error_bound_ratio", 0.25},
                      {"zero_pivot", nullptr},
                      {"levels", 19},
                      {"most_rows", 10},
                      {"launches", modelled ? json(19) : json(nullptr)}};
    } else if (operation == "cg") {
        // Ten iterations. If a kernel is compared with itself: five with Jacobi; with IC(0), two that each take three
        // times as long, and twelve times as long with a cold cache.
        const std::string preconditioner = request.value("preconditioner", "none");
        const bool alone = request["kernels"].size() == 1;
        const int iterations = alone && preconditioner == "ic0" ? 2 : alone && preconditioner == "jacobi" ? 5 : 10;
        if (alone && preconditioner == "ic0") {
            median *= 3;
            for (const char* figure : {"median", "q1", "q3", "min"})
                row["time_ns"][figure] = 12 * row["time_ns"][figure].get<double>();
        }
        // Simulates a busy machine with too few samples.
        if (request.contains("tolerance") && request["tolerance"] == 0.5) row["time_ns"]["q3"] = 20 * median;
        json history = json::array();
        for (int i = 1; i <= iterations; ++i) history.push_back(std::pow(10.0, -i * 10.0 / iterations));
        row["cg"] = {{"method", kernel.substr(0, kernel.find(':'))},
                     {"spmv", ""},
                     {"preconditioner", preconditioner},
                     {"iterations", iterations},
                     {"residual", 1e-10},
                     {"true_residual", 1.5e-10},
                     {"state", k == 0 ? "converged" : "stagnated"},
                     {"sentence", k == 0 ? "" : "The residual stays at 1.5e-10."},
                     {"solve_ns", iterations * median},
                     {"history", history},
                     {"history_every", 1},
                     {"true_residuals", {{iterations, 1.5e-10}}},
                     {"parts_ns",
                      {{"spmv", median / 2},
                       {"dots", median / 4},
                       {"updates", median / 8},
                       {"preconditioner", 0.0},
                       {"gaps", median / 8}}}};
    }
}

/// Returns a row per requested number of threads, if the kernel has threads.
inline std::vector<json> with_threads(const json& row, const json& request) {
    const json own = row.value(json::json_pointer("/tridiagonal/threads"), json());
    if (!own.is_number() || !request.contains("threads")) return {row};
    std::vector<json> rows;
    for (const json& threads : request["threads"]) {
        rows.push_back(row);
        rows.back()["tridiagonal"]["threads"] = threads;
    }
    return rows;
}

/// Each iteration divides the residual by 10^(1/10), so a tolerance of 1e-10 is reached after 100. In float, the true
/// residual remains at 2e-7, and the method gives up at iteration 80. For a random matrix, it breaks down at iteration
/// 3. One that "restarts" finds after 100 iterations that the true residual is 1e-8, restarts at 1e-6, and finishes
/// after 140.
class Cg {
public:
    Cg(std::string behaviour, Say say, Wait wait)
        : behaviour_(std::move(behaviour)), say_(std::move(say)), wait_(std::move(wait)) {}

    bool takes(const std::string& request) const { return request.rfind("cg_", 0) == 0; }

    void answer(const json& request) {
        const std::string what = request["request"], id = request["id"];
        if (what == "cg_open") {
            settings_ = request;
            open_ = true;
            iteration_ = 0;
            return done(id, {{"n", 4096},
                             {"nonzeros", 20224},
                             {"norm_b", 1.0},
                             {"detail", ""},
                             {"tolerance", tolerance()},
                             {"limit", 1000}});
        }
        if (!open_) return error(id, "cg.closed", "No solution is under way.");
        if (what == "cg_close") {
            open_ = false;
            return done(id, json::object());
        }
        if (what == "cg_switch") {
            if (request.value("kernel", "") == "cg:ell" && behaviour_ == "refuses")
                return error(id, "memory.limit", "ELL would need 9.2 GiB.");
            for (const auto& [key, value] : request.items())
                if (key != "id" && key != "request") settings_[key] = value;
            return done(id, {{"detail", ""},
                             {"iteration", iteration_},
                             {"residual", residual()},
                             {"true_residual", true_residual()},
                             {"tolerance", tolerance()},
                             {"limit", 1000}});
        }
        advance(id, request["iterations"]);
    }

private:
    bool is_float() const { return settings_["precision"] == "float"; }
    double tolerance() const { return settings_.value("tolerance", is_float() ? 1e-6 : 1e-10); }
    /// With the matrix's own right-hand side, half as many iterations suffice, and with a file b.mtx, a fifth.
    double residual() const {
        if (behaviour_ == "restarts" && iteration_ > 100) return std::pow(10.0, -6 - (iteration_ - 100) / 10.0);
        const std::string rhs = settings_.value("rhs", "drawn");
        return std::pow(10.0, -iteration_ / (rhs == "given" ? 5.0 : rhs.ends_with("/b.mtx") ? 2.0 : 10.0));
    }
    double true_residual() const {
        if (behaviour_ == "restarts" && iteration_ <= 100) return std::max(residual(), 1e-8);
        return is_float() ? std::max(residual(), 2e-7) : residual();
    }
    std::string state() const {
        const std::string matrix = settings_["matrix"];
        if (iteration_ >= 3 && matrix.rfind("random-rows", 0) == 0) return "breakdown";
        if (true_residual() <= tolerance() * 1.0000001) return "converged";
        if (is_float() && iteration_ >= 80) return "stagnated";
        return "running";
    }
    void advance(const std::string& id, int count) {
        json batch = json::array();
        int first = iteration_ + 1;
        std::string cancel;
        for (int i = 0; (count == 0 || i < count) && state() == "running" && cancel.empty(); ++i) {
            ++iteration_;
            if (behaviour_ == "dies-solving" && iteration_ == 20) raise(SIGKILL);
            batch.push_back(residual());
            if (behaviour_ == "slow") cancel = wait_(5);
            if (batch.size() >= 5) {
                say_({{"id", id}, {"event", "iterations"}, {"first", first}, {"residuals", batch}});
                first = iteration_ + 1;
                batch = json::array();
            }
        }
        if (!batch.empty()) say_({{"id", id}, {"event", "iterations"}, {"first", first}, {"residuals", batch}});
        if (!cancel.empty()) say_({{"id", cancel}, {"event", "done"}, {"result", {{"cancelled", true}}}});
        const std::string now = state();
        const std::string sentence =
            now == "breakdown" ? "The matrix is not positive definite, seen at iteration 3." : "";
        const bool modelled = settings_["machine"] != "cpu";
        done(id,
             {{"iteration", iteration_},
              {"residual", residual()},
              {"true_residual", true_residual()},
              {"state", now},
              {"sentence", sentence},
              {"parts_ns",
               {{"spmv", 6000.0}, {"dots", 2000.0}, {"updates", 1000.0}, {"preconditioner", 0.0}, {"gaps", 1000.0}}},
              {"parts_kind", modelled ? "modelled" : "measured"}});
    }
    void done(const std::string& id, const json& result) { say_({{"id", id}, {"event", "done"}, {"result", result}}); }
    void error(const std::string& id, const char* code, const char* message) {
        say_({{"id", id},
              {"event", "error"},
              {"error", {{"code", code}, {"message", message}, {"hint", "Press Start."}}}});
    }

    std::string behaviour_;
    Say say_;
    Wait wait_;
    json settings_;
    bool open_ = false;
    int iteration_ = 0;
};

inline json column(const char* name, const char* unit = "") { return {{"name", name}, {"unit", unit}}; }

inline json pitfall_tables(const std::string& name) {
    const auto table = [](const char* title, const json& columns, const json& rows) {
        return json{{"name", title}, {"columns", columns}, {"rows", rows}};
    };
    json rows = json::array();
    if (name == "clock") {
        for (const char* method : {"cr", "pcr"})
            for (const auto& [phase, wrong, right] :
                 std::vector<std::tuple<const char*, double, double>>{{"host to device", 200e3, 210e3},
                                                                      {"compute", 20e3, 300e3},
                                                                      {"device to host", 400e3, 120e3},
                                                                      {"total", 620e3, 630e3}}) {
                rows.push_back({method, phase, "no synchronization (wrong)", wrong});
                rows.push_back({method, phase, "synchronized (right)", right});
            }
        return json::array(
            {table("phases", {column("method"), column("phase"), column("how_timed"), column("time", "ns")}, rows)});
    }
    if (name == "first-run") {
        for (const char* cache : {"cold", "warm"})
            for (int run = 1; run <= 10; ++run) rows.push_back({"cr", cache, run, run == 1 ? 50e3 : 10e3});
        return json::array(
            {table("runs", {column("kernel"), column("cache"), column("run"), column("time", "ns")}, rows)});
    }
    if (name == "precision") {
        json cg = json::array();
        for (const char* precision : {"float", "double"}) {
            for (const int n : {100, 1000, 10000})
                for (const char* compared : {"thomas vs cr", "thomas vs pcr", "cr vs pcr"})
                    rows.push_back({precision, n, compared, precision[0] == 'f' ? n * 1e-7 : n * 1e-16,
                                    precision[0] == 'f' ? 0 : 1});
            for (int i = 1; i <= 40; ++i) cg.push_back({precision, i, std::pow(10.0, -i / 4.0), nullptr});
            cg.push_back({precision, 40, nullptr, precision[0] == 'f' ? 2e-7 : 1e-10});
        }
        return json::array(
            {table("differences",
                   {column("precision"), column("unknowns"), column("compared"), column("difference"), column("equal")},
                   rows),
             table("cg", {column("precision"), column("iteration"), column("residual"), column("true_residual")}, cg)});
    }
    if (name == "cache-end") {
        for (const double n : {1e3, 1e4, 1e5, 1e6, 1e7})
            for (const char* method : {"thomas", "cpu-cr"}) rows.push_back({method, n, n > 5e5 ? 9.0 : 5.0});
        return json::array(
            {table("times", {column("method"), column("unknowns"), column("time_per_unknown", "ns")}, rows),
             table("caches", {column("cache"), column("size", "bytes"), column("unknowns")},
                   {{"L1", 32768.0, 819.0}, {"L2", 1048576.0, 26214.0}})});
    }
    for (const double n : {1e3, 1e4, 1e5, 1e6})
        for (const char* method : {"cr", "pcr"}) rows.push_back({method, n, n * 0.1 + 2e4, n * 3 + 4e4});
    return json::array({table(
        "times", {column("method"), column("unknowns"), column("compute", "ns"), column("with_copies", "ns")}, rows)});
}

/// Slow workers leave three seconds for canceling.
inline void answer_pitfall(const json& request, const std::string& behaviour, const Say& say, const Wait& wait) {
    const std::string id = request["id"], name = request["name"];
    if (behaviour == "slow") {
        say({{"id", id}, {"event", "progress"}, {"stage", "measuring"}, {"detail", "cr"}});
        for (int i = 0; i < 300; ++i) {
            const std::string cancel = wait(10);
            if (cancel.empty()) continue;
            say({{"id", cancel}, {"event", "done"}, {"result", {{"cancelled", true}}}});
            say({{"id", id},
                 {"event", "error"},
                 {"error", {{"code", "cancelled"}, {"message", "Cancelled."}, {"hint", ""}}}});
            return;
        }
    }
    const bool modelled = request["machine"] != "cpu";
    if (modelled && request.contains("card")) { // ambiguous
        say({{"id", id},
             {"event", "error"},
             {"error", {{"code", "pitfall.card"}, {"message", "The machine is a card itself."}, {"hint", ""}}}});
        return;
    }
    say({{"id", id},
         {"event", "done"},
         {"result",
          {{"name", name},
           {"kind", modelled ? "modelled" : "measured"},
           {"machine", request["machine"]},
           {"sentence", "The " + name + " lesson on this machine."},
           {"tables", pitfall_tables(name)}}}});
}

} // namespace fake
