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

/// Implements the Language Server Protocol for CUDA C kernels. Reports errors while the user types, checks a file when
/// it is opened or saved and shows the verdict, and provides information about names.
class LspServer {
public:
    /// Sends a message to the editor. It is called from several threads, but never concurrently.
    using Send = std::function<void(const Json& message)>;
    explicit LspServer(Send send);
    ~LspServer();
    LspServer(const LspServer&) = delete;
    LspServer& operator=(const LspServer&) = delete;

    /// Handles a message and sends the response. Errors are sent as error responses. Returns false after the
    /// notification `exit`.
    bool handle(const Json& message);
    /// Sends the error response to a message that cannot be parsed.
    void handle_malformed();
    /// Sends the diagnostics of modified sources. Should be called only when no message is waiting, so that several
    /// changes in succession lead to a single compilation.
    void publish_changes();
    /// Returns the exit status that the protocol requires: 0 if `shutdown` was received before `exit`, otherwise 1.
    int exit_status() const { return is_shut_down_ ? 0 : 1; }
    void wait_for_checks();

private:
    using Arguments = MessageArguments;
    struct Document {
        std::string uri, path;
        SourceText source;
        std::int64_t version = 0;
        std::optional<Analysis> analysis; ///< compiler results for the current text; reset by every change
        /// Symbols of the most recent version of the text whose functions could be parsed.
        std::vector<simt::SourceSymbol> last_symbols;
        bool is_published = false;
        std::optional<CheckedSource> checked; ///< check result for the saved text; reset by every change
    };
    /// A document and a position in it.
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
    /// Returns the symbols of a document. If its functions cannot be parsed, returns the symbols of the most recent
    /// version that could be parsed.
    const std::vector<simt::SourceSymbol>& symbols(Document& of);
    void start_check(Document& of);
    void publish(Document& of);
    void finish_check(const CheckThread::Job& job, const CheckedSource& found);
    void send_notification(const std::string& method, Json parameters);
    void send_error(const Json& id, int code, const std::string& text);
    Json answer(const std::string& method, const Arguments& parameters, bool& is_known);
    void notice(const std::string& method, const Arguments& parameters);

    const Send send_;
    std::mutex mutex_; ///< protects all members, which the checker's thread also uses
    bool is_initialized_ = false, is_shut_down_ = false, is_over_ = false, refreshes_lenses_ = false;
    std::int64_t requests_ = 0; ///< number of requests sent to the editor
    simulated::Card card_;
    std::string matrix_;
    int block_ = 0;
    bool is_float_ = false, checks_ = true;
    std::map<std::string, Document> documents_;
    std::unique_ptr<CheckThread> checker_; ///< declared last, because its thread uses the other members
};

/// Reads messages with their headers from a file descriptor and passes them to a server until the editor sends `exit`
/// or the input ends. Returns the exit status. Errors: "editor.message", as for serve_dap().
int serve_lsp(int input, const std::function<bool(const std::string& text)>& write);

/// Returns the path in a `file:` URI, with ".cu" appended if necessary. Treats any other URI as a path.
std::string path_of_uri(const std::string& uri);

} // namespace warploom::app
