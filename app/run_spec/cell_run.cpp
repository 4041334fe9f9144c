#include "app/run_spec/cell_run.h"

#include "app/operations/operation.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/sentence.h"

#include <charconv>
#include <cmath>

namespace warploom::app {

using experiment::Figure;
using experiment::Place;

namespace {

[[noreturn]] void refuse(const std::string& key, const std::string& value, const std::string& expected) {
    throw Error("experiment.format",
                sentence("'{value}' is not a valid value of '{key}'. Valid values: {expected}.",
                         {{"value", value}, {"key", key}, {"expected", expected}}),
                sentence("The valid values of every key are listed in docs/experiments.md."));
}

/// Throws unless the experiment contains the kernel source. Otherwise, an experiment from another computer could run a
/// local file that happens to have the same name.
void require_carried(const experiment::Experiment& experiment, const std::string& kernel) {
    const std::string file = experiment::kernel_file_in(kernel);
    if (!file.empty() && !experiment.kernels.contains(file))
        throw Error(
            "experiment.format",
            sentence("The experiment uses the kernel {file} but does not contain its source.", {{"file", file}}),
            sentence("Open the experiment file from the folder that contains the kernel."));
}

std::int64_t whole(const std::string& key, const std::string& value, std::int64_t least, std::int64_t most) {
    std::int64_t number = 0;
    const char* const end = value.data() + value.size();
    const auto parsed = std::from_chars(value.data(), end, number);
    if (value.empty() || parsed.ec != std::errc() || parsed.ptr != end || number < least || number > most)
        refuse(key, value, sentence("integers from {least} to {most}", {{"least", least}, {"most", most}}));
    return number;
}

Precision precision_in(const std::string& value) {
    const auto precision = kernels::precision_from(value);
    if (!precision) refuse("precision", value, "float or double");
    return *precision;
}

/// Returns the part of a run's key that is common to modeled and measured runs.
std::string common_key(const CellRun& run) {
    std::string key = kernels::to_string(run.operation);
    for (const auto& input : run.inputs) key += "|" + input;
    key += std::string("||") + kernels::to_string(run.precision) + "|" + std::to_string(run.block) + "|" +
           experiment::to_string(run.place) + "|" + kernels::to_string(run.cache);
    if (run.place == Place::gpus) key += "|" + std::to_string(run.gpus);
    if (run.operation == Operation::cg)
        key += std::string("|") + kernels::to_string(run.preconditioner) + "|" + std::to_string(run.limit) + "|" +
               format_number(run.tolerance) + "|" + protocol::to_string(run.rhs);
    if (run.figure == Figure::difference)
        key += "|against " + run.option("against", "") + "|" + run.option("against_precision", "");
    return key;
}

} // namespace

bool CellRun::needs_solution() const {
    return figure == Figure::iterations || figure == Figure::solve_time || figure == Figure::residual;
}

bool CellRun::needs_counts() const {
    if (figure == Figure::launches || figure == Figure::time) return options.contains("launch");
    return experiment::is_count(figure);
}

bool CellRun::is_plain() const {
    return figure != Figure::one_run && figure != Figure::difference && figure != Figure::clock;
}

std::string CellRun::option(const char* name, const std::string& fallback) const {
    const auto at = options.find(name);
    return at == options.end() ? fallback : at->second;
}

int CellRun::counted_option(const char* name, int fallback) const {
    constexpr int most = 10'000;
    const auto at = options.find(name);
    return at == options.end() ? fallback : static_cast<int>(whole(name, at->second, 1, most));
}

RunSettings CellRun::settings(bool quick) const {
    RunSettings settings;
    settings.kernels = {kernel};
    settings.precisions = {precision};
    settings.blocks = {block};
    settings.threads = {threads};
    settings.cache = cache;
    settings.x = x;
    settings.quick = quick;
    settings.cg.preconditioner = preconditioner;
    if (limit > 0) settings.cg.limit = limit;
    if (tolerance > 0) settings.cg.tolerance = tolerance;
    settings.cg.rhs = to_string(rhs);
    return settings;
}

CellRun cell_run(const experiment::Experiment& experiment, const experiment::Series& series,
                 const experiment::Cell& cell) {
    const auto& run = *series.run; // this is safe, because the callers have checked that the series has a run
    const auto fill = [&](const std::string& text) { return experiment::fill_in(text, experiment, cell.at); };
    constexpr std::int64_t most = 4096;
    CellRun filled;
    const auto operation = kernels::operation_from(fill(run.operation));
    if (!operation) refuse("operation", fill(run.operation), protocol::names_of<Operation>());
    filled.operation = *operation;
    for (const auto& input : run.inputs) filled.inputs.push_back(fill(input));
    for (const std::string* kernel : {&run.kernel, &run.modelled_kernel}) require_carried(experiment, fill(*kernel));
    filled.kernel = spec_of(*operation).plan(fill(run.kernel)).name;
    filled.modelled_kernel = fill(run.modelled_kernel);
    filled.modelled_kernel =
        filled.modelled_kernel.empty() ? filled.kernel : spec_of(*operation).plan(filled.modelled_kernel).name;
    filled.card = fill(run.card);
    filled.place = run.place;
    filled.precision = precision_in(fill(run.precision));
    filled.block = static_cast<int>(whole("block", fill(run.block), 32, 1024));
    filled.threads = static_cast<int>(whole("threads", fill(run.threads), 0, most));
    filled.gpus = static_cast<int>(whole("gpus", fill(run.gpus), 1, most));
    filled.x = fill(run.x);
    const std::string cache = fill(run.cache);
    if (cache != "cold" && cache != "warm") refuse("cache", cache, "cold or warm");
    filled.cache = cache == "cold" ? CacheState::cold : CacheState::warm;
    const auto preconditioner = kernels::preconditioner_from(fill(run.preconditioner));
    if (!preconditioner) refuse("preconditioner", fill(run.preconditioner), "none, jacobi, ic0 or ilu0");
    filled.preconditioner = *preconditioner;
    filled.limit = whole("limit", fill(run.limit), 0, std::int64_t{1} << 40);
    // The file reader has already validated that this text is a number.
    filled.tolerance = std::atof(fill(run.tolerance).c_str());
    const auto rhs = protocol::named<RightSide>(fill(run.rhs));
    if (!rhs) refuse("rhs", fill(run.rhs), "drawn or given");
    filled.rhs = *rhs;
    filled.figure = series.figure;
    for (const auto& [key, value] : series.options) filled.options[key] = fill(value);
    return filled;
}

bool is_same_case(const CellRun& a, const CellRun& b) {
    const auto input = [](const CellRun& run) { return run.inputs.empty() ? std::string() : run.inputs.front(); };
    return input(a) == input(b) && a.operation == b.operation && a.modelled_kernel == b.modelled_kernel &&
           a.precision == b.precision && a.block == b.block;
}

std::string modelled_key(const CellRun& run) {
    std::string key = common_key(run) + "|" + run.modelled_kernel;
    if (!run.card.empty()) key += "|on " + run.card;
    // The modeled times of these operations are based on a few blocks, as in the calibration. Counts, however, require
    // a trace of the whole call.
    if (run.needs_counts() && (run.operation == Operation::tridiagonal || run.operation == Operation::ata))
        key += "|counts";
    if (!run.is_plain()) key += std::string("|") + experiment::to_string(run.figure);
    return key;
}

std::string measured_key(const CellRun& run) {
    std::string key = common_key(run) + "|" + run.kernel + "|" + std::to_string(run.threads) + "|" + run.x;
    if (!run.is_plain()) key += std::string("|") + experiment::to_string(run.figure);
    return key;
}

double size_of_input(const CellRun& run) {
    if (run.inputs.empty()) return 0;
    // The last candidate is usually a generator, whose name contains the size.
    const std::string& name = run.inputs.back();
    const auto value_of = [&](const char* key) {
        const std::string word = std::string(key) + "=";
        for (std::size_t at = name.find(word); at != std::string::npos; at = name.find(word, at + 1))
            if (at > 0 && (name[at - 1] == ':' || name[at - 1] == ','))
                return std::atof(name.c_str() + at + word.size());
        return 0.0;
    };
    const auto or_one = [](double value) { return value > 0 ? value : 1.0; };
    const double n = value_of("n"), columns = value_of("cols");
    double size = or_one(n) * or_one(value_of("rows")) * or_one(columns) * std::pow(or_one(value_of("grid")), 3) *
                  std::pow(or_one(value_of("block")), 2);
    if (value_of("fraction") > 0) size *= or_one(n) * value_of("fraction");
    if (name.rfind("laplace2d", 0) == 0) size *= or_one(n);
    if (name.rfind("laplace3d", 0) == 0) size *= or_one(n) * or_one(n);
    return run.operation == Operation::ata ? size * or_one(columns) : size;
}

double in_unit_of_time(double ns, const std::string& unit) {
    if (unit == "s") return ns / 1e9;
    if (unit == "us" || unit == "µs") return ns / 1e3;
    if (unit == "ns") return ns;
    return ns / 1e6;
}

} // namespace warploom::app
