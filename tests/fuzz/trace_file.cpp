// Fuzz target: a saved trace with the documents of a kernel and of a warp. The first byte determines whether it is
// compressed.
#include "engine/protocol/framing/trace_file.h"
#include "engine/protocol/messages/trace.h"
#include "engine/protocol/messages/warp.h"
#include "fuzz/pack.h"
#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace warploom;
    std::vector<std::uint8_t> bytes(data, data + size);
    if (size > 8 && data[0] % 16 == 1) bytes = fuzz::damaged_pack(data, size);
    const fuzz::MemoryFile file(bytes.data(), bytes.size());
    protocol::TraceFile parts;
    fuzz::expect_answer_or_refusal([&] { parts = protocol::read_trace_file(file.path()); });
    fuzz::expect_answer_or_refusal([&] {
        if (parts.trace.is_null()) return;
        const Json written = protocol::write(protocol::read_trace(parts.trace));
        fuzz::require(protocol::write(protocol::read_trace(written)) == written,
                      "a trace that was read is written and read back");
    });
    fuzz::expect_answer_or_refusal([&] {
        if (parts.warp.is_null()) return;
        const protocol::WarpDocument warp = protocol::read_warp(parts.warp);
        for (int step = 0; step < warp.step_count(); ++step) {
            warp.addresses(step);
            warp.array_of(step);
            warp.entries_at(step);
        }
        const Json written = protocol::write(warp);
        fuzz::require(protocol::write(protocol::read_warp(written)) == written,
                      "a warp that was read is written and read back");
    });
    return 0;
}
