#include "app/advice/measured_times.h"

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/items.h"
#include "engine/protocol/serialization/fields.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"

#include <cerrno>
#include <filesystem>
#include <sstream>

namespace warploom::app {

WARPLOOM_FIELDS(KernelTime,
                {"A measured kernel",
                 {{"kernel", "", &KernelTime::kernel, "", protocol::needed},
                  {"format", "", &KernelTime::format, ""},
                  {"ns", "ns", &KernelTime::ns, "median of one call, cold caches", protocol::not_negative},
                  {"samples", "", &KernelTime::samples, "", protocol::count},
                  {"at_least_ns", "ns", &KernelTime::at_least_ns,
                   "lower bound, if the kernel was skipped because the bound was too large", protocol::not_negative},
                  {"format_bytes", "bytes", &KernelTime::format_bytes, "total size of the arrays", protocol::count},
                  {"prepared_ns", "ns", &KernelTime::prepared_ns, "one-time preprocessing time"},
                  {"detail", "", &KernelTime::detail, "parameters chosen by the kernel"},
                  {"reason", "", &KernelTime::reason, "why there is no time"}}})

WARPLOOM_FIELDS(MatrixTimes,
                {"A measured matrix",
                 {{"matrix", "", &MatrixTimes::matrix, "", protocol::needed},
                  {"family", "", &MatrixTimes::family, ""},
                  {"is_held_out", "", &MatrixTimes::is_held_out, "whether the family is held out for evaluation"},
                  {"precision", "", &MatrixTimes::precision, "", protocol::needed},
                  {"rows", "", &MatrixTimes::rows, "", protocol::count},
                  {"cols", "", &MatrixTimes::cols, "", protocol::count},
                  {"nonzeros", "", &MatrixTimes::nonzeros, "", protocol::count},
                  {"kernels", "", &MatrixTimes::kernels, ""},
                  {"failure", "", &MatrixTimes::failure, "why nothing was measured"}}})

WARPLOOM_FIELDS(TimedMachine,
                {"The machine on which the times were measured",
                 {{"warploom_times", "", &TimedMachine::warploom_times, "version of the file format",
                   protocol::Rule{.is_needed = true, .least = 1, .greatest = 1}},
                  {"id", "", &TimedMachine::id, ""},
                  {"title", "", &TimedMachine::title, "", protocol::needed},
                  {"facts", "", &TimedMachine::facts, ""},
                  {"kernels", "", &TimedMachine::kernels, ""},
                  {"samples", "", &TimedMachine::samples, "samples per kernel and matrix", protocol::count}}})

const KernelTime* MatrixTimes::find(const std::string& kernel) const {
    return find_item(kernels, &KernelTime::kernel, kernel);
}

bool MeasuredTimes::has(const std::string& matrix, Precision precision) const {
    for (const MatrixTimes& each : matrices)
        if (each.matrix == matrix && each.precision == precision) return true;
    return false;
}

MeasuredTimes read_times(const std::string& file) {
    constexpr std::size_t largest = std::size_t{256} << 20;
    std::istringstream text(read_regular_file(file, largest));
    MeasuredTimes times;
    int number = 0;
    bool has_machine = false;
    for (std::string line; std::getline(text, line);) {
        ++number;
        if (line.empty()) continue;
        const protocol::DocumentSource source{
            "advice.times", sentence("'{file}', line {line}, is damaged", {{"file", file}, {"line", number}}),
            sentence("Create the file with `advise --measure`.")};
        const Json json = protocol::parse(line, source);
        if (json.is_object() && json.contains("warploom_times")) {
            const auto machine = protocol::read<TimedMachine>(json, source);
            if (!has_machine) times.machine = machine;
            else if (machine.title != times.machine.title)
                throw Error("advice.times",
                            sentence("'{file}' contains times for both {first} and {second}.",
                                     {{"file", file}, {"first", times.machine.title}, {"second", machine.title}}),
                            sentence("Use a separate file for each machine."));
            has_machine = true;
            continue;
        }
        times.matrices.push_back(protocol::read<MatrixTimes>(json, source));
    }
    if (!has_machine)
        throw Error("advice.times",
                    sentence("'{file}' does not name the machine on which the times were "
                             "measured.",
                             {{"file", file}}),
                    sentence("Create the file with `advise --measure`."));
    return times;
}

TimesFile::TimesFile(const std::string& path, const TimedMachine& machine) : path_(path) {
    require_writable(path);
    std::error_code ignored;
    const bool is_there = std::filesystem::file_size(path, ignored) > 0 && !ignored;
    if (is_there) so_far_ = read_times(path);
    if (is_there && so_far_.machine.title != machine.title)
        throw Error("advice.times",
                    sentence("'{file}' contains times for {other}, not {machine}.",
                             {{"file", path}, {"other", so_far_.machine.title}, {"machine", machine.title}}),
                    sentence("Choose another file."));
    file_.open(path, std::ios::app);
    if (!file_) refuse_writing(path, errno);
    if (is_there) return;
    so_far_.machine = machine;
    write(protocol::to_line(protocol::write(machine)));
}

void TimesFile::add(const MatrixTimes& matrix) {
    so_far_.matrices.push_back(matrix);
    write(protocol::to_line(protocol::write(matrix)));
}

void TimesFile::write(const std::string& line) {
    file_ << line << '\n' << std::flush;
    if (!file_) refuse_writing(path_, errno);
}

} // namespace warploom::app
