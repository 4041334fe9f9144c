#include "app/lsp/lsp_server.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simt/language/headers.h"

#include <algorithm>
#include <exception>

namespace warploom::app {

namespace {

constexpr int parse_error = -32700, invalid_request = -32600, method_not_found = -32601, invalid_params = -32602,
              server_not_initialized = -32002;

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool is_valid_id(const Json& id) { return id.is_string() || id.is_number_integer(); }

} // namespace

std::string path_of_uri(const std::string& uri) {
    const std::string scheme = "file://";
    std::string path;
    std::size_t at = uri.starts_with(scheme) ? uri.find('/', scheme.size()) : 0; // skip the host name in the URI
    for (; at < uri.size(); ++at) {
        const int high = uri[at] == '%' && at + 2 < uri.size() ? hex_digit(uri[at + 1]) : -1;
        const int low = high >= 0 ? hex_digit(uri[at + 2]) : -1;
        path += low >= 0 ? static_cast<char>(high * 16 + low) : uri[at];
        if (low >= 0) at += 2;
    }
    return path.ends_with(".cu") ? path : path + ".cu";
}

LspServer::LspServer(Send send)
    : send_(std::move(send)), card_(simulated::find_card("h200")),
      checker_(std::make_unique<CheckThread>(
          [this](const CheckThread::Job& job, const CheckedSource& found) { finish_check(job, found); })) {}

LspServer::~LspServer() { checker_.reset(); }

void LspServer::handle_malformed() {
    const std::lock_guard lock(mutex_);
    send_error(nullptr, parse_error, sentence("The message is not valid JSON, or it is too large."));
}

bool LspServer::handle(const Json& message) {
    const std::lock_guard lock(mutex_);
    const Arguments in{message};
    const Json id = in.member("id");
    const bool is_request = message.is_object() && message.contains("id");
    try {
        const std::string method = in.text("method");
        if (is_request && !is_valid_id(id)) {
            send_error(nullptr, invalid_request, sentence("The ID of a request must be a number or a string."));
        } else if (method.empty()) {
            // A message without a method must be the response to a request from this server.
            if (!is_request || (!message.contains("result") && !message.contains("error")))
                send_error(is_request ? id : Json(), invalid_request,
                           sentence("The message is not a request of the Language Server Protocol."));
        } else if (!is_request) {
            notice(method, in.object("params"));
        } else if (!is_initialized_ && method != "initialize") {
            send_error(id, server_not_initialized, sentence("The first request must be `initialize`."));
        } else if (is_shut_down_) {
            send_error(id, invalid_request, sentence("The server has been shut down."));
        } else {
            bool is_known = true;
            Json result = answer(method, in.object("params"), is_known);
            if (is_known) send_({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
            else
                send_error(id, method_not_found,
                           sentence("The request `{command}` is not supported.", {{"command", method}}));
        }
    } catch (const Error& error) {
        const std::string text =
            error.hint().empty() ? std::string(error.what()) : std::string(error.what()) + " " + error.hint();
        if (is_request) send_error(is_valid_id(id) ? id : Json(), invalid_params, text);
        else send_notification("window/logMessage", {{"type", 1}, {"message", text}});
    }
    return !is_over_;
}

void LspServer::send_error(const Json& id, int code, const std::string& text) {
    send_({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", text}}}});
}

void LspServer::send_notification(const std::string& method, Json parameters) {
    send_({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(parameters)}});
}

Json LspServer::answer(const std::string& method, const Arguments& parameters, bool& is_known) {
    using Answer = Json (LspServer::*)(const Arguments&);
    static const std::map<std::string, Answer> known{
        {"initialize", &LspServer::initialize},
        {"textDocument/hover", &LspServer::hover},
        {"textDocument/completion", &LspServer::completion},
        {"textDocument/signatureHelp", &LspServer::signature_help},
        {"textDocument/definition", &LspServer::definition},
        {"textDocument/codeAction", &LspServer::code_action},
        {"textDocument/codeLens", &LspServer::code_lens},
        {"textDocument/documentSymbol", &LspServer::document_symbols},
    };
    if (method == "shutdown") {
        is_shut_down_ = true;
        return nullptr;
    }
    const auto found = known.find(method);
    is_known = found != known.end();
    return is_known ? (this->*found->second)(parameters) : Json();
}

void LspServer::notice(const std::string& method, const Arguments& parameters) {
    if (method == "exit") is_over_ = true;
    if (!is_initialized_ || is_shut_down_) return;
    if (method == "textDocument/didOpen") open(parameters);
    if (method == "textDocument/didChange") change(parameters);
    if (method == "textDocument/didSave") save(parameters);
    if (method == "textDocument/didClose") close(parameters);
}

Json LspServer::initialize(const Arguments& in) {
    if (is_initialized_) throw Error("lsp.initialized", sentence("The server has already been initialized."));
    const Arguments options = in.object("initializationOptions");
    if (const std::string card = options.text("card"); !card.empty()) card_ = simulated::find_card(card);
    matrix_ = options.text("matrix");
    block_ = options.number("block");
    const std::string precision = options.text("precision", "double");
    if (precision != "float" && precision != "double") Arguments::refuse("precision", "float or double");
    is_float_ = precision == "float";
    checks_ = options.flag("check", true);
    refreshes_lenses_ = in.object("capabilities").object("workspace").object("codeLens").flag("refreshSupport", false);
    is_initialized_ = true;
    constexpr int full_sync = 1;
    return {{"capabilities",
             {{"positionEncoding", "utf-16"},
              {"textDocumentSync", {{"openClose", true}, {"change", full_sync}, {"save", {{"includeText", true}}}}},
              {"hoverProvider", true},
              {"completionProvider", {{"triggerCharacters", {"."}}}},
              {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}}},
              {"definitionProvider", true},
              {"documentSymbolProvider", true},
              {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
              {"codeLensProvider", {{"resolveProvider", false}}}}},
            {"serverInfo", {{"name", "warploom-engine"}}}};
}

LspServer::Document& LspServer::document(const Arguments& in) {
    const std::string uri = in.object("textDocument").text("uri");
    const auto found = documents_.find(uri);
    if (found != documents_.end()) return found->second;
    throw Error("lsp.document", sentence("The document `{uri}` is not open.", {{"uri", uri}}));
}

void LspServer::open(const Arguments& in) {
    const Arguments item = in.object("textDocument");
    Document made;
    made.uri = item.text("uri");
    made.path = path_of_uri(made.uri);
    made.source = SourceText(item.text("text"));
    made.version = item.whole("version");
    Document& kept = documents_[made.uri] = std::move(made);
    start_check(kept);
}

void LspServer::change(const Arguments& in) {
    Document& of = document(in);
    const Arguments item = in.object("textDocument");
    for (const Arguments& each : in.list("contentChanges")) {
        if (!each.member("range").is_null())
            throw Error("lsp.change", sentence("Changes must contain the whole text."));
        if (!each.member("text").is_string()) Arguments::refuse("text", "a string");
        of.source = SourceText(each.text("text"));
    }
    of.version = item.whole("version", of.version + 1);
    of.analysis.reset();
    of.checked.reset();
    of.is_published = false;
    checker_->cancel(of.path);
}

void LspServer::save(const Arguments& in) {
    Document& of = document(in);
    if (in.member("text").is_string() && in.text("text") != of.source.text()) {
        of.source = SourceText(in.text("text"));
        of.analysis.reset();
        of.is_published = false;
    }
    start_check(of);
}

void LspServer::close(const Arguments& in) {
    Document& of = document(in);
    checker_->cancel(of.path);
    send_notification("textDocument/publishDiagnostics", {{"uri", of.uri}, {"diagnostics", Json::array()}});
    documents_.erase(of.uri);
}

Analysis& LspServer::analysis(Document& of) {
    if (!of.analysis) {
        of.analysis = analyzed(of.path, of.source);
        const bool has_functions =
            std::any_of(of.analysis->symbols.begin(), of.analysis->symbols.end(), [](const simt::SourceSymbol& symbol) {
                return symbol.kind == simt::SourceSymbol::Kind::kernel;
            });
        if (has_functions) of.last_symbols = of.analysis->symbols;
    }
    return *of.analysis;
}

void LspServer::start_check(Document& of) {
    of.checked.reset();
    if (!checks_ || analysis(of).program == nullptr) return;
    checker_->start({of.path, analysis(of).checked_source, card_, matrix_, block_, is_float_, of.version});
}

void LspServer::publish_changes() {
    const std::lock_guard lock(mutex_);
    for (auto& [uri, each] : documents_)
        if (!each.is_published) publish(each);
}

/// Sends the compiler errors of a document, and the verdict of its check if it is available.
void LspServer::publish(Document& of) {
    const Analysis& known = analysis(of);
    Json all = known.diagnostics;
    if (all.is_null()) all = Json::array();
    const auto add = [&](int line, Severity severity, const std::string& text, const std::string& hint,
                         int column = 0) {
        const auto [begin, end] = of.source.word_at(of.source.offset(simt::SourceLocation{line, column, 0}));
        const Json range = line <= 0 ? range_of_run(known, of.source)
                           : column > 1 && begin < end
                               ? of.source.range(of.source.location(begin), of.source.location(end))
                               : of.source.range_of_line(line);
        Json made = diagnostic_of(range, severity, text, hint);
        if (std::find(all.begin(), all.end(), made) == all.end()) all.push_back(std::move(made));
    };
    if (of.checked) {
        using Verdict = protocol::CheckVerdict;
        const protocol::Check& check = of.checked->check;
        if (!of.checked->failure.empty()) add(0, Severity::error, of.checked->failure, {});
        else if (check.verdict == Verdict::right) {
        } else if (check.notes.empty()) {
            const bool has_line = check.entry && check.entry->writer;
            add(has_line ? check.entry->writer->line : 0,
                check.verdict == Verdict::doubtful ? Severity::warning : Severity::error, check.sentence, {});
        }
        for (const protocol::CheckNote& note : check.notes)
            add(note.line, Severity::error, note.sentence, note.hint, note.column);
        for (const protocol::CheckNote& warning : check.warnings) {
            const bool is_known = std::any_of(all.begin(), all.end(), [&](const Json& other) {
                return other["message"].get<std::string>().find(warning.sentence) != std::string::npos;
            });
            if (!is_known) add(warning.line, Severity::warning, warning.sentence, warning.hint, warning.column);
        }
        for (const protocol::TraceFinding& finding : check.findings)
            add(simt::is_header(finding.file) ? 0 : finding.line,
                check.verdict == Verdict::right ? Severity::warning : Severity::error, finding.sentence, {});
    }
    of.is_published = true;
    send_notification("textDocument/publishDiagnostics",
                      {{"uri", of.uri}, {"version", of.version}, {"diagnostics", std::move(all)}});
}

void LspServer::finish_check(const CheckThread::Job& job, const CheckedSource& found) {
    const std::lock_guard lock(mutex_);
    for (auto& [uri, each] : documents_) {
        if (each.path != job.name || each.source.text() != job.text) continue;
        each.checked = found;
        publish(each);
        const std::string verdict = found.failure.empty() ? found.check.sentence : found.failure;
        send_notification("window/logMessage", {{"type", 3}, {"message", each.path + ": " + verdict}});
        if (refreshes_lenses_)
            send_({{"jsonrpc", "2.0"},
                   {"id", "lens-" + std::to_string(++requests_)},
                   {"method", "workspace/codeLens/refresh"}});
    }
}

void LspServer::wait_for_checks() { checker_->wait(); }

} // namespace warploom::app
