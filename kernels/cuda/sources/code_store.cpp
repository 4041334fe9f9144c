#include "kernels/cuda/sources/code_store.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace warploom::kernels {

namespace {

namespace fs = std::filesystem;

constexpr const char* first_line = "warploom code 1";

std::uint64_t hash_of(const std::string& text, std::uint64_t hash = 14695981039346656037u) { // FNV-1a hash
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return hash;
}

std::string name_for(std::uint64_t hash, const std::string& architecture) {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
    return std::string(digits) + "." + architecture + (contracts_products() ? "" : ".no-fmad");
}

std::uint64_t hash_with_prelude(const std::string& text) { return hash_of(text, hash_of(nvrtc_prelude())); }

bool has_all(const CompiledText& compiled, const std::vector<std::string>& kernels) {
    for (const std::string& kernel : kernels)
        if (compiled.symbols.count(kernel) == 0) return false;
    return true;
}

} // namespace

std::string code_name(const std::string& text, const std::string& architecture) {
    return name_for(hash_with_prelude(text), architecture);
}

std::string code_name(const std::string& text, const std::string& architecture, const std::vector<std::string>& kernels,
                      const std::string& compiler) {
    std::uint64_t hash = hash_of(compiler, hash_with_prelude(text));
    for (const std::string& kernel : kernels) hash = hash_of("\n" + kernel, hash);
    return name_for(hash, architecture);
}

std::string shipped_code_folder() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&shipped_code_folder), &info) == 0 || info.dli_fname == nullptr) return {};
    std::error_code none;
    const fs::path library = fs::canonical(info.dli_fname, none);
    return none ? std::string() : (library.parent_path() / "kernels").string();
}

std::string user_code_folder() {
    const char* const cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr && cache[0] == '/') return std::string(cache) + "/warploom/kernels";
    const char* const home = std::getenv("HOME");
    return home != nullptr && home[0] == '/' ? std::string(home) + "/.cache/warploom/kernels" : std::string();
}

std::optional<CompiledText> read_code(const std::string& folder, const std::string& name,
                                      const std::vector<std::string>& kernels) {
    if (folder.empty()) return std::nullopt;
    std::ifstream file(fs::path(folder) / name, std::ios::binary);
    std::string line;
    if (!std::getline(file, line) || line != first_line) return std::nullopt;
    CompiledText compiled;
    while (std::getline(file, line) && !line.empty()) {
        const std::size_t tab = line.find('\t');
        if (tab == std::string::npos) return std::nullopt;
        compiled.symbols[line.substr(0, tab)] = line.substr(tab + 1);
    }
    compiled.code.assign(std::istreambuf_iterator<char>(file), {});
    if (compiled.code.empty() || !has_all(compiled, kernels)) return std::nullopt;
    return compiled;
}

bool write_code(const std::string& folder, const std::string& name, const CompiledText& compiled) {
    if (folder.empty()) return false;
    std::error_code failed;
    fs::create_directories(folder, failed);
    // Write a temporary file and rename it. Two processes may write the same file, and a full disk must not leave an
    // incomplete one behind.
    const fs::path place = fs::path(folder) / name, aside = place.string() + "." + std::to_string(getpid());
    std::ofstream file(aside, std::ios::binary);
    file << first_line << '\n';
    for (const auto& [kernel, symbol] : compiled.symbols) file << kernel << '\t' << symbol << '\n';
    file << '\n';
    file.write(compiled.code.data(), static_cast<std::streamsize>(compiled.code.size()));
    file.close();
    if (file) fs::rename(aside, place, failed);
    if (file && !failed) return true;
    fs::remove(aside, failed);
    return false;
}

CompiledText code_of(const std::string& file, const std::string& text, const std::vector<std::string>& kernels,
                     const std::string& architecture) {
    if (auto shipped = read_code(shipped_code_folder(), code_name(text, architecture), kernels)) return *shipped;
    const std::string folder = user_code_folder(), name = code_name(text, architecture, kernels, nvrtc_version());
    if (auto kept = read_code(folder, name, kernels)) return *kept;
    CompiledText compiled = compile_text(file, text, kernels, architecture);
    write_code(folder, name, compiled);
    return compiled;
}

} // namespace warploom::kernels
