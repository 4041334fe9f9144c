#include "app/dap/dap_server.h"
#include "app/editors/framed_messages.h"
#include "engine/error.h"
#include "support/runner.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace warploom;
using namespace warploom::app;

// The debug adapter, used in the same way as by an editor.

namespace {

// A sum per row and a flag in shared memory; line 4 is the first of the body.
const std::string rows_with_shared = R"(// format: csr
__global__ void rows_of(int rows, const int* row_pointer, const int* column, const double* value, const double* x, double* y) {
    __shared__ double last[64];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    double sum = 0;
    for (long long k = row_pointer[row]; k < row_pointer[row + 1]; ++k) {
        double product = value[k] * x[column[k]];
        sum += product;
    }
    last[threadIdx.x] = sum;
    y[row] = last[threadIdx.x];
}
void run(int rows, const int* row_pointer, const int* column, const double* value, const double* x, double* y) {
    rows_of<<<(rows + 63) / 64, 64>>>(rows, row_pointer, column, value, x, y);
}
)";

/// An editor that debugs a file.
class DebuggingEditor {
public:
    DebuggingEditor()
        : server_([this](const Json& message) {
              messages.push_back(message);
              all_messages.insert(message.dump());
          }) {
        path = (folder_.path() + "/rows.cu").toStdString();
        std::ofstream(path) << rows_with_shared;
    }

    /// Sends a request, and returns its response.
    Json ask(const std::string& command, const Json& arguments = Json::object()) {
        messages.clear();
        is_open =
            server_.handle({{"type", "request"}, {"seq", ++sequence_}, {"command", command}, {"arguments", arguments}});
        for (const Json& each : messages)
            if (each["type"] == "response" && each["request_seq"] == sequence_) return each;
        return {};
    }
    bool send(const Json& message) {
        messages.clear();
        return server_.handle(message);
    }
    /// Returns the body of an event that the last message caused; null if there was none.
    Json event(const std::string& name) const {
        for (const Json& each : messages)
            if (each["type"] == "event" && each["event"] == name) return each.value("body", Json::object());
        return {};
    }
    Json launch(Json configuration = Json::object()) {
        configuration["program"] = path;
        ask("initialize", {{"adapterID", "warploom"}});
        return ask("launch", configuration);
    }
    /// Returns the line at which a warp stands.
    int line(int thread = 1) {
        const Json frames = ask("stackTrace", {{"threadId", thread}})["body"]["stackFrames"];
        return frames.empty() ? 0 : frames[0]["line"].get<int>();
    }
    /// Returns the variables in a scope of the innermost function.
    Json scope(const std::string& name, int thread = 1) {
        const Json frames = ask("stackTrace", {{"threadId", thread}})["body"]["stackFrames"];
        const Json scopes = ask("scopes", {{"frameId", frames[0]["id"]}})["body"]["scopes"];
        for (const Json& each : scopes)
            if (each["name"] == name)
                return ask("variables", {{"variablesReference", each["variablesReference"]}})["body"]["variables"];
        return {};
    }
    QString value(const std::string& expression, int frame = 0) {
        const Json answer = ask("evaluate", {{"expression", expression}, {"frameId", frame}, {"context", "watch"}});
        return text(answer["success"] == true ? answer["body"]["result"] : answer["message"]);
    }
    static QString text(const Json& of) { return of.is_string() ? QString::fromStdString(of.get<std::string>()) : ""; }

    std::vector<Json> messages;
    static inline std::set<std::string> all_messages; ///< messages of all tests from the server
    std::string path;
    bool is_open = true;

private:
    QTemporaryDir folder_;
    DapServer server_;
    int sequence_ = 0;
};

/// Runs the server on an input. Returns the error that ends the server, or an empty string if there is none.
QString error_of(int input, std::string* answered = nullptr) {
    try {
        serve_dap(input, [&](const std::string& text) {
            if (answered != nullptr) *answered += text;
            return true;
        });
    } catch (const Error& error) { return QString::fromStdString(error.code() + ": " + error.what()); }
    return {};
}

