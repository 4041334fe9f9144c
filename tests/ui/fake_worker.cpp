// A worker that speaks the protocol but computes nothing, to test how the window handles every possible behavior. The
// first argument selects the behavior.
#include "fake_experiments.h"
#include "fake_operations.h"
#include "trace_documents.h"
#include "warp_documents.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <iostream>
#include <string>
#include <thread>

#include <sys/select.h>
#include <unistd.h>

using nlohmann::json;

namespace {

std::string behaviour;

void say(const json& line) { std::cout << line.dump() << "\n" << std::flush; }

json greeting() {
    const auto kernel = [](const char* id, const char* format, const char* runs_on) {
        return json{{"id", id},      {"format", format}, {"title", id},
                    {"summary", ""}, {"source", ""},     {"runs_on", runs_on}};
    };
    json kernels = json::array({kernel("cpu-csr", "csr", "host"), kernel("cpu-ell", "ell", "host"),
                                kernel("cpu-coo", "coo", "host"), kernel("csr-scalar", "csr", "gpu"),
                                kernel("ell", "ell", "gpu")});
    for (const json& other : fake::kernels()) kernels.push_back(other);
    return {
        {"warploom", "worker"},
        {"protocol", behaviour == "other-protocol" ? 99 : 1},
        {"version", "0.1.0"},
        {"pid", getpid()},
        {"machines",
         {{{"id", "cpu"}, {"title", "Fake cores"}, {"kind", "cpu"}, {"facts", json::object()}},
          {{"id", "simulated:h200"}, {"title", "H200 (simulated)"}, {"kind", "simulated"}, {"facts", json::object()}}}},
        {"no_cuda", "No CUDA driver was found on this machine."},
        {"kernels", kernels},
        {"formats",
         {{{"id", "csr"}, {"title", "CSR"}, {"summary", ""}, {"source", ""}},
          {{"id", "ell"}, {"title", "ELL"}, {"summary", ""}, {"source", ""}},
          {{"id", "coo"}, {"title", "COO"}, {"summary", ""}, {"source", ""}}}}};
}

/// Returns a line from standard input, or nothing after the time limit. Sets `ended` at the end of the input.
bool read_line(std::string& line, int limit_ms, bool& ended) {
    static std::string buffer;
    for (;;) {
        const auto end = buffer.find('\n');
        if (end != std::string::npos) {
            line = buffer.substr(0, end);
            buffer.erase(0, end + 1);
            return true;
        }
        fd_set set;
        FD_ZERO(&set);
        FD_SET(STDIN_FILENO, &set);
        timeval limit{limit_ms / 1000, (limit_ms % 1000) * 1000};
        if (select(STDIN_FILENO + 1, &set, nullptr, nullptr, limit_ms < 0 ? nullptr : &limit) <= 0) return false;
        char bytes[4096];
        const auto got = read(STDIN_FILENO, bytes, sizeof bytes);
        if (got <= 0) {
            ended = true;
            return false;
        }
        buffer.append(bytes, static_cast<std::size_t>(got));
    }
}

double time_of(std::size_t kernel) { return 1000.0 * static_cast<double>(kernel + 1); }

/// Returns a single name, or the first one of a list.
json precision_of(const json& request) {
    const json& asked = request["precision"];
    return asked.is_array() ? asked[0] : asked;
}

json row_of(const json& request, std::size_t k, int block, const std::string& machine) {
    const std::string kernel = request["kernels"][k];
    json row{{"kernel", kernel}, {"machine", machine}, {"precision", precision_of(request)}, {"block", block}};
    if (behaviour == "skips" && kernel == "cpu-cr") {
        row["status"] = "wrong";
        row["reason"] = "The pivot of row 7 is 0.";
        row["tridiagonal"] = {{"residual", 0.5}, {"zero_pivot", 7}};
        return row;
    }
    if (behaviour == "skips" && kernel == "cpu-ell") {
        row["status"] = "skipped";
        row["reason"] = "ELL would need 9.2 GiB, the limit is 1.1 GiB.";
        return row;
    }
    if (behaviour == "skips" && kernel == "cpu-coo") {
        row["status"] = "wrong";
        row["reason"] = "The result missed its bound by a factor of 12.";
        return row;
    }
    const double median = time_of(k);
    row["status"] = "ok";
    row["reason"] = "";
    row["time_ns"] = {{"median", median},
                      {"q1", median - 10},
                      {"q3", median + 10},
                      {"min", median - 20},
                      {"samples", 20},
                      {"discarded", 0},
                      {"noise", 0.004},
                      {"kind", machine == "cpu" ? "measured" : "modelled"},
                      {"cache", request["cache"]},
                      {"stopped_by", "noise"}};
    row["samples_ns"] = json::array();
    const bool modelled = machine != "cpu";
    if (modelled) {
        for (const char* same : {"q1", "q3", "min"}) row["time_ns"][same] = median;
        row["time_ns"]["samples"] = 1;
        // The GPU model of the second kernel has not been validated.
        row["model"] = {{"binding", "transactions"},
                        {"terms", {{"transactions", median}}},
                        {"traced_share", 1.0},
                        {"error", k == 1 ? 0.0 : 0.12}};
    }
    for (int i = 0; i < 20 && !modelled; ++i) row["samples_ns"].push_back(median - 20 + 2.5 * i);
    row["gflops"] = 2.0 / static_cast<double>(k + 1);
    row["gbytes_per_s"] = 10.0 / static_cast<double>(k + 1);
    if (!modelled) { // 10 GB/s of the copy bandwidth of 12.5 at 1000 ns, for each kernel
        row["floor_ns"] = 800.0;
        row["floor_of"] = "bytes";
    }
    row["format_bytes"] = 3984;
    row["conversion_ns"] = 1000;
    if (behaviour == "mixes") { // invalid: compares a modeled row with a measured one
        row["time_ns"]["kind"] = k == 0 ? "measured" : "modelled";
    }
    row["speedup"] = {{"ratio", 1000.0 / median},
                      {"low", 990.0 / median},
                      {"high", 1010.0 / median},
                      {"verdict", k == 0 ? "same" : "slower"},
                      {"baseline", request["baseline"]}};
    fake::add_figures(row, request, k, median);
    return row;
}

/// Returns the id of a cancel request received within the time limit; otherwise empty. No other requests are expected.
std::string cancel_within(int limit_ms) {
    std::string line;
    bool ended = false;
    if (!read_line(line, limit_ms, ended)) {
        if (ended) _exit(0);
        return {};
    }
    const json next = json::parse(line);
    return next["request"] == "cancel" ? next["id"].get<std::string>() : std::string();
}

/// Returns false if the worker must exit.
bool run(const json& request) {
    const std::string id = request["id"], machine = request["machine"];
    const std::string hash_text = behaviour == "other-file" ? "00000000000000ff" : ""; // empty: unknown
    const auto blocks = request["blocks"].empty() ? std::vector<int>{128} : request["blocks"].get<std::vector<int>>();
    json results = json::array();
    std::string line;
    bool ended = false;
    for (std::size_t k = 0; k < request["kernels"].size(); ++k) {
        for (const int block : blocks) {
            if (k == 1 && behaviour == "dies") raise(SIGKILL);
            if (k == 1 && behaviour == "deaf")
                std::this_thread::sleep_for(std::chrono::seconds(60)); // a launch that takes long
            if (k == 1 && behaviour == "half-line") {
                std::cout << R"({"id":")" << id << R"(","event":"row","row":{"ker)" << std::flush;
                _exit(3);
            }
            if (k == 1 && behaviour == "chatter") std::cout << "a library says hello\n{\"not\":\"ours\"}\n[1,2]\n\n";
            for (int batch = 0; batch < 4; ++batch) {
                json samples = json::array();
                for (int i = 0; i < 5; ++i) samples.push_back(time_of(k) - 20 + 2.5 * (batch * 5 + i));
                say({{"id", id},
                     {"event", "samples"},
                     {"matrix_hash", hash_text},
                     {"kernel", request["kernels"][k]},
                     {"machine", machine},
                     {"precision", precision_of(request)},
                     {"block", block},
                     {"time_ns", samples}});
                const int pause = behaviour == "slow" ? 120 : 5;
                if (read_line(line, pause, ended)) {
                    const json next = json::parse(line);
                    if (next["request"] == "cancel") {
                        say({{"id", next["id"]}, {"event", "done"}, {"result", {{"cancelled", true}}}});
                        say({{"id", id},
                             {"event", "error"},
                             {"error", {{"code", "cancelled"}, {"message", "The run was cancelled."}, {"hint", ""}}}});
                        return true;
                    }
                }
                if (ended) return false;
            }
            for (const json& row : fake::with_threads(row_of(request, k, block, machine), request)) {
                say({{"id", id}, {"event", "row"}, {"matrix_hash", hash_text}, {"row", row}});
                results.push_back(row);
            }
        }
    }
    const std::string matrix = request["matrix"];
    const auto n = matrix.find("n=");
    const int order = n == std::string::npos ? 100 : std::atoi(matrix.c_str() + n + 2);
    say({{"id", id},
         {"event", "done"},
         {"result",
          {{"operation", request["operation"]},
           {"matrix",
            {{"name", matrix}, {"rows", order}, {"cols", order}, {"nonzeros", 3 * order}, {"hash", hash_text}}},
           {"environment", {{"version", "0.1.0"}, {"commit", "abc"}, {"os", "test"}, {"compiler", "test"}}},
           {"copy_gbytes_per_s", 12.5},
           {"results", results}}}});
    return true;
}

} // namespace

