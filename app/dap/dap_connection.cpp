#include "app/dap/dap_server.h"
#include "app/editors/framed_messages.h"

namespace warploom::app {

int serve_dap(int input, const std::function<bool(const std::string& text)>& write) {
    bool is_connected = true;
    DapServer server([&](const Json& message) { is_connected = write(framed(message)) && is_connected; });
    MessageReader reader(input);
    while (const auto content = reader.next()) {
        const Json message = Json::parse(*content, nullptr, false);
        // Invalid JSON gets the same response as a message that is not a request.
        if (!server.handle(message.is_discarded() ? Json::object() : message) || !is_connected) return 0;
    }
    reader.require_whole_messages();
    return 0;
}

} // namespace warploom::app
