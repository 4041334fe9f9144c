#include "app/editors/framed_messages.h"
#include "app/lsp/lsp_server.h"
#include "support/runner.h"

#include <QTest>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>
#include <thread>
#include <vector>

using namespace warploom;
using namespace warploom::app;

// The language server, used in the same way as by an editor.

namespace {

const std::string document_uri = "file:///home/someone/my%20kernels/rows.cu";

// A sum per row; line 3 (2 in the protocol) is the first of the body.
const std::string summing_rows = R"(// format: csr
__global__ void rows_of(int rows, const int* row_pointer, const int* column, const double* value, const double* x, double* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    double sum = 0;
    for (long long k = row_pointer[row]; k < row_pointer[row + 1]; ++k)
        sum += value[k] * x[column[k]];
    y[row] = fma(sum, 1.0, 0.0);
}
void run(int rows, const int* row_pointer, const int* column, const double* value, const double* x, double* y) {
    rows_of<<<(rows + 63) / 64, 64>>>(rows, row_pointer, column, value, x, y);
}
)";

std::string source_with(const std::string& part, const std::string& replacement) {
    std::string text = summing_rows;
    return text.replace(text.find(part), part.size(), replacement);
}

/// An editor with one file.
class WritingEditor {
public:
    explicit WritingEditor(const Json& options = {{"check", false}})
        : server_([this](const Json& message) { messages.push_back(message); }) {
        initialized = ask("initialize", {{"capabilities", Json::object()}, {"initializationOptions", options}});
        tell("initialized", Json::object());
    }

    /// Sends a request, and returns its result, or its error.
    Json ask(const std::string& method, const Json& parameters) {
        server_.handle({{"jsonrpc", "2.0"}, {"id", ++last_}, {"method", method}, {"params", parameters}});
        for (auto each = messages.rbegin(); each != messages.rend(); ++each)
            if (each->contains("id") && (*each)["id"] == last_)
                return each->contains("result") ? (*each)["result"] : (*each)["error"];
        return {};
    }
    bool tell(const std::string& method, const Json& parameters) {
        return server_.handle({{"jsonrpc", "2.0"}, {"method", method}, {"params", parameters}});
    }
    bool send(const Json& message) {
        messages.clear();
        return server_.handle(message);
    }
    void open(const std::string& text) {
        tell("textDocument/didOpen",
             {{"textDocument", {{"uri", document_uri}, {"languageId", "cuda"}, {"version", 1}, {"text", text}}}});
        server_.publish_changes();
    }
    void change(const std::string& text, int version = 2) {
        tell("textDocument/didChange",
             {{"textDocument", {{"uri", document_uri}, {"version", version}}}, {"contentChanges", {{{"text", text}}}}});
    }
    void save() {
        tell("textDocument/didSave", {{"textDocument", {{"uri", document_uri}}}});
        wait();
    }
    void wait() {
        server_.publish_changes();
        server_.wait_for_checks();
    }
    /// Asks about the first occurrence of a text; the cursor is after `part`.
    Json ask_at(const std::string& method, const std::string& text, const std::string& part) {
        const SourceText source(text);
        return ask(method, {{"textDocument", {{"uri", document_uri}}},
                            {"position", source.position(source.location(text.find(part) + part.size()))}});
    }
    QString hover(const std::string& text, const std::string& part) {
        const Json found = ask_at("textDocument/hover", text, part);
        return found.is_null() ? QString() : string(found["contents"]["value"]);
    }
    /// Returns the diagnostics that were sent last.
    Json diagnostics() const {
        for (auto each = messages.rbegin(); each != messages.rend(); ++each)
            if (each->value("method", "") == "textDocument/publishDiagnostics") return (*each)["params"]["diagnostics"];
        return {};
    }
    static QString string(const Json& of) {
        return of.is_string() ? QString::fromStdString(of.get<std::string>()) : "";
    }
    static QString range(const Json& of) {
        const Json &start = of["start"], &end = of["end"];
        return QStringLiteral("%1:%2-%3:%4")
            .arg(start["line"].get<int>())
            .arg(start["character"].get<int>())
            .arg(end["line"].get<int>())
            .arg(end["character"].get<int>());
    }
    LspServer& server() { return server_; }

