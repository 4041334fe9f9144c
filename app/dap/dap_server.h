#pragma once

#include "app/check/pasted_source.h"
#include "app/debug/debugger.h"
#include "app/editors/message_arguments.h"
#include "engine/protocol/framing/messages.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// Implements the Debug Adapter Protocol, which editors use to control the debugger. A thread in the protocol
/// represents a warp, and the variables show the values of the selected lane. Messages are JSON objects, which
/// serve_dap() sends and receives.
class DapServer {
public:
    using Send = std::function<void(const Json& message)>;
    explicit DapServer(Send send) : send_(std::move(send)) {}
    ~DapServer();
    DapServer(const DapServer&) = delete;
    DapServer& operator=(const DapServer&) = delete;

    /// Handles a message from the editor and sends the response. Errors are sent as error responses. Returns false
    /// after the request `disconnect`.
    bool handle(const Json& message);

private:
    using Arguments = MessageArguments;
    /// The children of an expandable variable, identified by a variablesReference.
    struct Container {
        enum class What { lane, warp, lanes_of_variable, shared, arrays, elements, launch, origin };
        What what = What::lane;
        std::size_t frame = 0;
        std::string name;
        std::int64_t first = 0;
        std::int64_t count = 0;     ///< number of elements to show; 0 if the editor did not specify one
        protocol::DebugValue value; ///< the value of the variable whose origin the children explain
    };
    struct FrameRef {
        int warp = 0;
        std::size_t frame = 0;
    };

    Json initialize(const Arguments& in);
    Json launch(const Arguments& in);
    Json set_breakpoints(const Arguments& in);
    Json set_exception_breakpoints(const Arguments& in);
    Json data_breakpoint_info(const Arguments& in);
    Json set_data_breakpoints(const Arguments& in);
    Json configuration_done(const Arguments& in);
    Json threads(const Arguments& in);
    Json stack_trace(const Arguments& in);
    Json scopes(const Arguments& in);
    Json variables(const Arguments& in);
    Json evaluate(const Arguments& in);
    Json source(const Arguments& in);
    Json exception_info(const Arguments& in);
    Json set_lane(const Arguments& in);
    Json moved(const Arguments& in, protocol::DebugStep step, bool is_backward);
    Json nothing(const Arguments&) { return Json::object(); }

    void move_to_stop(int warp, protocol::DebugStep step, bool is_backward);
    std::string kind_of_finding(const std::string& note) const;
    void send_event(const std::string& name, Json body);
    void stop_at(const DebugStop& stop, const char* reason = nullptr);
    Debugger& debugger() const;
    int container(Container of);
    int warp_of(const Arguments& in) const;
    DebugStop at(int warp) const;
    Json source_of(const std::string& file) const;
    std::vector<protocol::DebugFrame> frames_of(int warp) const;
    Json variable_in_lane(const protocol::DebugVariable& variable, int lane, std::size_t frame);
    Json lanes_summary(const protocol::DebugVariable& variable, std::size_t frame);
    Json values_in(const Container& of);
    std::optional<protocol::DebugWatchpoint> element_named(const std::string& name) const;

    Send send_;
    int sequence_ = 0;
    /// Offsets to subtract from the debugger's line and column numbers, which start at 1, to get the editor's numbers:
    /// 1 if the editor counts from 0, otherwise 0.
    int lines_before_first_ = 0, columns_before_first_ = 0;
    bool shows_invalidation_ = false; ///< whether the editor supports the `invalidated` event
    bool is_over_ = false, stops_on_entry_ = true;
    std::set<std::string> exception_filters_{"race", "bounds", "unset", "other"};
    Inputs inputs_;
    std::string program_path_;                   ///< path of the kernel source, as specified by the editor
    std::unique_ptr<const PastedSource> pasted_; ///< proposed lines, if the program has no function `run`
    std::unique_ptr<Debugger> debugger_;
    DebugStop stop_;
    int lane_ = 0;
    std::vector<protocol::DebugBreakpoint> breakpoints_;
    std::vector<protocol::DebugWatchpoint> watchpoints_;
    /// Children of expandable variables. References to them remain valid until the debugger moves to another position.
    std::vector<Container> containers_;
    std::vector<FrameRef> frames_;
};

/// Reads messages with their headers (`Content-Length`) from a file descriptor and passes them to a server, until the
/// editor disconnects or the input ends. `write` sends the responses. If a message is not valid JSON, responds with an
/// error and continues. Returns the exit status. Errors: "editor.message" if the input ends in the middle of a message,
/// or a header has no valid length.
int serve_dap(int input, const std::function<bool(const std::string& text)>& write);

} // namespace warploom::app
