// Fuzz target: requests to `serve`. Lines are read and handled as by the worker, except for long-running work, which is
// canceled before it starts.
#include "app/worker/request_line.h"
#include "app/worker/requests.h"
#include "engine/protocol/framing/line_reader.h"
#include "fuzz/small_matrix.h"
#include "fuzz/target.h"
#include "kernels/machine/machine.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace {

using warploom::Json;

constexpr std::size_t longest_request = 4096;

const warploom::app::MachineList& machines() {
    static const warploom::app::MachineList list = [] {
        warploom::app::MachineList made;
        for (const char* id : {"cpu", "simulated:h200"}) made.push_back(warploom::kernels::open_machine(id));
        return made;
    }();
    return list;
}

/// Returns whether a request is answered immediately, so that it need not be canceled.
bool is_quick(const std::string& name, const Json& request) {
    constexpr std::array quick{"info", "footprints", "layout"};
    const auto matrix = request.find("matrix");
    return std::find(quick.begin(), quick.end(), name) != quick.end() && matrix != request.end() &&
           matrix->is_string() && warploom::fuzz::is_small_generator(matrix->get<std::string>());
}

void take(const std::string& line, warploom::app::RequestHandler& handler) {
    Json id = nullptr;
    const warploom::app::RequestLine read = warploom::app::read_request_line(line, id);
    if (read.name == "quit") return;
    warploom::fuzz::require(id.is_string(), "a request has an id");
    const std::atomic<bool> cancelled{!is_quick(read.name, read.request)};
    const auto send = [&](const Json& event) {
        warploom::fuzz::require(event.at("id") == id, "an event says whose it is");
        warploom::protocol::to_line(event);
    };
    warploom::protocol::to_line(handler.handle(read.request, send, cancelled));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace warploom;
    // Read in chunks that end anywhere.
    std::size_t begin = 0;
    const auto next_piece = [&](char* buffer, std::size_t room) {
        const std::size_t count = std::min({room, size - begin, size_t{1} + (size > 0 ? data[begin % size] * 5U : 0U)});
        std::memcpy(buffer, data + begin, count);
        begin += count;
        return count;
    };
    protocol::LineReader reader(next_piece, longest_request);
    app::RequestHandler handler(machines());
    std::string line;
    for (;;) {
        const auto status = reader.next(line);
        if (status == protocol::LineReader::Status::end) return 0;
        fuzz::require(line.size() <= longest_request, "no line is longer than allowed");
        if (status != protocol::LineReader::Status::too_long)
            fuzz::expect_answer_or_refusal([&] { take(line, handler); });
    }
}