    std::vector<Json> messages;
    Json initialized;

private:
    LspServer server_;
    int last_ = 0;
};

QStringList labels(const Json& items) {
    QStringList all;
    for (const Json& each : items) all << QString::fromStdString(each["label"].get<std::string>());
    return all;
}

Json item_named(const Json& items, const std::string& label) {
    for (const Json& each : items)
        if (each["label"] == label) return each;
    return {};
}

} // namespace

class LspTest : public QObject {
    Q_OBJECT
private slots:
    void a_source_without_errors_has_no_diagnostics() {
        WritingEditor editor;
        QVERIFY(editor.initialized["capabilities"]["hoverProvider"].get<bool>());
        editor.open(summing_rows);
        QVERIFY(editor.diagnostics() == Json::array());
    }

    void all_errors_are_shown_while_one_types() {
        WritingEditor editor;
        editor.open(summing_rows);
        std::string text = source_with("sum += value[k]", "summ += value[k]");
        text.replace(text.find("if (row >= rows)"), 16, "if (rov >= rows)");
        editor.change(text);
        editor.server().publish_changes();
        const Json found = editor.diagnostics();
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(editor.range(found[0]["range"]), "3:8-3:11");
        QCOMPARE(editor.range(found[1]["range"]), "6:8-6:12");
        QCOMPARE(editor.string(found[0]["source"]), "warploom");
        QCOMPARE(found[0]["severity"].get<int>(), 1);
        QVERIFY2(editor.string(found[0]["message"]).contains("Did you mean"),
                 qPrintable(editor.string(found[0]["message"])));
        editor.change(summing_rows, 3);
        editor.server().publish_changes();
        QVERIFY(editor.diagnostics() == Json::array());
    }

    void a_misspelled_name_has_a_quick_fix() {
        WritingEditor editor;
        const std::string text = source_with("sum += value[k]", "summ += value[k]");
        editor.open(text);
        const auto actions = [&](int line) {
            const Json at{{"line", line}, {"character", 9}};
            return editor.ask("textDocument/codeAction", {{"textDocument", {{"uri", document_uri}}},
                                                          {"range", {{"start", at}, {"end", at}}},
                                                          {"context", {{"diagnostics", Json::array()}}}});
        };
        QCOMPARE(actions(3).size(), std::size_t{0});
        const Json found = actions(6);
        QCOMPARE(found.size(), std::size_t{1});
        const Json& edit = found[0]["edit"]["changes"][document_uri][0];
        QCOMPARE(editor.string(edit["newText"]), "sum");
        QCOMPARE(editor.range(edit["range"]), "6:8-6:12");
    }

    void warnings_of_the_compiler_are_shown() {
        WritingEditor editor;
        editor.open(source_with("const int row = blockIdx.x * blockDim.x + threadIdx.x;",
                                "const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;"));
        QCOMPARE(editor.diagnostics().size(), std::size_t{1});
        QCOMPARE(editor.diagnostics()[0]["severity"].get<int>(), 2);
    }

    void a_source_without_run_has_a_single_note() {
        WritingEditor editor;
        editor.open("__global__ void k(int n, double* y) { y[0] = m; }\n// the run\nint runs();\n");
        QCOMPARE(editor.diagnostics().size(), std::size_t{1});
        QCOMPARE(editor.diagnostics()[0]["severity"].get<int>(), 3);
        QVERIFY(editor.string(editor.diagnostics()[0]["message"]).contains("`run`"));
    }

