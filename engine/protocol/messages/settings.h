#pragma once

#include "engine/protocol/messages/words.h"
#include "engine/protocol/serialization/json.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

// All settings of a run. Each setting has a member in RunSettings and an entry in `run_settings` below. The entry
// defines the JSON field, the command-line option, the row on the Run page, and the documentation in docs/protocol.md.
// app/run implements the settings.

namespace warploom::protocol {

struct CgSettings {
    /// Tolerance for the relative residual ‖r‖ / ‖b‖; default: 1e-10 in double, 1e-6 in float.
    std::optional<double> tolerance;
    /// Maximum number of iterations; the default is 100 n, clamped to [1000, 100,000].
    std::optional<std::int64_t> limit;
    Preconditioner preconditioner = Preconditioner::none;
    std::string rhs = "drawn"; ///< `drawn` for b = A x with a random x, `given` for the b of the matrix, or a file

    double tolerance_for(Precision) const;
    std::int64_t limit_for(std::int64_t n) const;
    /// Throws Error("cg.settings") if the CG settings are invalid.
    void require_sense() const;
};

template <class T> class Fields;

/// Returns the default state of the caches. A CG iteration finds the data of the previous one in the caches.
constexpr CacheState default_cache(Operation operation) {
    return operation == Operation::cg ? CacheState::warm : CacheState::cold;
}

struct RunSettings {
    /// IDs of the kernels to run; if empty, all kernels of the machine (for cg, a selection).
    std::vector<std::string> kernels;
    std::vector<Precision> precisions{Precision::float64};
    std::vector<int> blocks{128}; ///< numbers of threads per block, which must be multiples of 32 from 32 to 1024
    std::string baseline;         ///< ID of the baseline kernel; if empty, the simplest kernel is used
    CacheState cache = CacheState::cold;
    bool quick = false;
    /// Maximum measurement time per kernel in seconds. Default: 2 if quick, otherwise 15.
    std::optional<double> time_limit;
    /// Whether to run user-written kernels on a real GPU even if the simulated GPU finds errors in them.
    bool unchecked = false;

    std::string x = "random:1";  ///< x for spmv: `random:SEED`, `ones`, `reciprocal` (x_j = 1 / (1 + j)), or a file
    std::vector<int> threads{0}; ///< numbers of threads for tridiagonal and ata kernels on the host; 0 for all cores
    CgSettings cg;
    static const Fields<RunSettings>& fields(); ///< all settings
};

/// The `run` request. The settings are serialized as fields of the request itself.
struct RunRequest {
    static constexpr const char* name = "run";
    Operation operation = Operation::spmv;
    std::string matrix, machine;
    RunSettings settings;
    static const Fields<RunRequest>& fields();
};

/// Returns a reference to a nested setting, as specified by member pointers: `place<&RunSettings::cg,
/// &CgSettings::limit>`.
template <auto... members> constexpr auto& place(RunSettings& in) { return (in.*....*members); }

/// Flags for the places in which a setting appears, in addition to requests.
enum Shows : unsigned { on_run = 1, on_scaling = 2, on_trace = 4, in_document = 8, in_form = 16 };

/// Describes how a setting appears in the form on the Run page. The strings are translatable.
struct SettingRow {
    /// The label, in which `&` precedes the mnemonic. If empty, the setting is a check box labeled with the title.
    const char* label = "";
    const char* title = "";
    const char* tip = nullptr;               ///< tooltip; if null, the help text is used instead
    const char* usual = "";                  ///< value that is displayed until the user selects one
    const char* empty = "";                  ///< placeholder text of an empty text field
    double least = 0;                        ///< smallest accepted number
    double greatest = 2e9;                   ///< largest accepted number
    std::array<const char*, 5> choices = {}; ///< items of the combo box, or suggestions for the text field
    bool is_of_host = false;                 ///< whether the setting applies only to host kernels
};

struct Setting {
    template <class T> using At = T& (*)(RunSettings&);
    using Place = std::variant<At<bool>, At<std::string>, At<std::vector<std::string>>, At<std::vector<int>>,
                               At<std::vector<Precision>>, At<CacheState>, At<Preconditioner>,
                               At<std::optional<double>>, At<std::optional<std::int64_t>>>;
    static constexpr unsigned every = ~0U;
    static constexpr unsigned of(Operation operation) { return 1U << static_cast<unsigned>(operation); }

    const char* name; ///< key in messages, and command-line option unless `option` is set
    Place place;
    const char* help;             ///< help text for the option, one or more sentences
    unsigned shown = 0;           ///< combination of Shows flags
    unsigned operations = every;  ///< bit mask of the operations that have the setting; see of()
    const char* option = nullptr; ///< name of the command-line option, without --
    const char* unit = "";
    double above = -std::numeric_limits<double>::infinity(); ///< lower bound; numbers must be greater than this value
    bool may_be_left_out = false;                            ///< whether documents omit the setting if it has no value
    SettingRow row{}; ///< label and other strings of the form row, if the setting is shown in_form

