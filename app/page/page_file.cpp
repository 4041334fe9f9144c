#include "app/page/page_file.h"

#include "app/page/page_engine.h"
#include "engine/embedded_file.h"
#include "engine/embedded_files.h"
#include "engine/error.h"
#include "engine/experiment/digest.h"
#include "engine/html.h"
#include "engine/measure/environment.h"
#include "engine/protocol/serialization/json.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"
#include "engine/zip_file.h"
#include "kernels/machine/library_places.h"
#include "kernels/sources/built_in_kernels.h"

#include <cstddef>
#include <cstdlib>
#include <filesystem>

namespace warploom {

const std::vector<EmbeddedFile>& page_files();   // embedded files from app/page: *.html, *.css, *.js
const std::vector<EmbeddedFile>& method_texts(); // embedded files from kernels/cg: *.cu

namespace app {

namespace {

constexpr const char* folder_name = "page-engine";
constexpr std::size_t most_bytes = std::size_t{16} << 20;

std::vector<std::filesystem::path> places() {
    if (const char* const named = std::getenv("WARPLOOM_PAGE_ENGINE"); named != nullptr && *named != '\0')
        return {named};
    std::vector<std::filesystem::path> list = kernels::library_places(folder_name);
    std::error_code none;
    const auto folder = std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
    if (folder.is_absolute())
        // location if the program is in the folder build/dev/bin of the source tree
        list.push_back(folder / ".." / ".." / folder_name);
    return list;
}

/// Encodes bytes in base64 (RFC 4648, section 4).
std::string base64(const std::string& bytes) {
    constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t three = 0;
        for (std::size_t i = at; i < at + 3; ++i)
            three = three << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
        for (std::size_t i = 0; i < 4; ++i) text += at + i <= bytes.size() ? letters[three >> (18 - 6 * i) & 63] : '=';
    }
    return text;
}

/// Returns the hash of a script or style sheet in Content-Security-Policy format.
std::string hash_of(const std::string& text) {
    const std::string digits = experiment::sha256(text);
    std::string bytes;
    for (std::size_t at = 0; at < digits.size(); at += 2)
        bytes += static_cast<char>(std::strtol(digits.substr(at, 2).c_str(), nullptr, 16));
    return "'sha256-" + base64(bytes) + "'";
}

/// Escapes JSON for use in an HTML script element, which must not contain "</script>" or "<!--".
std::string in_script(const std::string& json) {
    std::string text;
    for (const char c : json)
        if (c == '<') text += "\\u003c";
        else text += c;
    return text;
}

std::string data_element(const std::string& id, const std::string& type, const std::string& content) {
    return "<script type=\"application/" + type + "\" id=\"" + id + "\">" + content + "</script>\n";
}

std::string kernel_texts() {
    Json files = Json::array();
    for (const auto* const list : {&shipped_texts(), &method_texts()})
        for (const EmbeddedFile& file : *list) files.push_back({{"name", file.name}, {"text", file.text}});
    return files.dump();
}

} // namespace

EngineFiles find_engine_files() {
    std::error_code none;
    for (const auto& place : places()) {
        const auto glue = place / "engine.js", packed = place / "engine.wasm.gz";
        if (!std::filesystem::exists(glue, none) || !std::filesystem::exists(packed, none)) continue;
        const std::string hint = sentence("To create it again, run tools/make-page-engine.");
        return {read_regular_file(glue.string(), most_bytes, hint),
                read_regular_file(packed.string(), most_bytes, hint)};
    }
    throw Error("page.engine",
                sentence("The WebAssembly engine was not found, so interactive pages cannot be "
                         "created."),
                sentence("Create the engine with `tools/make-page-engine` and emscripten (apt install emscripten), or "
                         "set WARPLOOM_PAGE_ENGINE to a folder with engine.js and engine.wasm.gz."));
}

// This function has no effect in this program, because the sources are embedded.
void take_kernel_texts(std::vector<EmbeddedFile>) {}

const std::string& page_part(const char* name) { return find_embedded_file(page_files(), name)->text; }

std::string page_of(const EngineFiles& engine, const PageParts& page) {
    const std::string& style = page_part("page.css");
    std::string script = "'use strict';\n(() => {\n", marks, data;
    for (const char* const part : page.parts) script += page_part(part);
    script += "})();\n";
    for (const auto& [name, value] : page.marks) marks += " data-" + name + "=\"" + html_escaped(value) + "\"";
    for (const auto& [id, json] : page.data) data += data_element(id, "json", in_script(json));
    if (page.has_kernels) data += data_element("kernel-texts", "octet-stream", base64(gzipped(kernel_texts())));
    return "<!doctype html>\n<html lang=\"en\"" + marks +
           ">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; form-action "
           "'none'; "
           "worker-src blob:; style-src " +
           hash_of(style) + "; script-src 'wasm-unsafe-eval' " + hash_of(script) +
           "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta name=\"generator\" content=\"Warploom " +
           measure::version() + "\">\n<title>" + html_escaped(page.title) + ": Warploom</title>\n<style>" + style +
           "</style>\n</head>\n<body>\n<main>\n" + page.body + "</main>\n" + data +
           data_element("engine", "octet-stream", base64(engine.packed)) +
           data_element("engine-glue", "octet-stream", base64(gzipped(engine.glue))) + "<script>" + script +
           "</script>\n</body>\n</html>\n";
}

BeginText usual_begin() { return {kernels::built_in_text(Operation::spmv, "csr-scalar")->text, "spmv/csr-scalar"}; }

std::string write_page(const EngineFiles& engine, const BeginText& begin) {
    PageParts page;
    page.title = "Write a kernel";
    page.body = page_part("write_page.html");
    page.parts = {"page_core.js", "page_editor.js", "page_warp.js", "page_debug.js", "write_page.js"};
    page.data = {{"begin", Json{{"text", begin.text}, {"from", begin.from}}.dump()}};
    page.has_kernels = true;
    return page_of(engine, page);
}

} // namespace app

} // namespace warploom
