#include "app/trace_documents/profiler_csv.h"

#include "engine/error.h"
#include "engine/join.h"
#include "engine/portable.h"
#include "engine/protocol/messages/profiler.h"
#include "engine/sentence.h"
#include "engine/text_file.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace warploom::app {

namespace {

std::string quoted_field(const std::string& text) {
    std::string field = "\"";
    for (const char c : text) field += c == '"' ? std::string("\"\"") : std::string(1, c);
    return field + "\"";
}

std::string line_of(const std::vector<std::string>& fields) {
    std::string line;
    for (const std::string& field : fields) line += (line.empty() ? "" : ",") + quoted_field(field);
    return line + "\n";
}

[[noreturn]] void refuse(const std::string& name, const std::string& problem) {
    throw Error("counters.format", sentence("{file}: {problem}", {{"file", name}, {"problem", problem}}),
                sentence("Create the file with `ncu --csv --page raw`, or from a report with `ncu --import "
                         "FILE.ncu-rep --csv --page raw`."));
}

/// Splits a line of CSV at commas outside of quotation marks.
std::vector<std::string> split_csv(std::string_view line) {
    std::vector<std::string> fields(1);
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') {
            if (is_quoted && i + 1 < line.size() && line[i + 1] == '"') fields.back() += line[i++];
            else is_quoted = !is_quoted;
        } else if (line[i] == ',' && !is_quoted) {
            fields.emplace_back();
        } else {
            fields.back() += line[i];
        }
    }
    return fields;
}

/// Returns whether the metric corresponds to one of the counts of a trace.
bool is_compared(const std::string& metric) {
    const auto& counters = protocol::profiler_counters();
    return std::any_of(counters.begin(), counters.end(), [&](const protocol::ProfilerCounter& counter) {
        const std::vector<std::string> metrics = protocol::metrics_of(counter);
        return std::find(metrics.begin(), metrics.end(), metric) != metrics.end();
    });
}

/// Parses the value of a metric in the output of ncu, which may contain commas between groups of digits. Returns
/// std::nullopt for "n/a" and "", and for text such as "No-CC", which occurs in metrics that have no corresponding
/// count.
std::optional<double> number_of(const std::string& name, std::int64_t line, const std::string& metric,
                                std::string text) {
    text.erase(std::remove(text.begin(), text.end(), ','), text.end());
    if (text.empty() || text == "n/a" || text == "nan" || text == "-") return std::nullopt;
    double value = 0;
    const auto [end, failure] = portable::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size()) {
        if (!is_compared(metric)) return std::nullopt;
        refuse(name,
               sentence("Line {line}: '{text}' is not a number.", {{"line", line}, {"text", text.substr(0, 60)}}));
    }
    return value;
}

/// Returns the factor for a unit such as Kbyte. ncu uses such units unless `--print-units base` is specified.
double factor_of(const std::string& unit) {
    if (unit.size() < 5) return 1;
    return unit[0] == 'K' ? 1e3 : unit[0] == 'M' ? 1e6 : unit[0] == 'G' ? 1e9 : unit[0] == 'T' ? 1e12 : 1;
}

/// Returns the product of the dimensions in a size such as "(313, 1, 1)" or "313", or 0 if it contains no number.
std::int64_t elements_of(const std::string& size) {
    std::int64_t product = 0;
    for (std::size_t at = 0; at < size.size();) {
        std::int64_t number = 0;
        const auto [end, failure] = std::from_chars(size.data() + at, size.data() + size.size(), number);
        if (failure == std::errc()) product = product == 0 ? number : product * number;
        at = failure == std::errc() ? static_cast<std::size_t>(end - size.data()) : at + 1;
    }
    return product;
}

/// Returns the kernel name without return type, template arguments and parameters: "csr_scalar" for "void
/// csr_scalar<double>(int, const int *)".
std::string bare_name(const std::string& kernel) {
    const std::string name = kernel.substr(0, kernel.find_first_of("<("));
    return name.substr(name.find_last_of(" :") + 1);
}

