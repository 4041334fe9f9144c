#include "app/editors/framed_messages.h"
#include "app/lsp/lsp_server.h"

#include <atomic>

namespace warploom::app {

int serve_lsp(int input, const std::function<bool(const std::string& text)>& write) {
    std::atomic<bool> is_connected{true};
    LspServer server([&](const Json& message) {
        if (!write(framed(message))) is_connected = false;
    });
    MessageReader reader(input);
    while (const auto content = reader.next()) {
        const Json message = Json::parse(*content, nullptr, false);
        if (message.is_discarded()) server.handle_malformed();
        else if (!server.handle(message)) return server.exit_status();
        if (!is_connected) break;
        if (!reader.has_more()) server.publish_changes();
    }
    reader.require_whole_messages();
    return 1; // the input ended without the notification `exit`
}

} // namespace warploom::app
