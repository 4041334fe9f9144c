#include "cuda_floors_tools.h"

#include "engine/error.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace warploom::kernels::test {

std::vector<std::string> items_of(const std::string& list, char separator) {
    std::vector<std::string> items;
    std::stringstream stream(list);
    for (std::string item; std::getline(stream, item, separator);) items.push_back(item);
    return items;
}

bool is_listed(const std::string& item, const std::string& list) {
    return ("," + list + ",").find("," + item + ",") != std::string::npos;
}

void read_options(int argc, char** argv, std::span<const Option> known) {
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string key = argv[i];
        const auto option = std::find_if(known.begin(), known.end(), [&](const Option& o) { return key == o.key; });
        if (option == known.end()) {
            std::fprintf(stderr, "Unknown option %s.\n", key.c_str());
            std::exit(2);
        }
        try {
            option->take(argv[i + 1]);
        } catch (const std::logic_error&) { // thrown by std::stoi
            std::fprintf(stderr, "%s cannot be %s.\n", key.c_str(), argv[i + 1]);
            std::exit(2);
        }
    }
}

void skip_without_gpu() {
    std::printf("all tests skipped: %s\n", why_no_cuda().c_str());
    std::exit(77);
}

void print_machine(const MachineInfo& info) {
    std::printf("%s", info.title.c_str());
    for (const auto& [key, value] : info.facts) std::printf("; %s %s", key.c_str(), value.c_str());
    std::printf("\n");
}

std::unique_ptr<Machine> open_and_print(const std::string& id) {
    if (id.starts_with("cuda") && !why_no_cuda().empty()) skip_without_gpu();
    auto machine = open_machine(id);
    print_machine(machine->info());
    return machine;
}

int exit_code_of(const std::function<bool()>& all_hold) try {
    const bool is_good = all_hold();
    std::printf(is_good ? "\nAll results are right and all floors hold.\n"
                        : "\nA result is wrong or a floor is missed.\n");
    return is_good ? 0 : 1;
} catch (const Error& error) {
    std::fprintf(stderr, "%s %s\n", error.what(), error.hint().c_str());
    return 1;
} catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
}

void print_skipped(const std::string& what, const Error& error) {
    std::printf("skipped %s: %s\n", what.c_str(), error.what());
    if (error.code() == "device.fault") throw;
}

SampleFile::SampleFile(const std::string& path, const char* columns) {
    if (path.empty()) return;
    file_.open(path);
    file_ << columns << '\n';
}

void SampleFile::add(const std::string& start, const std::vector<measure::Sample>& samples,
                     const std::vector<measure::Sample>& warm) {
    for (std::size_t i = 0; file_.is_open() && i < samples.size(); ++i) {
        file_ << start << ',' << samples[i].time_ns << ',';
        if (!warm.empty()) file_ << warm[i].time_ns << ',';
        file_ << samples[i].clock_mhz << ',' << samples[i].discarded << '\n';
    }
}

} // namespace warploom::kernels::test