Json variable_named(const Json& variables, const std::string& name) {
    for (const Json& each : variables)
        if (each["name"] == name) return each;
    return {};
}

} // namespace

class DapTest : public QObject {
    Q_OBJECT
private slots:
    void a_session_goes_from_initialize_to_disconnect() {
        DebuggingEditor editor;
        const Json capabilities = editor.ask("initialize", {{"adapterID", "warploom"}})["body"];
        for (const char* const each : {"supportsStepBack", "supportsDataBreakpoints", "supportsConditionalBreakpoints",
                                       "supportsConfigurationDoneRequest"})
            QVERIFY2(capabilities.value(each, false), each);
        QVERIFY(editor.ask("launch", {{"program", editor.path}})["success"].get<bool>());
        QVERIFY(!editor.event("initialized").is_null());
        QVERIFY(editor.ask("configurationDone")["success"].get<bool>());
        QCOMPARE(editor.text(editor.event("stopped")["reason"]), "entry");
        QCOMPARE(editor.ask("threads")["body"]["threads"].size(), std::size_t{2});
        QCOMPARE(editor.line(), 4);
        editor.ask("next", {{"threadId", 1}});
        QCOMPARE(editor.text(editor.event("stopped")["reason"]), "step");
        QCOMPARE(editor.line(), 5);
        editor.ask("stepBack", {{"threadId", 1}});
        QCOMPARE(editor.line(), 4);
        editor.ask("continue", {{"threadId", 1}});
        QVERIFY(editor.text(editor.event("stopped")["description"]).contains("has ended"));
        editor.ask("reverseContinue", {{"threadId", 1}});
        QCOMPARE(editor.text(editor.event("stopped")["reason"]), "entry");
        QVERIFY(editor.ask("terminate")["success"].get<bool>());
        QVERIFY(!editor.event("terminated").is_null());
        QVERIFY(editor.ask("disconnect")["success"].get<bool>());
        QVERIFY(!editor.is_open);
    }

    void breakpoints_have_conditions_and_move_to_the_next_code() {
        DebuggingEditor editor;
        editor.launch();
        const Json set = editor.ask(
            "setBreakpoints",
            {{"source", {{"path", editor.path}}},
             {"breakpoints",
              {{{"line", 9}, {"condition", "row == 40"}}, {{"line", 2}}, {{"line", 9}, {"condition", "row = 1"}}}}});
        const Json& answers = set["body"]["breakpoints"];
        QCOMPARE(answers.size(), std::size_t{3});
        QVERIFY(answers[0]["verified"].get<bool>());
        QCOMPARE(answers[1]["line"].get<int>(), 4);
        QVERIFY(!answers[2]["verified"].get<bool>());
        QVERIFY(!editor.text(answers[2]["message"]).isEmpty());
        editor.ask("continue", {{"threadId", 1}}); // warp 1 arrives at line 4
        QCOMPARE(editor.event("stopped")["threadId"].get<int>(), 2);
        editor.ask("setBreakpoints",
                   {{"source", {{"path", editor.path}}}, {"breakpoints", {{{"line", 9}, {"condition", "row == 40"}}}}});
        editor.ask("continue", {{"threadId", 1}});
        QCOMPARE(editor.text(editor.event("stopped")["reason"]), "breakpoint");
        QCOMPARE(editor.event("stopped")["threadId"].get<int>(), 2); // row 40 is in the second warp
        QCOMPARE(editor.line(2), 9);
        const Json elsewhere =
            editor.ask("setBreakpoints", {{"source", {{"path", "/no/other.cu"}}}, {"breakpoints", {{{"line", 3}}}}});
        QVERIFY(!elsewhere["body"]["breakpoints"][0]["verified"].get<bool>());
    }