    void a_pasted_source_without_run_is_checked_with_proposed_lines() {
        const std::string begin = "#include <cmath>\n#include <cstdio>\n#include <cstdlib>\n#include <vector>\n"
                                  "__global__ void add(int n, const double* a, const double* b, double* c) {\n"
                                  "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n";
        const std::string end = "    if (i < n) c[i] = a[i] + b[i];\n}\n";
        WritingEditor editor;
        editor.open(begin + end);
        QCOMPARE(editor.diagnostics().size(), std::size_t{1});
        QCOMPARE(editor.diagnostics()[0]["severity"].get<int>(), 3);
        QVERIFY(editor.string(editor.diagnostics()[0]["message"]).contains("proposed lines"));
        WritingEditor other;
        other.open(begin + "    i = 0;\n" + end);
        QCOMPARE(other.diagnostics().size(), std::size_t{2});
        QCOMPARE(other.diagnostics()[1]["severity"].get<int>(), 1);
        QVERIFY(other.range(other.diagnostics()[1]["range"]).startsWith("6:"));
    }

    void columns_are_counted_in_utf_16() {
        WritingEditor editor;
        editor.open(source_with("if (row >= rows)", "/* é𝄞 */ if (rov >= rows)"));
        QCOMPARE(editor.range(editor.diagnostics()[0]["range"]), "3:18-3:21");
        const SourceText marked("\xef\xbb\xbfint é; x\r\ny");
        QCOMPARE(marked.offset(0, 8), std::size_t{11});
        QVERIFY((marked.position({1, 9, 0}) == Json{{"line", 0}, {"character", 8}}));
        QVERIFY((marked.position({1, 99, 0}) == Json{{"line", 0}, {"character", 9}}));
        QCOMPARE(marked.offset(7, 0), marked.text().size());
        QCOMPARE(marked.offset(-1, -1), std::size_t{0});
        QCOMPARE(marked.word(marked.offset(1, 1)), std::string("y"));
    }

    void a_name_shows_its_type_and_what_an_array_is() {
        WritingEditor editor;
        editor.open(summing_rows);
        QVERIFY(editor.hover(summing_rows, "sum += val").contains("const double* value"));
        QVERIFY(editor.hover(summing_rows, "sum += val").contains("value of each stored entry"));
        QVERIFY(editor.hover(summing_rows, "double su").contains("double sum"));
        QVERIFY(editor.hover(summing_rows, "    rows_o").contains("__global__ void rows_of(int rows, "));
        QVERIFY(editor.hover(summing_rows, "fm").contains("fma("));
        QVERIFY(editor.hover(summing_rows, "blockId").contains("uint3"));
        QCOMPARE(editor.hover(summing_rows, "sum +="), QString());
        const std::string automatic = source_with("double sum = 0;", "auto sum = value[0] - value[0];");
        editor.change(automatic);
        QVERIFY2(editor.hover(automatic, "auto su").contains("double sum"),
                 qPrintable(editor.hover(automatic, "auto su")));
    }

    void names_are_completed() {
        WritingEditor editor;
        editor.open(summing_rows);
        const QStringList all = labels(editor.ask_at("textDocument/completion", summing_rows, "sum += val"));
        for (const char* const name : {"sum", "row", "k", "value", "rows_of", "nonzeros", "__shfl_down_sync",
                                       "atomicAdd", "double2", "threadIdx", "__shared__"})
            QVERIFY2(all.contains(name), name);
        QVERIFY(!labels(editor.ask_at("textDocument/completion", summing_rows, "if (row"))
                     .contains("sum")); // declared later
        const QStringList parts = labels(editor.ask_at("textDocument/completion", summing_rows, "blockIdx."));
        QCOMPARE(parts, (QStringList{"x", "y", "z", "w"}));
        const Json in_run = editor.ask_at("textDocument/completion", summing_rows, "void run(");
        QCOMPARE(editor.string(item_named(in_run, "row_pointer")["insertText"]), "const int* row_pointer");
        const std::string half = summing_rows.substr(0, summing_rows.find("y[row]")); // no closing brace
        editor.change(half);
        QVERIFY(labels(editor.ask_at("textDocument/completion", half, "x[column[k]];\n")).contains("sum"));
    }

