#include "app/over/tasks.h"

#include "engine/error.h"
#include "engine/measure/environment.h"
#include "engine/regular_file.h"
#include "engine/whole_file.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>
#include <utility>

namespace warploom::app {

using wire::Json;

namespace {

constexpr std::size_t largest_list = std::size_t{64} << 20;

std::string numbered(std::size_t task) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%04zu", task);
    return text.data();
}

} // namespace

std::string node_name() {
    if (const char* const name = std::getenv("SLURMD_NODENAME"); name != nullptr && *name != '\0') return name;
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

Tasks::Tasks(const std::string& folder, std::string file)
    : folder_(std::filesystem::absolute(folder).string()), file_(std::move(file)) {}

void Tasks::cut(std::size_t modelled, std::size_t units, std::size_t most) {
    modelled_ = modelled;
    count_ = std::max<std::size_t>(1, units);
    if (count_ > most) {
        count_ = most;
        modelled_ = modelled == units ? most : 0;
    }
}

void Tasks::begin(Json work) const {
    std::error_code failure;
    std::filesystem::create_directories(folder(), failure);
    work["warploom_tasks"] = 1;
    work["program"] = measure::version();
    work["count"] = count_;
    const std::string path = folder() + "/list.json";
    if (!std::filesystem::exists(path, failure)) {
        write_whole_file(path, work.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
        return;
    }
    if (Json::parse(read_regular_file(path, largest_list), nullptr, false) != work)
        throw Error("experiment.tasks", "The tasks in '" + folder() + "' are of other work.",
                    "Choose another folder, or remove that one.");
}

std::string Tasks::folder_of(std::size_t task) const { return folder() + "/" + numbered(task); }

bool Tasks::is_done(std::size_t task) const {
    std::error_code failure;
    return std::filesystem::exists(file_of(task), failure);
}

std::vector<std::size_t> Tasks::open() const {
    std::vector<std::size_t> tasks;
    for (std::size_t task = 0; task < count_; ++task)
        if (!is_done(task)) tasks.push_back(task);
    return tasks;
}

} // namespace warploom::app