    void breakpoints_that_are_set_before_the_launch_stop_at_code() {
        DebuggingEditor editor;
        editor.ask("initialize");
        editor.ask("setBreakpoints", {{"source", {{"path", editor.path}}}, {"breakpoints", {{{"line", 10}}}}});
        editor.launch({{"stopOnEntry", false}});
        editor.ask("configurationDone");
        QCOMPARE(editor.text(editor.event("stopped")["reason"]), "breakpoint");
        QCOMPARE(editor.line(), 11);
    }

    void hit_conditions_pass_over_hits() {
        DebuggingEditor editor;
        editor.launch({{"matrix", "laplace2d:n=4"}});
        const auto position = [&](const char* hits) {
            editor.ask("setBreakpoints",
                       {{"source", {{"path", editor.path}}}, {"breakpoints", {{{"line", 9}, {"hitCondition", hits}}}}});
            editor.ask("reverseContinue", {{"threadId", 1}});
            while (editor.text(editor.event("stopped")["reason"]) != "entry")
                editor.ask("reverseContinue", {{"threadId", 1}});
            editor.ask("continue", {{"threadId", 1}});
            const Json launch = editor.scope("Launch");
            return editor.text(variable_named(launch, "position")["value"]).section(' ', 0, 0).toInt();
        };
        const int first = position("1"), third = position("3");
        QVERIFY(first > 0);
        QVERIFY(third > first);
    }

    void scopes_show_a_lane_the_warp_shared_memory_arrays_and_the_launch() {
        DebuggingEditor editor;
        editor.launch({{"lane", 3}});
        editor.ask("setBreakpoints", {{"source", {{"path", editor.path}}}, {"breakpoints", {{{"line", 12}}}}});
        editor.ask("continue", {{"threadId", 1}});
        const Json lane = editor.scope("Lane 3");
        QCOMPARE(editor.text(variable_named(lane, "row")["value"]), "3");
        QCOMPARE(editor.text(variable_named(lane, "row")["type"]), "int");
        const Json warp = variable_named(editor.scope("Warp 0"), "row");
        QVERIFY(editor.text(warp["value"]).startsWith("0 1 2 3"));
        const Json lanes =
            editor.ask("variables", {{"variablesReference", warp["variablesReference"]}})["body"]["variables"];
        QCOMPARE(lanes.size(), std::size_t{32});
        QCOMPARE(editor.text(lanes[31]["value"]), "31");
        QCOMPARE(editor.text(variable_named(editor.scope("Shared memory"), "last")["value"]), "double[64]");
        const Json arrays = editor.scope("Arrays");
        QVERIFY(variable_named(arrays, "last").is_null());
        const Json& array = variable_named(arrays, "column");
        QCOMPARE(array["indexedVariables"].get<int>(), 288);
        const auto elements = [&](Json arguments) {
            arguments["variablesReference"] = array["variablesReference"];
            return editor.ask("variables", arguments)["body"]["variables"];
        };
        QCOMPARE(elements({}).size(), std::size_t{257}); // the last one says how many more there are
        QVERIFY(editor.text(elements({}).back()["value"]).startsWith("32 more elements"));
        const Json some = elements({{"start", 280}, {"count", 5}, {"filter", "indexed"}});
        QCOMPARE(some.size(), std::size_t{5});
        QCOMPARE(editor.text(some[0]["name"]), "[280]");
        QCOMPARE(elements({{"filter", "named"}}).size(), std::size_t{0});
        QCOMPARE(editor.text(variable_named(editor.scope("Launch"), "blockDim")["value"]), "64, 1, 1");
    }