    void the_arguments_of_a_call_are_shown() {
        WritingEditor editor;
        editor.open(summing_rows);
        const Json launch = editor.ask_at("textDocument/signatureHelp", summing_rows, ">>>(rows, row_");
        QCOMPARE(launch["activeParameter"].get<int>(), 1);
        QCOMPARE(launch["signatures"][0]["parameters"].size(), std::size_t{6});
        const Json built_in = editor.ask_at("textDocument/signatureHelp", summing_rows, "fma(sum, 1.0, ");
        QCOMPARE(built_in["activeParameter"].get<int>(), 2);
        QVERIFY(editor.ask_at("textDocument/signatureHelp", summing_rows, "double sum = ").is_null());
    }

    void definitions_are_found() {
        WritingEditor editor;
        const std::string text = "#include \"warp_sum.cuh\"\nstruct Pair { int low; };\n" +
                                 source_with("double sum = 0;", "double sum = 0; Pair p; p.low = row;");
        editor.open(text);
        const auto place = [&](const std::string& part) {
            const Json found = editor.ask_at("textDocument/definition", text, part);
            return found.empty() ? QString() : editor.range(found[0]["range"]);
        };
        QCOMPARE(place("sum += val"), editor.range(SourceText(text).range({4, 92, 0}, {4, 97, 0})));
        QCOMPARE(place("retu"), QString());
        QCOMPARE(place("        su"), editor.range(SourceText(text).range({7, 12, 0}, {7, 15, 0})));
        QCOMPARE(place("p.lo"), "1:18-1:21");
        QCOMPARE(place("    rows_o"), editor.range(SourceText(text).range({4, 17, 0}, {4, 24, 0})));
        const Json outline = editor.ask("textDocument/documentSymbol", {{"textDocument", {{"uri", document_uri}}}});
        QCOMPARE(outline.size(), std::size_t{3});
    }

    void the_verdict_is_shown_after_a_save_until_the_next_change() {
        WritingEditor editor(Json::object());
        const std::string wrong = source_with("y[row] = fma(sum, 1.0, 0.0);", "y[row] = sum + 1;");
        editor.open(wrong);
        editor.wait();
        const Json found = editor.diagnostics();
        QVERIFY(!found.empty());
        QCOMPARE(editor.range(found[0]["range"]), "7:4-7:21");
        QVERIFY(editor.string(found[0]["message"]).contains("should be"));
        editor.change(summing_rows);
        editor.server().publish_changes();
        QVERIFY(editor.diagnostics() == Json::array());
        editor.save();
        QVERIFY(editor.diagnostics() == Json::array());
        const Json lenses = editor.ask("textDocument/codeLens", {{"textDocument", {{"uri", document_uri}}}});
        QVERIFY(lenses.size() >= 3);
        const Json& sum = lenses[1];
        QCOMPARE(sum["range"]["start"]["line"].get<int>(), 6);
        const QString title = editor.string(sum["command"]["title"]);
        QVERIFY2(title.contains("value") && title.contains("x ") && title.contains("of 32 lanes"), qPrintable(title));
        QVERIFY(editor.hover(summing_rows, "sum += val").contains("sectors per request"));
        editor.change(wrong, 4);
        QVERIFY(editor.ask("textDocument/codeLens", {{"textDocument", {{"uri", document_uri}}}}) == Json::array());
    }

    void a_parameter_that_cannot_be_bound_is_marked_after_a_save() {
        WritingEditor editor(Json::object());
        std::string text = summing_rows;
        for (std::size_t at = 0; (at = text.find("const int* row_pointer", at)) != std::string::npos; at += 20)
            text.replace(at, 9, "const long long");
        editor.open(text);
        editor.wait();
        QCOMPARE(editor.diagnostics().size(), std::size_t{1});
        const Json range = editor.diagnostics()[0]["range"];
        QCOMPARE(range["start"]["line"].get<int>(), 9);
        QCOMPARE(range["end"]["character"].get<int>() - range["start"]["character"].get<int>(), 11); // row_pointer
    }