    bool is_shown(Operation operation, unsigned where) const {
        return (shown & where) == where && (operations & of(operation)) != 0;
    }
};

/// All settings of a run, in the order of forms, documents and tables.
inline constexpr Setting run_settings[] = {
    {.name = "kernels",
     .place = &place<&RunSettings::kernels>,
     .help = "Kernel IDs, separated by commas. Default: all kernels that run on the machine.",
     .shown = on_run},
    {.name = "preconditioner",
     .place = &place<&RunSettings::cg, &CgSettings::preconditioner>,
     .help = "none; jacobi: diagonal scaling; ic0: incomplete Cholesky without fill-in (not traced, not for bicgstab); "
             "ilu0: incomplete LU without fill-in, also for nonsymmetric matrices.",
     .shown = on_run | on_scaling | on_trace | in_document | in_form,
     .operations = Setting::of(Operation::cg),
     .row = {.label = "P&recond.",
             .title = "Preconditioner",
             .usual = "none",
             .choices = {"none", "Jacobi", "IC(0)", "ILU(0)"}}},
    {.name = "tolerance",
     .place = &place<&RunSettings::cg, &CgSettings::tolerance>,
     .help = "Stops when ‖b - A x‖ / ‖b‖ is at most this value. Default: 1e-10 in double, 1e-6 in float.",
     .shown = on_run | in_document | in_form,
     .operations = Setting::of(Operation::cg),
     .row = {.label = "T&olerance", .title = "Tolerance", .empty = "1e-10, float 1e-6"}},
    {.name = "limit",
     .place = &place<&RunSettings::cg, &CgSettings::limit>,
     .help = "Maximum number of iterations. Default: 100 n, but at least 1000 and at most 100,000.",
     .shown = on_run | in_document | in_form,
     .operations = Setting::of(Operation::cg),
     .row = {.label = "At &most", .title = "Iterations", .empty = "100 n"}},
    {.name = "rhs",
     .place = &place<&RunSettings::cg, &CgSettings::rhs>,
     .help = "drawn: b = A x for a random x; given: the vector b that comes with the matrix (for cg); or a file with a "
             "number per row, such as b.mtx or b.npy.",
     .shown = on_run | in_document,
     .operations = Setting::of(Operation::cg) | Setting::of(Operation::trsv)},
    {.name = "threads",
     .place = &place<&RunSettings::threads>,
     .help = "Numbers of threads for host kernels, separated by commas. 0 uses all cores.",
     .shown = on_run | in_document | in_form,
     .operations = Setting::of(Operation::tridiagonal) | Setting::of(Operation::ata),
     .row = {.label = "CPU &threads", .title = "CPU threads", .usual = "0", .is_of_host = true}},
    {.name = "precision",
     .place = &place<&RunSettings::precisions>,
     .help = "Precision of the values: float, double or both. Indices have 4 bytes.",
     .shown = on_run | on_scaling | in_document | in_form,
     .row = {.label = "&Precision", .title = "Precision", .usual = "double", .choices = {"float", "double"}}},
    {.name = "blocks",
     .place = &place<&RunSettings::blocks>,
     .help = "Threads per block, separated by commas: multiples of 32 from 32 to 1024.",
     .shown = on_run | on_scaling | in_document | in_form,
     .option = "block",
     .row =
         {.label = "Threads per b&lock", .title = "Threads per block", .usual = "128", .least = 32, .greatest = 1024}},
    {.name = "cache",
     .place = &place<&RunSettings::cache>,
     .help = "cold: caches are flushed before each sample; warm: they are not. Default: warm for cg, cold for all "
             "other operations.",
     .shown = on_run | on_scaling | in_document | in_form,
     .row = {.label = "&Cache",
             .title = "Cache",
             .tip = "Cold: the cache is flushed before each sample. Warm: samples run back to back, as in a solver.",
             .usual = "cold",
             .choices = {"cold", "warm"}}},
    {.name = "x",
     .place = &place<&RunSettings::x>,
     .help = "Values of x: random:SEED, ones, reciprocal (x_j = 1/(1+j)), or a file with a number per column, such as "
             "x.mtx or x.npy. Default: random:1.",
     .shown = on_run | in_document | in_form,
     .operations = Setting::of(Operation::spmv),
     .row = {.label = "&x", .title = "Vector x", .usual = "random:1", .choices = {"random:1", "ones", "reciprocal"}}},
    {.name = "baseline",
     .place = &place<&RunSettings::baseline>,
     .help = "Kernel that speedups are relative to.",
     .shown = on_run | in_document | in_form,
     .row = {.label = "B&aseline", .title = "Baseline"}},
    {.name = "quick",
     .place = &place<&RunSettings::quick>,
     .help = "Takes at least 10 samples per kernel, for at least 0.1 s and at most 2 s. By default, sampling continues "
             "until the noise is stable.",
     .shown = on_run | on_scaling | in_document | in_form,
     .row = {.title = "Quick", .usual = "true"}},
    {.name = "time_limit",
     .place = &place<&RunSettings::time_limit>,
     .help = "Maximum measurement time per kernel. Default: 2 s with the quick preset, otherwise 15 s.",
     .shown = on_run | on_scaling | in_document | in_form,
     .option = "time-limit",
     .unit = "s",
     .above = 0,
     .may_be_left_out = true,
     .row = {.label = "At m&ost, s", .title = "Time per kernel", .empty = "2 if quick, else 15"}},
    {.name = "unchecked",
     .place = &place<&RunSettings::unchecked>,
     .help = "Launches a .cu file on a real GPU even if the simulated GPU finds errors in it.",
     .shown = on_run | on_scaling},
};

/// Serializes the settings of an operation that appear in all places specified by `where` (a combination of Shows
/// flags). If `where` is 0, serializes all settings.
Json write_settings(Operation operation, const RunSettings& settings, unsigned where = 0);
/// Throws Error("run.setting") if the value of a setting is not greater than its lower bound.
void require_numbers(const RunSettings& settings);
/// Returns the value of a setting as text, such as "double". List elements are separated by spaces, as in "32 64".
/// Returns an empty string if the setting has no value.
std::string setting_text(const Setting& setting, const RunSettings& settings);

} // namespace warploom::protocol