    void a_value_unfolds_to_where_it_comes_from() {
        DebuggingEditor editor;
        editor.launch();
        editor.ask("setBreakpoints", {{"source", {{"path", editor.path}}}, {"breakpoints", {{{"line", 12}}}}});
        editor.ask("continue", {{"threadId", 1}});
        const Json sum = variable_named(editor.scope("Lane 0"), "sum");
        const Json why =
            editor.ask("variables", {{"variablesReference", sum["variablesReference"]}})["body"]["variables"];
        QVERIFY2(editor.text(why[0]["value"]).contains("line 9"), qPrintable(editor.text(why[0]["value"])));
        QVERIFY(why.size() > 1);
    }

    // Three actions: start at the end of the block, watch the wrong element, expand it.
    void a_wrong_element_leads_to_its_first_wrong_term() {
        DebuggingEditor editor;
        std::string text = rows_with_shared;
        text.replace(text.find("x[column[k]]"), 12, "x[row]      ");
        std::ofstream(editor.path) << text;
        editor.launch({{"stopOnEntry", false}});
        editor.ask("configurationDone");
        QVERIFY(editor.text(editor.event("stopped")["description"]).contains("has ended"));
        const Json frame = editor.ask("stackTrace", {{"threadId", 1}})["body"]["stackFrames"][0];
        QCOMPARE(editor.text(frame["name"]), "rows_of (ended)");
        const Json y = editor.ask("evaluate", {{"expression", "y[1]"}, {"frameId", frame["id"]}})["body"];
        const Json why =
            editor.ask("variables", {{"variablesReference", y["variablesReference"]}})["body"]["variables"];
        QVERIFY(editor.text(why[0]["value"]).contains("line 12"));
        QVERIFY2(editor.text(variable_named(why, "first difference")["value"])
                     .startsWith("Thread 1 multiplied the entry in column 0 by `x[1]`, in line 8"),
                 qPrintable(editor.text(why)));
    }

    void expressions_are_evaluated_in_the_chosen_lane() {
        DebuggingEditor editor;
        editor.launch();
        editor.ask("next", {{"threadId", 1}});
        QCOMPARE(editor.value("row * 2"), "0");
        QVERIFY(editor.ask("evaluate", {{"expression", "lane 5"}, {"context", "repl"}})["success"].get<bool>());
        QCOMPARE(editor.value("row * 2"), "10");
        QVERIFY(editor.ask("warploom/lane", {{"lane", 7}})["success"].get<bool>());
        QCOMPARE(editor.value("row"), "7");
        QVERIFY(!editor.ask("warploom/lane", {{"lane", 32}})["success"].get<bool>());
        QVERIFY(!editor.value("row +").isEmpty());
        QVERIFY(!editor.ask("evaluate", {{"expression", "row = 3"}})["success"].get<bool>());
        QVERIFY(!editor.ask("evaluate", {{"expression", "nothing"}})["success"].get<bool>());
        QVERIFY(!editor.ask("evaluate", {{"expression", ""}})["success"].get<bool>());
        QCOMPARE(editor.value("row"), "7");
    }

    void data_breakpoints_stop_behind_writes_of_an_element() {
        DebuggingEditor editor;
        editor.launch();
        const Json info = editor.ask("dataBreakpointInfo", {{"name", "y[33]"}})["body"];
        QCOMPARE(editor.text(info["dataId"]), "y[33]");
        for (const char* const wrong : {"row", "y[64]", "z[0]", "y[]", "y[-1]", "y[99999999999999999999]", "[", ""})
            QVERIFY2(editor.ask("dataBreakpointInfo", {{"name", wrong}})["body"]["dataId"].is_null(), wrong);
        const Json set =
            editor.ask("setDataBreakpoints", {{"breakpoints", {{{"dataId", "y[33]"}}, {{"dataId", "z[0]"}}}}})["body"];
        QVERIFY(set["breakpoints"][0]["verified"].get<bool>());
        QVERIFY(!set["breakpoints"][1]["verified"].get<bool>());
        editor.ask("continue", {{"threadId", 1}});
        QCOMPARE(editor.text(editor.event("stopped")["reason"]), "data breakpoint");
        QCOMPARE(editor.event("stopped")["threadId"].get<int>(), 2);
        QCOMPARE(editor.text(editor.event("stopped")["text"]), "y[33]");
    }