    void a_change_cancels_the_check() {
        WritingEditor editor(Json::object());
        editor.open(summing_rows);
        for (int n = 0; n < 20; ++n) {
            editor.tell("textDocument/didSave", {{"textDocument", {{"uri", document_uri}}}});
            editor.change(source_with("double sum = 0;", "double sum = " + std::to_string(n) + ";"), n + 2);
        }
        editor.tell("textDocument/didClose", {{"textDocument", {{"uri", document_uri}}}});
        editor.wait();
        QVERIFY(editor.diagnostics() == Json::array());
    }

    void ten_thousand_edits_are_compiled_once() {
        WritingEditor editor;
        editor.open(summing_rows);
        std::string text = summing_rows;
        for (int n = 0; n < 10'000; ++n) {
            text.insert(text.size() / 2, n % 3 == 0 ? "(" : n % 3 == 1 ? "x" : "\n");
            if (text.size() > 4000) text = summing_rows;
            editor.change(text, n + 2);
        }
        editor.messages.clear();
        editor.server().publish_changes();
        QCOMPARE(editor.messages.size(), std::size_t{1});
    }

    void large_and_broken_sources_are_answered_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("2 MB") << QByteArray(2'000'000, 'x');
        QTest::newRow("open comment") << QByteArray("void run() { /* ");
        QTest::newRow("open text") << QByteArray("void run() { printf(\"");
        QTest::newRow("braces") << QByteArray("void run() {") + QByteArray(100'000, '{');
        QTest::newRow("parentheses") << QByteArray("void run() { f") + QByteArray(100'000, '(');
        QTest::newRow("zero bytes") << QByteArray("void run() { ") + QByteArray(10, '\0');
        QTest::newRow("half of the source")
            << QByteArray::fromStdString(summing_rows.substr(0, summing_rows.size() / 2));
    }
    void large_and_broken_sources_are_answered() {
        QFETCH(QByteArray, text);
        WritingEditor editor;
        editor.open(text.toStdString());
        QVERIFY(editor.diagnostics().is_array());
        for (const char* const method :
             {"hover", "completion", "signatureHelp", "definition", "codeLens", "documentSymbol"})
            for (const int line : {0, 1'000'000'000, -5}) {
                editor.ask(std::string("textDocument/") + method, {{"textDocument", {{"uri", document_uri}}},
                                                                   {"position", {{"line", line}, {"character", 14}}}});
                QVERIFY2(editor.messages.back().contains("result"), method);
            }
    }

    void bad_requests_are_errors_data() {
        QTest::addColumn<QString>("message");
        QTest::addColumn<int>("code");
        const auto row = [](const char* message, int code) { QTest::newRow(message) << message << code; };
        row(R"({"id": 7, "method": "fly"})", -32601);
        row(R"({"id": 7, "method": "textDocument/hover"})", -32602);
        row(R"({"id": 7, "method": "textDocument/hover", "params": [1]})", -32602);
        row(R"({"id": 7, "method": "textDocument/hover", "params": {"textDocument": {"uri": 3}}})", -32602);
        row(R"({"id": 7, "method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///no.cu"}}})",
            -32602);
        row(R"({"id": 7, "method": 7})", -32602);
        row(R"({"id": 7, "method": "initialize"})", -32602);
        row(R"({"id": [7], "method": "shutdown"})", -32600);
        row(R"({"id": 7})", -32600);
        row("[]", -32600);
        row("3", -32600);
        row("{}", -32600);
    }
    void bad_requests_are_errors() {
        QFETCH(QString, message);
        QFETCH(int, code);
        WritingEditor editor;
        QVERIFY(editor.send(Json::parse(message.toStdString())));
        QCOMPARE(editor.messages.size(), std::size_t{1});
        QCOMPARE(editor.messages[0]["error"]["code"].get<int>(), code);
        QVERIFY(!editor.string(editor.messages[0]["error"]["message"]).isEmpty());
    }

    void bad_notifications_are_logged() {
        WritingEditor editor;
        for (
            const char* const text :
            {R"({"method": "textDocument/didChange", "params": {"textDocument": {"uri": "a"}, "contentChanges": [1]}})",
             R"({"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "a", "text": 3}}})",
             R"({"method": "textDocument/didClose", "params": {}})"}) {
            editor.send(Json::parse(text));
            QCOMPARE(editor.string(editor.messages.at(0)["method"]), "window/logMessage");
        }
        editor.send(Json::parse(R"({"method": "$/cancelRequest", "params": {"id": 3}})"));
        editor.send(Json::parse(R"({"id": "lens-1", "result": null})"));
        QCOMPARE(editor.messages.size(), std::size_t{0});
    }

