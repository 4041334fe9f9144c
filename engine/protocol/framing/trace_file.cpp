#include "engine/protocol/framing/trace_file.h"

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"
#include "engine/zip_file.h"

#include <algorithm>
#include <vector>
#include <zlib.h>

namespace warploom::protocol {

namespace {

constexpr int gzip_only = 16 + MAX_WBITS;
constexpr std::size_t step = std::size_t{1} << 18;

protocol::DocumentSource source_of(const std::string& path) {
    return {"trace.format",
            sentence("'{file}' is not a Warploom trace", {{"file", path}}),
            sentence("Open a file that was saved by `trace ... --save` or by Save trace on the Warp page."),
            "",
            {.bytes = largest_trace_text, .values = 50'000'000}};
}

[[noreturn]] void refuse_format(const std::string& path, const std::string& problem) {
    protocol::refuse(source_of(path), 0, problem);
}

struct Inflation {
    z_stream stream{};
    bool is_ready = false;
    ~Inflation() {
        if (is_ready) inflateEnd(&stream);
    }
};

std::string unpacked(const std::string& path, const std::string& bytes) {
    Inflation in;
    if (inflateInit2(&in.stream, gzip_only) != Z_OK)
        throw Error("memory.limit", sentence("There is not enough memory to decompress '{file}'.", {{"file", path}}));
    in.is_ready = true;
    std::string result;
    std::vector<char> piece(step);
    for (std::size_t taken = 0;;) {
        const std::size_t size = std::min(step, bytes.size() - taken);
        in.stream.next_in =
            // the cast is safe, because zlib only reads the data
            reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + taken));
        in.stream.avail_in = static_cast<uInt>(size);
        in.stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        in.stream.avail_out = static_cast<uInt>(piece.size());
        const int status = inflate(&in.stream, Z_NO_FLUSH);
        const std::size_t took = size - in.stream.avail_in, gave = piece.size() - in.stream.avail_out;
        taken += took;
        result.append(piece.data(), gave);
        if (result.size() > largest_trace_text)
            throw Error("trace.large",
                        sentence("'{file}' would expand to more than {most} MB.",
                                 {{"file", path}, {"most", largest_trace_text >> 20}}),
                        sentence("Warploom traces are much smaller. Copy the file again from its original location."));
        if (status == Z_STREAM_END && taken < bytes.size())
            refuse_format(path, sentence("The file contains extra data after the compressed data."));
        if (status == Z_STREAM_END) return result;
        if (status != Z_OK && status != Z_BUF_ERROR) refuse_format(path, sentence("The compressed data is damaged."));
        if (taken == bytes.size() && gave == 0) refuse_format(path, sentence("The file is truncated."));
    }
}

} // namespace

void write_trace_file(const std::string& path, const TraceFile& file) {
    const Json json{
        {"warploom_trace", trace_file_version}, {"program", file.program}, {"trace", file.trace}, {"warp", file.warp}};
    write_whole_file(path, gzipped(to_line(json) + "\n", Packing::quick));
}

TraceFile read_trace_file(const std::string& path) {
    std::string bytes = read_regular_file(path, largest_trace_text, sentence("Warploom traces are much smaller."));
    if (bytes.empty()) refuse_format(path, sentence("The file is empty."));
    const bool is_packed = bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
    if (is_packed) bytes = unpacked(path, bytes);
    Json json = protocol::parse(bytes, source_of(path));
    if (!json.is_object()) refuse_format(path, sentence("The file is not a JSON object."));
    const auto theirs = json.find("warploom_trace");
    if (theirs == json.end() || !theirs->is_number_integer())
        refuse_format(path, sentence("The file has no version number."));
    if (*theirs != trace_file_version)
        throw Error(
            "trace.version",
            sentence("'{file}' has version {theirs}, but this program reads version {ours}.",
                     {{"file", path}, {"theirs", theirs->dump()}, {"ours", trace_file_version}}),
            sentence("Record the trace again with this program, or open the file with the program that wrote it."));
    TraceFile file;
    if (json.contains("program") && json["program"].is_string()) file.program = json["program"].get<std::string>();
    for (const auto& [name, part] : {std::pair{"trace", &file.trace}, std::pair{"warp", &file.warp}}) {
        if (!json.contains(name)) continue;
        if (!json[name].is_object() && !json[name].is_null())
            refuse_format(path, sentence("The field '{field}' is not an object.", {{"field", name}}));
        *part = std::move(json[name]);
    }
    if (file.trace.is_null() && file.warp.is_null())
        refuse_format(path, sentence("The file contains neither a trace nor a warp."));
    return file;
}

} // namespace warploom::protocol
