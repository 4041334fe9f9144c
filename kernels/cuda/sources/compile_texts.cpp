#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/terminal_text.h"
#include "kernels/cuda/sources/code_store.h"
#include "kernels/sources/built_in_kernels.h"

#include <atomic>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

// Compiles the built-in CUDA C files at build time: warploom-compile-texts FOLDER ARCHITECTURE... Skips files that are
// already compiled, and deletes the machine code of removed ones. NVRTC does not require a GPU.

using namespace warploom;
using namespace warploom::kernels;

namespace {

struct Work {
    std::string file, text, architecture;
    std::vector<std::string> kernels;
};

std::vector<Work> all_work(const std::vector<std::string>& architectures) {
    std::vector<Work> list;
    for (const SimulatedEntry& entry : built_in_texts()) {
        const auto program = built_in_program(entry.operation, entry.info.id);
        for (const std::string& architecture : architectures)
            list.push_back({name_of(*program), device_text(*program), architecture, instances_of(*program)});
    }
    return list;
}

} // namespace

int main(int count, char** words) {
    if (count < 3) {
        tell("Usage: warploom-compile-texts FOLDER ARCHITECTURE...\nExample: warploom-compile-texts lib/kernels sm_90");
        return 2;
    }
    const std::string folder = words[1];
    std::vector<Work> work;
    try {
        work = all_work({words + 2, words + count});
    } catch (const Error& error) {
        tell(error.what());
        return 1;
    }
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};
    std::mutex mutex;
    std::set<std::string> names;
    const auto compile = [&] {
        for (std::size_t w = next++; w < work.size(); w = next++) {
            const Work& each = work[w];
            const std::string name = code_name(each.text, each.architecture);
            {
                const std::lock_guard lock(mutex);
                names.insert(name);
            }
            if (read_code(folder, name, each.kernels)) continue;
            try {
                if (!write_code(folder, name, compile_text(each.file, each.text, each.kernels, each.architecture)))
                    throw Error("file.write",
                                sentence("Cannot write compiled code to {folder}.", {{"folder", folder}}));
            } catch (const Error& error) {
                failed = true;
                tell(each.file + ", " + each.architecture + ": " + error.what());
            }
        }
    };
    std::vector<std::thread> threads;
    for (unsigned t = std::max(1u, std::thread::hardware_concurrency()); t > 0; --t) threads.emplace_back(compile);
    for (std::thread& thread : threads) thread.join();
    std::error_code none;
    for (const auto& there : std::filesystem::directory_iterator(folder, none))
        if (names.count(there.path().filename().string()) == 0) std::filesystem::remove(there.path(), none);
    return failed ? 1 : 0;
}