    void the_first_request_is_initialize_and_the_last_one_shutdown() {
        std::vector<Json> messages;
        LspServer server([&](const Json& message) { messages.push_back(message); });
        server.handle({{"id", 1}, {"method", "shutdown"}});
        QCOMPARE(messages.back()["error"]["code"].get<int>(), -32002);
        server.handle({{"id", 2}, {"method", "initialize"}, {"params", Json::object()}});
        QCOMPARE(server.exit_status(), 1);
        server.handle({{"id", 3}, {"method", "shutdown"}});
        QVERIFY(messages.back()["result"].is_null());
        server.handle({{"id", 4}, {"method", "textDocument/hover"}, {"params", Json::object()}});
        QCOMPARE(messages.back()["error"]["code"].get<int>(), -32600);
        QVERIFY(!server.handle({{"method", "exit"}}));
        QCOMPARE(server.exit_status(), 0);
    }

    void options_that_are_wrong_are_errors() {
        for (const Json& options : {Json{{"card", "abacus"}}, Json{{"precision", "half"}}, Json{{"block", "many"}}})
            QVERIFY(WritingEditor(options).initialized.contains("code"));
    }

    void paths_are_read_from_uris() {
        QCOMPARE(path_of_uri("file:///a%20b/c.cu"), std::string("/a b/c.cu"));
        QCOMPARE(path_of_uri("file://host/c%2Bd.cu"), std::string("/c+d.cu"));
        QCOMPARE(path_of_uri("untitled:Untitled-1"), std::string("untitled:Untitled-1.cu"));
        QCOMPARE(path_of_uri("file:///%zz%4"), std::string("/%zz%4.cu"));
    }

    void framed_messages_go_through_a_pipe() {
        std::array<int, 2> ends{};
        QCOMPARE(pipe(ends.data()), 0);
        const std::string sent =
            framed({{"jsonrpc", "2.0"}, {"id", 1}, {"method", "initialize"}, {"params", Json::object()}}) +
            "Content-Length: 3\r\n\r\n{]}" + "Content-Length: 17000000\r\n\r\n" + std::string(17'000'000, ' ') +
            framed({{"jsonrpc", "2.0"}, {"id", 2}, {"method", "shutdown"}}) +
            framed({{"jsonrpc", "2.0"}, {"method", "exit"}});
        std::thread editor([&] {
            for (std::size_t at = 0; at < sent.size();) {
                const ssize_t written = write(ends[1], sent.data() + at, std::min<std::size_t>(sent.size() - at, 8191));
                if (written <= 0) break;
                at += static_cast<std::size_t>(written);
            }
            close(ends[1]);
        });
        std::string answered;
        QCOMPARE(serve_lsp(ends[0], [&](const std::string& text) { return answered += text, true; }), 0);
        editor.join();
        close(ends[0]);
        QCOMPARE(std::count(answered.begin(), answered.end(), '\r'), 8); // four answers
        QVERIFY(answered.find("-32700") != std::string::npos);
    }
};

WARPLOOM_TEST(LspTest);
#include "lsp_test.moc"