    void findings_are_exceptions() {
        DebuggingEditor editor;
        std::string text = rows_with_shared;
        text.replace(text.find("double sum = 0;"), 15, "double sum;    ");
        std::ofstream(editor.path) << text;
        editor.launch();
        QVERIFY(!editor.text(editor.event("output")["output"]).isEmpty());
        editor.ask("setExceptionBreakpoints", {{"filters", {"race", "unset"}}});
        editor.ask("continue", {{"threadId", 1}});
        QCOMPARE(editor.text(editor.event("stopped")["reason"]), "exception");
        const Json info = editor.ask("exceptionInfo", {{"threadId", 1}})["body"];
        QVERIFY(!editor.text(info["description"]).isEmpty());
        QCOMPARE(editor.text(info["exceptionId"]), "unset-value");
        editor.ask("reverseContinue", {{"threadId", 1}});
        editor.ask("setExceptionBreakpoints", {{"filters", {"race", "bounds", "other"}}}); // there are no such findings
        editor.ask("continue", {{"threadId", 1}});
        QVERIFY(editor.text(editor.event("stopped")["reason"]) != "exception");
        editor.ask("reverseContinue", {{"threadId", 1}});
        editor.ask("setExceptionBreakpoints", {{"filters", Json::array()}});
        editor.ask("continue", {{"threadId", 1}});
        QVERIFY(editor.text(editor.event("stopped")["reason"]) != "exception");
    }

