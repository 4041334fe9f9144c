#include "app/check/size_boundary.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

namespace warploom::app {

namespace {

/// A size parameter, such as the number of rows, and the pattern for the names of inputs in which only this size
/// varies.
struct SizeParameter {
    const char* key;   ///< name of the generator parameter
    const char* begin; ///< part of an input's name before the size
    const char* limit; ///< sentence pattern with the placeholders {limit}, {more} and {twice}
    /// Part of the input's name after the size and before another parameter that repeats the size. May be empty.
    const char* again = "";
};

std::vector<SizeParameter> size_parameters(Operation operation) {
    const char* const rows = sentence_pattern("The kernel works only for up to {limit} rows: the result is correct for "
                                              "{limit} rows, and wrong for {more} and {twice} rows.");
    const char* const columns =
        sentence_pattern("The kernel works only for up to {limit} columns: the result is correct for {limit} columns, "
                         "and wrong for {more} and {twice} columns.");
    switch (operation) {
    case Operation::tridiagonal:
        return {{"n", "tridiagonal:kind=21,n=",
                 sentence_pattern("The kernel works only for up to {limit} unknowns: the result is correct for {limit} "
                                  "unknowns, and wrong for {more} and {twice} unknowns.")}};
    case Operation::ata: return {{"rows", "dense:cols=4,rows=", rows}, {"cols", "dense:rows=2,cols=", columns}};
    case Operation::trsv:
    case Operation::ilu: return {{"n", "test-rows:lengths=0,length=2,diagonal=3,n=", rows}};
    case Operation::spmv:
        return {{"length", "test-rows:n=4,lengths=0,length=",
                 sentence_pattern("The kernel works only for up to {limit} nonzeros per row: the result is correct for "
                                  "{limit} nonzeros per row, and wrong for {more} and {twice} nonzeros per row."),
                 ",cols="},
                {"n", "test-rows:lengths=0,length=3,spread=0,cols=40,n=", rows},
                {"cols", "test-rows:n=5,lengths=0,length=3,spread=2,cols=", columns}};
    default: return {};
    }
}

TestInput input_of_size(const SizeParameter& parameter, std::int64_t size, int block) {
    const std::string number = std::to_string(size);
    TestInput input{parameter.begin + number + (*parameter.again == '\0' ? "" : parameter.again + number), block};
    input.is_run_again = false;
    return input;
}

/// Returns the value of a parameter in the name of a generated input.
std::optional<std::int64_t> value_of(const std::string& name, const std::string& key) {
    for (const char before : {':', ','}) {
        const std::string text = before + key + "=";
        const std::size_t at = name.find(text);
        if (at == std::string::npos) continue;
        std::int64_t value = 0;
        if (std::from_chars(name.data() + at + text.size(), name.data() + name.size(), value).ec == std::errc())
            return value;
    }
    return std::nullopt;
}

} // namespace

std::string size_boundary(Inputs& inputs, Operation operation, const TestInput& failed, const TraceSettings& settings,
                          const Progress& progress) {
    constexpr std::int64_t most = 5'000; // maximum size; larger inputs take too long to run repeatedly
    // Minimum size for a limit; an error at a smaller size is more likely a mistake in a single row.
    constexpr std::int64_t least = 16;
    TraceSettings wanted = settings;
    wanted.counts = false;
    for (const SizeParameter& parameter : size_parameters(operation)) {
        const auto found = value_of(failed.name, parameter.key);
        if (!found || *found < 2 || *found > most) continue;
        /// Returns whether the kernel is correct for a size; std::nullopt if the input does not exist or fails to run.
        const auto is_right = [&](std::int64_t size) -> std::optional<bool> {
            const TestInput input = input_of_size(parameter, size, failed.block);
            try {
                const Tried tried = try_test_input(inputs, operation, input, input.x, wanted, false, progress);
                if (tried.rows == 0 || !tried.trace.findings.empty()) return std::nullopt;
                return !tried.wrong;
            } catch (const Error& error) {
                if (error.code() == "cancelled") throw;
                return std::nullopt;
            }
        };
        std::int64_t right = 1, wrong = *found;
        if (is_right(right) != true || is_right(wrong) != false) continue;
        bool is_known = true;
        // The size of the failing input is usually the limit plus one, so try the size below it first.
        for (std::int64_t next = wrong - 1; is_known && wrong - right > 1; next = right + (wrong - right) / 2) {
            const auto outcome = is_right(next);
            is_known = outcome.has_value();
            (outcome == true ? right : wrong) = next;
        }
        // Test other sizes on both sides of the limit, to make sure that the error depends on the size and not, for
        // example, on whether it is odd.
        if (!is_known || right < least || is_right(right - 1) != true || is_right(wrong + 1) != false ||
            is_right(2 * right) != false)
            continue;
        return sentence(parameter.limit, {{"limit", right}, {"more", wrong}, {"twice", 2 * right}});
    }
    return {};
}

} // namespace warploom::app