/// Columns in the output of ncu that identify a launch and specify its size.
struct Columns {
    std::optional<std::size_t> id, kernel, blocks, block_size, metric, unit, value;

    explicit Columns(const std::vector<std::string>& header) {
        const auto find = [&](const char* title) -> std::optional<std::size_t> {
            const auto at = std::find(header.begin(), header.end(), title);
            if (at == header.end()) return std::nullopt;
            return static_cast<std::size_t>(at - header.begin());
        };
        id = find("ID");
        kernel = find("Kernel Name");
        blocks = find("Grid Size");
        block_size = find("Block Size");
        metric = find("Metric Name");
        unit = find("Metric Unit");
        value = find("Metric Value");
    }
    bool is_complete() const { return id && kernel && metric.has_value() == value.has_value(); }
};

} // namespace

std::string profiler_csv(const protocol::Trace& trace) {
    std::string text = line_of({"ID", "Kernel Name", "Metric Name", "Metric Unit", "Metric Value"});
    for (const protocol::ProfilerCount& count : trace.counters)
        text += line_of({std::to_string(count.launch), trace.launches.at(static_cast<std::size_t>(count.launch)).kernel,
                         count.metric, count.unit, std::to_string(count.value)});
    return text;
}

std::vector<ProfiledLaunch> parse_profiler_csv(const std::string& name, const std::string& text) {
    if (text.starts_with("NVR")) refuse(name, sentence("This is a report of Nsight Compute, not a CSV file."));
    std::vector<ProfiledLaunch> launches;
    std::vector<std::string> header, units;
    std::optional<Columns> columns;
    std::string last_id;
    std::int64_t line = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view all = std::string_view(text).substr(at, end - at);
        at = end + 1;
        ++line;
        if (all.ends_with('\r')) all.remove_suffix(1);
        // Output of the program and messages of ncu can precede the table. All fields of the table are quoted.
        if (!all.starts_with('"')) continue;
        std::vector<std::string> fields = split_csv(all);
        if (!columns) {
            Columns found(fields);
            if (!found.is_complete()) continue;
            columns = found;
            header = std::move(fields);
            continue;
        }
        if (fields.size() != header.size())
            refuse(name, sentence("Line {line} has {n} {n:field|fields}, but the header has {m}.",
                                  {{"line", line}, {"n", fields.size()}, {"m", header.size()}}));
        const std::string& id = fields[*columns->id];
        if (id.empty() && launches.empty()) { // the header is followed by a line with the units
            units = std::move(fields);
            continue;
        }
        if (launches.empty() || !columns->metric || id != last_id) {
            ProfiledLaunch launch;
            launch.kernel = bare_name(fields[*columns->kernel]);
            if (columns->blocks) launch.blocks = elements_of(fields[*columns->blocks]);
            if (columns->block_size) launch.block_size = elements_of(fields[*columns->block_size]);
            launches.push_back(std::move(launch));
            last_id = id;
        }
        auto& metrics = launches.back().metrics;
        if (columns->metric) {
            const std::string unit = columns->unit ? fields[*columns->unit] : std::string();
            if (const auto value = number_of(name, line, fields[*columns->metric], fields[*columns->value]))
                metrics[fields[*columns->metric]] = *value * factor_of(unit);
            continue;
        }
        for (std::size_t i = 0; i < fields.size(); ++i) {
            // All other columns, such as the host name, contain text.
            if (header[i].find("__") == std::string::npos) continue;
            if (const auto value = number_of(name, line, header[i], fields[i]))
                metrics[header[i]] = *value * (units.empty() ? 1 : factor_of(units[i]));
        }
    }
    if (!columns) refuse(name, sentence("The file does not contain a table of Nsight Compute."));
    if (launches.empty()) refuse(name, sentence("The file does not contain any launch."));
    return launches;
}

std::vector<ProfiledLaunch> read_profiler_csv(const std::string& path, const Progress& progress) {
    constexpr std::size_t largest = std::size_t{256} << 20;
    return parse_profiler_csv(path, read_text(path, largest, progress));
}