int main(int argc, char** argv) {
    behaviour = argc > 1 ? argv[1] : "normal";
    if (behaviour == "mute") {
        std::this_thread::sleep_for(std::chrono::seconds(60));
        return 0;
    }
    if (behaviour == "chatter") std::cout << "Welcome to node 17\nLast login: today\n{\"motd\":1}\n";
    if (behaviour == "long-line") {
        const std::string part(1 << 20, 'x');
        for (int i = 0; i < 40; ++i) std::cout << part;
        std::cout << "\n";
    }
    if (behaviour == "bad-exit") {
        std::cerr << "libcudart.so.13: cannot open shared object file\n";
        return 127;
    }
    say(greeting());
    fake::Cg cg(behaviour, say, cancel_within);
    std::string line;
    bool ended = false;
    while (!ended) {
        if (!read_line(line, -1, ended)) continue;
        const json request = json::parse(line);
        const std::string what = request["request"];
        if (what == "quit") return 0;
        if (what == "run" && behaviour == "no-file") {
            say({{"id", request["id"]},
                 {"event", "error"},
                 {"error",
                  {{"code", "file.read"}, {"message", "Cannot read 'gone.mtx'."}, {"hint", "Check the path."}}}});
        } else if (what == "run") {
            if (!run(request)) return 0;
        } else if (what == "warp" && behaviour != "no-trace") {
            const std::string operation = request.value("operation", "spmv");
            const json answer =
                operation == "spmv"
                    ? warp_documents::any(request["matrix"], request["kernel"], request["block"],
                                          request["block_index"], request["warp"])
                    : warp_documents::rows(operation, request["matrix"], request["kernel"], request["block"],
                                           request["launch"], request["block_index"], request["warp"]);
            say({{"id", request["id"]}, {"event", "done"}, {"result", answer}});
        } else if (what == "trace" && behaviour != "mixes") {
            if (behaviour == "no-trace") {
                say({{"id", request["id"]},
                     {"event", "error"},
                     {"error",
                      {{"code", "kernel.unknown"},
                       {"message", "This kernel cannot be traced."},
                       {"hint", "Choose another."}}}});
            } else {
                say({{"id", request["id"]}, {"event", "done"}, {"result", ui_test::trace_answer(request)}});
            }
        } else if (cg.takes(what)) {
            cg.answer(request);
        } else if (what == "pitfall") {
            fake::answer_pitfall(request, behaviour, say, cancel_within);
        } else if (what == "experiment") {
            fake::answer_experiment(request, behaviour, say, cancel_within);
        } else if (what == "ping" && behaviour == "long-answer") {
            std::cout << R"({"id":")" << request["id"].get<std::string>() << R"(","event":"done","result":")"
                      << std::string(std::size_t{17} << 20, 'x') << "\"}" << std::endl;
            behaviour = "normal";
        } else if (what == "ping" && behaviour == "damaged-answer") {
            std::cout << R"({"id":")" << request["id"].get<std::string>() << R"(","event":"done","result":{]})"
                      << std::endl;
        } else if (what == "ping" && behaviour == "deep-answer") {
            std::cout << R"({"id":")" << request["id"].get<std::string>() << R"(","event":"done","result":)"
                      << std::string(300'000, '[') << std::string(300'000, ']') << "}" << std::endl;
        } else if (what == "ping" && behaviour == "damaged-progress") {
            say({{"id", request["id"]}, {"event", "progress"}, {"stage", 7}}); // then no more events: it is busy
        } else if (what == "ping" && behaviour == "large-events") {
            for (const int size : {160'000, 1, 170'000, 2})
                say({{"id", request["id"]},
                     {"event", std::to_string(size)},
                     {"list", std::vector<std::string>(static_cast<std::size_t>(size), "text")}});
            say({{"id", request["id"]}, {"event", "done"}, {"result", json::object()}});
            _exit(0);
        } else if (what == "ping") {
            say({{"id", request["id"]}, {"event", "done"}, {"result", json::object()}});
        } else if (what == "cancel") {
            if (behaviour == "damaged-progress") std::cout << "cancel of " << request["target"] << std::endl;
            say({{"id", request["id"]}, {"event", "done"}, {"result", {{"cancelled", false}}}});
        } else {
            say({{"id", request["id"]},
                 {"event", "error"},
                 {"error", {{"code", "protocol.request"}, {"message", "This worker only runs."}, {"hint", ""}}}});
        }
    }
    return 0;
}
