#pragma once

#include "app/editors/message_arguments.h"
#include "app/lsp/analysis.h"
#include "app/lsp/check_thread.h"
#include "app/lsp/source_text.h"
#include "engine/protocol/framing/messages.h"
#include "engine/simulated/card.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// Serves the Language Server Protocol for kernels in CUDA C: errors while they are written, the verdict of a check
/// when they are opened and saved, and what is known about a name.
class LspServer {
public:
    /// `send` is called from several threads, but not concurrently.
    using Send = std::function<void(const Json& message)>;
    explicit LspServer(Send send);
    ~LspServer();
    LspServer(const LspServer&) = delete;
    LspServer& operator=(const LspServer&) = delete;

    /// Answers a message. Errors are sent as responses. Returns false after `exit`.
    bool handle(const Json& message);
    /// Answers a message that cannot be parsed.
    void handle_malformed();
    /// Sends the diagnostics of sources that have changed. Called when no message is waiting, so that a burst of
    /// changes is compiled once.
    void publish_changes();
    /// Returns the exit status that the protocol requires: 0 if `shutdown` precedes `exit`.
    int exit_status() const { return is_shut_down_ ? 0 : 1; }
    /// Waits for the running checks.
    void wait_for_checks();

private:
    using Arguments = MessageArguments;
    struct Document {
        std::string uri, path;
        SourceText source;
        std::int64_t version = 0;
        std::optional<Analysis> analysis;             ///< absent after a change
        std::vector<simt::SourceSymbol> last_symbols; ///< of the last state in which functions could be read
        bool is_published = false;
        std::optional<CheckedSource> checked; ///< for the text as it was saved; absent after a change
    };
    /// A position in a document.
    struct Place {
        Document& document;
        std::size_t offset;
        simt::SourceLocation at;
    };

    Json initialize(const Arguments& in);
    void open(const Arguments& in);
    void change(const Arguments& in);
    void save(const Arguments& in);
    void close(const Arguments& in);
    Json hover(const Arguments& in);
    Json completion(const Arguments& in);
    Json signature_help(const Arguments& in);
    Json definition(const Arguments& in);
    Json code_action(const Arguments& in);
    Json code_lens(const Arguments& in);
    Json document_symbols(const Arguments& in);

    Document& document(const Arguments& in);
    Place place(const Arguments& in);
    Analysis& analysis(Document& of);
    /// Returns the symbols of a document; those of an earlier state while a function cannot be read.
    const std::vector<simt::SourceSymbol>& symbols(Document& of);
    void start_check(Document& of);
    void publish(Document& of);
    void finish_check(const CheckThread::Job& job, const CheckedSource& found);
    void send_notification(const std::string& method, Json parameters);
    void send_error(const Json& id, int code, const std::string& text);
    Json answer(const std::string& method, const Arguments& parameters, bool& is_known);
    void notice(const std::string& method, const Arguments& parameters);

    const Send send_;
    std::mutex mutex_; ///< of all members, because checks end on another thread
    bool is_initialized_ = false, is_shut_down_ = false, is_over_ = false, refreshes_lenses_ = false;
    std::int64_t requests_ = 0; ///< number of requests to the editor
    simulated::Card card_;
    std::string matrix_;
    int block_ = 0;
    bool is_float_ = false, checks_ = true;
    std::map<std::string, Document> documents_; ///< by URI
    std::unique_ptr<CheckThread> checker_;      ///< last, because its thread uses all others
};

/// Reads messages with their headers from a file descriptor and passes them to a server until the editor says `exit` or
/// the input ends. Returns the exit status. Errors: "editor.message" as for serve_dap().
int serve_lsp(int input, const std::function<bool(const std::string& text)>& write);

/// Returns the path in a `file:` URI; for other URIs, a name that ends with ".cu".
std::string path_of_uri(const std::string& uri);

} // namespace warploom::app