namespace {

/// Starting at `next`, searches for the first launch that corresponds to a launch of a trace. Advances `next` past it.
const ProfiledLaunch& matching_launch(const protocol::TraceLaunch& launch, const std::vector<ProfiledLaunch>& profiled,
                                      std::size_t& next) {
    const ProfiledLaunch* other_grid = nullptr;
    for (std::size_t i = next; i < profiled.size(); ++i) {
        const ProfiledLaunch& candidate = profiled[i];
        if (candidate.kernel != launch.kernel) continue;
        const bool fits = (candidate.blocks == 0 || candidate.blocks == launch.blocks) &&
                          (candidate.block_size == 0 || candidate.block_size == launch.block_size);
        if (fits) {
            next = i + 1;
            return candidate;
        }
        if (other_grid == nullptr) other_grid = &candidate;
    }
    if (other_grid != nullptr)
        throw Error(
            "counters.launch",
            sentence("The trace launches {kernel} with {blocks} blocks of {size} threads, but the file contains "
                     "a launch with {other_blocks} blocks of {other_size} threads.",
                     {{"kernel", launch.kernel},
                      {"blocks", launch.blocks},
                      {"size", launch.block_size},
                      {"other_blocks", other_grid->blocks},
                      {"other_size", other_grid->block_size}}),
            sentence("Trace the same matrix with the same block size (--block)."));
    std::vector<std::string> names;
    for (const ProfiledLaunch& each : profiled)
        if (std::find(names.begin(), names.end(), each.kernel) == names.end()) names.push_back(each.kernel);
    throw Error(
        "counters.launch",
        sentence("The file contains no launch of {kernel} that has not been compared yet. It contains: {names}.",
                 {{"kernel", launch.kernel}, {"names", join(names, ", ")}}),
        sentence("Profile the kernel that is traced."));
}

} // namespace

void require_profiler_card(const protocol::Trace& trace) {
    if (trace.counters.empty())
        throw Error("counters.card",
                    sentence("Nsight Compute does not support the {card}, so there are no counters to compare.",
                             {{"card", trace.card.title}}),
                    sentence("Use a card with compute capability 7.0 or higher, such as --card h200."));
}

Table counter_table(const protocol::Trace& trace, const std::vector<ProfiledLaunch>& profiled) {
    require_profiler_card(trace);
    Table table;
    table.title =
        sentence("Counts of the simulated {card} and counters of Nsight Compute", {{"card", trace.card.title}});
    table.columns = {{"launch", ""},  {"kernel", ""},           {"id", ""}, {"metric", ""}, {"count", ""},
                     {"counter", ""}, {"difference", "percent"}};
    std::size_t next = 0;
    for (std::size_t l = 0; l < trace.launches.size(); ++l) {
        const ProfiledLaunch& launch = matching_launch(trace.launches[l], profiled, next);
        for (const protocol::ProfilerCount& count : trace.counters) {
            if (count.launch != static_cast<int>(l)) continue;
            double sum = 0;
            bool is_known = true;
            for (const std::string& metric : protocol::metrics_of(protocol::profiler_counter(count.id))) {
                const auto found = launch.metrics.find(metric);
                is_known = is_known && found != launch.metrics.end();
                if (is_known) sum += found->second;
            }
            if (!is_known) continue;
            const double counted = static_cast<double>(count.value);
            table.add_row({static_cast<std::int64_t>(l), trace.launches[l].kernel, count.id, count.metric, count.value,
                           number_cell(sum),
                           sum != 0       ? number_cell(100 * (counted / sum - 1))
                           : counted == 0 ? Cell(0.0)
                                          : Cell()});
        }
    }
    if (table.rows.empty())
        throw Error("counters.format", sentence("The file contains none of the counters that can be compared."),
                    sentence("Profile with `--metrics {metrics}`.",
                             {{"metrics", protocol::metrics_of(protocol::profiler_counters()[1]).front()}}));
    return table;
}

} // namespace warploom::app