    void a_pasted_file_without_run_is_debugged_with_proposed_lines() {
        const std::string add = "__global__ void add(int n, const double* a, const double* b, double* c) {\n"
                                "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                "    if (i < n) c[i] = a[i] + b[i];\n}\n";
        DebuggingEditor editor;
        std::ofstream(editor.path) << "#include <cmath>\n#include <cstdio>\n#include <cstdlib>\n#include <vector>\n" +
                                          add;
        QVERIFY(editor.launch({{"matrix", "n=100"}})["success"].get<bool>());
        QVERIFY(editor.text(editor.event("output")["output"]).contains("proposed lines"));
        QCOMPARE(editor.line(), 6);
        // Without lines to replace, the kernel would move.
        std::ofstream(editor.path) << add;
        const Json refused = editor.launch({{"matrix", "n=100"}});
        QVERIFY(!refused["success"].get<bool>());
        QVERIFY(editor.text(refused["message"]).contains("has no function `run`"));
    }

    void an_editor_may_count_lines_from_0() {
        DebuggingEditor editor;
        editor.ask("initialize", {{"linesStartAt1", false}, {"columnsStartAt1", false}});
        editor.ask("launch", {{"program", editor.path}});
        const Json set =
            editor.ask("setBreakpoints", {{"source", {{"path", editor.path}}}, {"breakpoints", {{{"line", 8}}}}});
        QCOMPARE(set["body"]["breakpoints"][0]["line"].get<int>(), 8);
        editor.ask("continue", {{"threadId", 1}});
        QCOMPARE(editor.line(), 8);
    }

    void frames_come_in_parts() {
        DebuggingEditor editor;
        editor.launch();
        const Json all = editor.ask("stackTrace", {{"threadId", 1}, {"startFrame", 1}, {"levels", 20}})["body"];
        QCOMPARE(all["stackFrames"].size(), std::size_t{0});
        QCOMPARE(all["totalFrames"].get<int>(), 1);
    }

    void bad_requests_are_answered_with_a_sentence_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("arguments");
        const auto row = [](const char* name, const char* command, const char* arguments) {
            QTest::newRow(name) << command << arguments;
        };
        row("unknown", "fly", "{}");
        row("no program", "launch", "{}");
        row("program that is a number", "launch", R"({"program": 3})");
        row("missing file", "launch", R"({"program": "/no/such.cu"})");
        row("unknown card", "launch", R"({"program": "rows.cu", "card": "abacus"})");
        row("wrong precision", "launch", R"({"program": "rows.cu", "precision": "half"})");
        row("huge block", "launch", R"({"program": "rows.cu", "block": 1e300})");
        row("64-bit block", "launch", R"({"program": "rows.cu", "block": 18446744073709551615})");
        row("33-bit launch", "launch", R"({"program": "rows.cu", "launch": 8589934592})");
        row("wrong lane", "launch", R"({"program": "rows.cu", "lane": 32})");
        row("launch that does not exist", "launch", R"({"program": "rows.cu", "launch": 9})");
        row("block that does not exist", "launch", R"({"program": "rows.cu", "blockIndex": 99})");
        row("arguments that are a list", "launch", "[1]");
        row("breakpoints that are a string", "setBreakpoints", R"({"source": {"path": "a"}, "breakpoints": "all"})");
        row("line that is a string", "setBreakpoints", R"({"source": {}, "breakpoints": [{"line": "3"}]})");
        row("source that is a list", "setBreakpoints", R"({"source": [], "breakpoints": []})");
        row("filters that are an object", "setExceptionBreakpoints", R"({"filters": {}})");
        row("filters that are numbers", "setExceptionBreakpoints", R"({"filters": [3]})");
        row("thread that does not exist", "stackTrace", R"({"threadId": 99})");
        row("frame that does not exist", "scopes", R"({"frameId": -1})");
        row("reference that does not exist", "variables", R"({"variablesReference": 0})");
        row("reference that is too large", "variables", R"({"variablesReference": -9223372036854775808})");
        row("negative thread", "next", R"({"threadId": -9223372036854775808})");
        row("source that does not exist", "source", R"({"sourceReference": 44})");
    }
    void bad_requests_are_answered_with_a_sentence() {
        QFETCH(QString, command);
        QFETCH(QString, arguments);
        DebuggingEditor editor;
        editor.launch();
        Json given = Json::parse(arguments.toStdString());
        if (given.is_object() && given.value("program", Json()) == "rows.cu") given["program"] = editor.path;
        const Json answer = editor.ask(command.toStdString(), given);
        QVERIFY(!answer["success"].get<bool>());
        QVERIFY(!editor.text(answer["message"]).isEmpty());
        QVERIFY(editor.is_open);
        QCOMPARE(editor.line(), 4); // the recording is still there
    }

    void requests_before_a_launch_are_errors() {
        DebuggingEditor editor;
        for (const char* const command : {"stackTrace", "next", "continue", "evaluate", "source"}) {
            const Json answer = editor.ask(command);
            QVERIFY2(!answer["success"].get<bool>(), command);
        }
        QCOMPARE(editor.ask("threads")["body"]["threads"].size(), std::size_t{1});
    }

    void messages_that_are_not_requests_are_errors() {
        DebuggingEditor editor;
        for (const char* const text : {"{}", "[]", "3", "null", R"({"type": "response"})", R"({"type": 3, "seq": "a"})",
                                       R"({"type": "request", "command": ["next"]})"}) {
            QVERIFY(editor.send(Json::parse(text)));
            QCOMPARE(editor.messages.size(), std::size_t{1});
            QVERIFY2(!editor.messages[0]["success"].get<bool>(), text);
        }
    }

    void framed_messages_go_through_a_pipe() {
        std::array<int, 2> ends{};
        QCOMPARE(pipe(ends.data()), 0);
        const std::string request = R"({"type": "request", "seq": 1, "command": "initialize"})";
        const std::string head = "content-length:  " + std::to_string(request.size()) + " \r\nOther: 1\r\n\r\n";
        const std::string sent = head + request + "Content-Length: 3\r\n\r\n{]}" +
                                 framed({{"type", "request"}, {"seq", 2}, {"command", "disconnect"}}) + "never read";
        std::thread editor([&] {
            for (const char c : sent) // arrives in the smallest parts
                if (write(ends[1], &c, 1) != 1) break;
            close(ends[1]);
        });
        std::string answered;
        QCOMPARE(serve_dap(ends[0], [&](const std::string& text) { return answered += text, true; }), 0);
        editor.join();
        close(ends[0]);
        QCOMPARE(std::count(answered.begin(), answered.end(), '\r'), 6); // three answers
        QVERIFY(answered.find("\"request_seq\":2") != std::string::npos);
    }

    void a_header_without_a_valid_length_ends_the_connection_data() {
        QTest::addColumn<QString>("header");
        for (const char* const header : {"Content-Length: many\r\n\r\n{}", "Content-Length: -1\r\n\r\n{}",
                                         "Content-Length: 99999999999\r\n\r\n{}", "Content-Length: 5\r\n\r\n{}"})
            QTest::newRow(header) << header;
        QTest::newRow("a line without end") << QString(60000, 'x');
    }
    void a_header_without_a_valid_length_ends_the_connection() {
        QFETCH(QString, header);
        std::array<int, 2> ends{};
        QCOMPARE(pipe(ends.data()), 0);
        QCOMPARE(write(ends[1], header.toStdString().data(), header.size()), ssize_t{header.size()});
        close(ends[1]);
        QVERIFY(!error_of(ends[0]).isEmpty());
        close(ends[0]);
    }

    void an_editor_that_dies_in_a_message_ends_the_server_with_a_sentence() {
        const std::string first = framed({{"type", "request"}, {"seq", 1}, {"command", "threads"}}),
                          second = framed({{"type", "request"}, {"seq", 2}, {"command", "threads"}});
        for (std::size_t sent = first.size(); sent <= first.size() + second.size(); ++sent) {
            std::array<int, 2> ends{};
            QCOMPARE(pipe(ends.data()), 0);
            const std::string text = (first + second).substr(0, sent);
            QCOMPARE(write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
            close(ends[1]);
            std::string answered;
            const QString error = error_of(ends[0], &answered);
            close(ends[0]);
            const bool is_whole = sent == first.size() || sent == first.size() + second.size();
            QCOMPARE(error.startsWith("editor.message: The editor ended in the middle of a message."), !is_whole);
            QVERIFY(answered.find("\"request_seq\":1") != std::string::npos); // nothing before it is lost
        }
    }

    // Replaces each member of each request by a value of each type. The server must answer all of them and keep
    // running.
    void arguments_of_any_type_get_one_answer() {
        DebuggingEditor editor;
        editor.launch();
        const std::vector<std::pair<std::string, Json>> requests{
            {"setBreakpoints",
             {{"source", {{"path", editor.path}}},
              {"breakpoints", {{{"line", 9}, {"condition", "row == 1"}, {"hitCondition", "2"}}}}}},
            {"setExceptionBreakpoints", {{"filters", {"race"}}}},
            {"dataBreakpointInfo", {{"variablesReference", 1}, {"name", "y[1]"}}},
            {"setDataBreakpoints", {{"breakpoints", {{{"dataId", "y[1]"}, {"accessType", "write"}}}}}},
            {"stackTrace", {{"threadId", 1}, {"startFrame", 0}, {"levels", 1}}},
            {"scopes", {{"frameId", 1}}},
            {"variables", {{"variablesReference", 1}, {"start", 0}, {"count", 3}, {"filter", "named"}}},
            {"evaluate", {{"expression", "row"}, {"frameId", 1}, {"context", "watch"}}},
            {"source", {{"sourceReference", 1}, {"source", {{"sourceReference", 1}}}}},
            {"next", {{"threadId", 1}}},
            {"warploom/lane", {{"lane", 3}}}};
        const std::vector<Json> others{nullptr,
                                       true,
                                       -1,
                                       1e300,
                                       "text",
                                       Json::array({1}),
                                       Json::object(),
                                       std::string(100'000, '['),
                                       std::uint64_t{1} << 63};
        int answers = 0;
        for (const auto& [command, arguments] : requests)
            for (const auto& [path, member] : arguments.flatten().get<std::map<std::string, Json>>())
                for (const Json& other : others) {
                    Json changed = arguments;
                    changed[Json::json_pointer(path)] = other;
                    const Json answer = editor.ask(command, changed);
                    const auto responses =
                        std::count_if(editor.messages.begin(), editor.messages.end(),
                                      [](const Json& message) { return message["type"] == "response"; });
                    QCOMPARE(responses, 1);
                    QVERIFY(editor.is_open);
                    QVERIFY2(answer["success"].get<bool>() || !editor.text(answer["message"]).isEmpty(),
                             qPrintable(QString::fromStdString(command + " " + path)));
                    ++answers;
                }
        QVERIFY(answers > 150);
        editor.ask("reverseContinue", {{"threadId", 1}});
        QCOMPARE(editor.line(), 4);
    }

    void a_step_beyond_an_end_stays_there_with_a_sentence() {
        DebuggingEditor editor;
        editor.launch();
        editor.ask("setExceptionBreakpoints", {{"filters", Json::array()}});
        editor.ask("continue", {{"threadId", 1}});
        for (const char* const command : {"next", "stepIn", "stepOut", "continue"}) {
            QVERIFY(editor.ask(command, {{"threadId", 1}})["success"].get<bool>());
            QVERIFY2(editor.text(editor.event("stopped")["description"]).contains("has ended"), command);
        }
        for (const char* const command : {"reverseContinue", "stepBack"}) {
            QVERIFY(editor.ask(command, {{"threadId", 1}})["success"].get<bool>());
            QVERIFY2(editor.text(editor.event("stopped")["description"]).contains("starts here"), command);
        }
        QCOMPARE(editor.line(), 4);
    }

    void an_editor_that_is_gone_ends_the_server() {
        std::array<int, 2> ends{};
        QCOMPARE(pipe(ends.data()), 0);
        const std::string text = framed({{"type", "request"}, {"seq", 1}, {"command", "threads"}});
        QCOMPARE(write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
        QCOMPARE(serve_dap(ends[0], [](const std::string&) { return false; }), 0); // although the pipe is open
        close(ends[0]);
        close(ends[1]);
    }

    // The last test, because it validates the messages of all others.
    void all_messages_follow_the_schema_of_the_protocol() {
        a_session_goes_from_initialize_to_disconnect();
        const auto answer_of = [](const std::string& lines) {
            QProcess python;
            python.start(qEnvironmentVariable("WARPLOOM_PYTHON", "python3"),
                         {QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/dap_schema.py")});
            python.write(lines.c_str());
            python.closeWriteChannel();
            const bool is_started = python.waitForFinished(120'000) && python.exitStatus() == QProcess::NormalExit;
            return std::pair{is_started ? python.exitCode() : 77,
                             is_started ? QString::fromUtf8(python.readAll()) : QStringLiteral("Python is not there.")};
        };
        const auto [refused, reason] = answer_of(R"({"type": "event", "seq": 1, "event": "stopped", "body": {}})");
        if (refused == 77) QSKIP(qPrintable(reason));
        QVERIFY2(refused == 1 && reason.contains("'reason' is a required property"), qPrintable(reason));
        std::string lines;
        for (const std::string& message : DebuggingEditor::all_messages) lines += message + "\n";
        const auto [status, told] = answer_of(lines);
        QVERIFY2(status == 0, qPrintable(told.left(3000)));
        qInfo("%s", qPrintable(told));
    }
};

WARPLOOM_TEST(DapTest);
#include "dap_test.moc"
