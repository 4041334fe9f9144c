#include "fuzz/host_compiler.h"

#include "fuzz/differential_data.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

namespace warploom::fuzz {

namespace {

namespace fs = std::filesystem;

/// Runs a command. Returns its exit status, 128 or more if it was ended by a signal, or 127 if the command does not
/// exist.
int run(const std::vector<std::string>& words, const fs::path& out, const fs::path& errors) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), flags, 0600);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, errors.c_str(), flags, 0600);
    pid_t child = 0;
    const int failure = ::posix_spawnp(&child, arguments[0], &files, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (failure != 0) return 127;
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {}
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::vector<std::string> lines_of(const fs::path& path) {
    std::ifstream in(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::optional<std::uint64_t> hash_in(const std::string& line) {
    const std::string before = "hash ";
    if (line.rfind(before, 0) != 0) return std::nullopt;
    return std::stoull(line.substr(before.size()), nullptr, 16);
}

} // namespace

bool HostCompiler::is_there() const { return run({command_, "--version"}, file(".out"), file(".errors")) == 0; }

std::string HostCompiler::complaint() const {
    std::ifstream in(file(".errors"));
    return {std::istreambuf_iterator<char>(in), {}};
}

bool HostCompiler::compile(const Programs& programs, const std::vector<std::string>& options) {
    {
        std::ofstream text(file(".cpp"));
        std::string kernels;
        for (std::size_t p = 0; p < programs.size(); ++p) {
            const std::string name = "p" + std::to_string(p);
            text << "namespace " << name << " {\nnamespace {\n" << programs[p]->text() << "}\n}\n";
            for (const std::string& macro : programs[p]->macros) text << "#undef " << macro << "\n";
            kernels += name + "::k, ";
        }
        text << "static const HostKernel kernels[] = {" << kernels << "};\n"
             << "int main(int, char** argv) {\n"
                "    alarm(60);\n"
                "    const bool is_told = argv[1][0] == 't';\n"
                "    for (int p = atoi(argv[1] + 1); p < "
             << programs.size() << "; ++p) run_on_host(kernels[p], is_told);\n}\n";
    }
    std::vector<std::string> words{command_,
                                   "-std=c++17",
                                   "-O0",
                                   "-g0",
                                   "-w",
                                   "-fwrapv",
                                   "-ffp-contract=off",
                                   "-fsigned-char",
                                   "-fno-exceptions",
                                   "-fno-asynchronous-unwind-tables",
                                   "-include",
                                   "tests/fuzz/cuda_on_host.h",
                                   file(".cpp").string(),
                                   "-o",
                                   file(".program").string()};
    words.insert(words.end(), options.begin(), options.end());
    return run(words, file(".out"), file(".errors")) == 0;
}

void HostCompiler::fill(const Programs& programs, std::size_t first, std::vector<std::optional<std::uint64_t>>& to) {
    if (!compile(programs)) {
        if (programs.size() == 1) return;
        const auto half = static_cast<std::ptrdiff_t>(programs.size() / 2);
        fill({programs.begin(), programs.begin() + half}, first, to);
        return fill({programs.begin() + half, programs.end()}, first + static_cast<std::size_t>(half), to);
    }
    for (std::size_t done = 0; done < programs.size(); ++done) { // a program that ends the process has no line
        run({file(".program").string(), "h" + std::to_string(done)}, file(".out"), file(".errors"));
        for (const std::string& line : lines_of(file(".out")))
            if (done < programs.size()) to[first + done++] = hash_in(line);
    }
}

std::vector<std::optional<std::uint64_t>> HostCompiler::hashes(const std::vector<RandomProgram>& programs) {
    std::vector<std::optional<std::uint64_t>> found(programs.size());
    Programs all;
    for (const RandomProgram& program : programs) all.push_back(&program);
    fill(all, 0, found);
    return found;
}

std::optional<Results> HostCompiler::results(const RandomProgram& program) {
    if (!compile({&program}) || run({file(".program").string(), "t0"}, file(".out"), file(".errors")) != 0)
        return std::nullopt;
    const auto lines = lines_of(file(".out"));
    constexpr std::size_t wholes = lanes_run * whole_results, reals = lanes_run * real_results;
    if (lines.size() <= wholes + reals) return std::nullopt;
    Results found;
    for (std::size_t l = 0; l < wholes; ++l) found.wholes.push_back(std::stoll(lines[l]));
    for (std::size_t l = wholes; l < wholes + reals; ++l) found.reals.push_back(std::stoull(lines[l], nullptr, 16));
    for (std::size_t l = wholes + reals; l + 1 < lines.size(); ++l)
        found.printed += static_cast<char>(std::stoi(lines[l]));
    const auto hash = hash_in(lines.back());
    if (!hash) return std::nullopt;
    found.hash = *hash;
    return found;
}

bool HostCompiler::is_defined(const RandomProgram& program) {
    return compile({&program}, {"-fsanitize=shift-exponent,integer-divide-by-zero,float-cast-overflow,bounds,return",
                                "-fsanitize-undefined-trap-on-error"}) &&
           run({file(".program").string(), "h0"}, file(".out"), file(".errors")) == 0;
}

} // namespace warploom::fuzz
