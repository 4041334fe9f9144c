#include "app/tasks/tasks.h"

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/experiment/digest.h"
#include "engine/measure/environment.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>
#include <utility>

namespace warploom::app {

namespace {

constexpr std::size_t largest_list = std::size_t{64} << 20;

std::string numbered(std::size_t task) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%04zu", task);
    return text.data();
}

/// Returns a copy of `work` to which the program version and the number of tasks have been added.
Json whole_work(Json work, std::size_t count) {
    work["warploom_tasks"] = 1;
    work["program"] = measure::version();
    work["count"] = count;
    return work;
}

} // namespace

std::string task_mark(const Json& work, std::size_t task, std::size_t count) {
    constexpr std::size_t digits = 32;
    const std::string text = whole_work(work, count).dump(-1, ' ', false, Json::error_handler_t::replace);
    return std::to_string(task) + " of " + std::to_string(count) + ", work " +
           experiment::sha256(text).substr(0, digits);
}

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

bool Tasks::has_finished_tasks() const {
    std::error_code failure;
    for (const auto& entry : std::filesystem::directory_iterator(folder(), failure)) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        for (const auto& file : std::filesystem::directory_iterator(entry.path(), failure))
            if (file.path().extension() == ".json") return true;
    }
    return false;
}

void Tasks::begin(Json work) {
    work_ = std::move(work);
    std::error_code failure;
    std::filesystem::create_directories(folder(), failure);
    const std::string path = folder() + "/list.json";
    // Check for finished tasks before reading the description, because a concurrent command in the same folder writes
    // its description before its first task ends.
    const bool is_begun = has_finished_tasks();
    const bool has_list = std::filesystem::exists(path, failure);
    const Json wanted = whole_work(work_, count_),
               found = has_list ? Json::parse(read_regular_file(path, largest_list), nullptr, false) : Json();
    if (found == wanted) return;
    if (has_list && !found.is_discarded())
        throw Error("experiment.tasks",
                    sentence("The tasks in '{folder}' belong to a different command.", {{"folder", folder()}}),
                    sentence("Choose another folder, or delete this one."));
    if (is_begun)
        throw Error(
            "experiment.tasks",
            has_list ? sentence("The folder '{folder}' contains finished tasks, but list.json, which describes the "
                                "tasks, cannot be read.",
                                {{"folder", folder()}})
                     : sentence("The folder '{folder}' contains finished tasks, but list.json, which describes the "
                                "tasks, is missing.",
                                {{"folder", folder()}}),
            sentence("Choose another folder, or delete this one. The tasks may belong to a different command."));
    write_whole_file(path, wanted.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void Tasks::refuse(const std::string& message) {
    throw Error("experiment.tasks", message,
                sentence("To run this task again, delete its folder and repeat the command."));
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
