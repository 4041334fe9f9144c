#include "app/check/test_inputs.h"

#include "app/check/designed_inputs.h"
#include "app/check/free_inputs.h"
#include "app/check/input_domain.h"
#include "app/check/large_inputs.h"
#include "app/check/limit_inputs.h"
#include "app/check/size_limits.h"
#include "engine/sentence.h"
#include "engine/simt/source_constants.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>

namespace warploom::app {

namespace {

/// Exponents of the powers of two that scale test inputs. The results stay well within the range of float.
constexpr int large = 90, small = -90;

/// A matrix for AᵀA with more columns than a typical block has threads.
constexpr const char* wide_dense = "dense:rows=2,cols=260,seed=7";

/// Returns whether a format pads all rows to the length of the longest row.
bool is_padded(const std::string& format) { return format == "ell" || format == "ell-sorted"; }

/// Returns whether a single long row can make the format as large as 32 rows of the same length would.
bool has_slices(const std::string& format) { return is_padded(format) || format == "hyb" || format == "sell"; }

/// Returns whether an input from test-rows has long rows in many places.
bool has_long_rows(const TestInput& input) { return input.name.find("lengths=2,") != std::string::npos; }

std::vector<TestInput> drawn_matrices(const std::string& format) {
    const TestInput some_rows{"banded:n=2085,lower=1,upper=0", 0, large}, whole_blocks{"laplace2d:n=16", 64, small},
        far_from_the_row{"random-rows:n=40,fraction=0.0001,cols=70001,seed=8"};
    if (format == "dia")
        return {{"laplace2d:n=23"},
                {"banded:n=50,lower=2,upper=3,cols=40"},
                {"diagonal:n=1"},
                {"dense:rows=20,cols=33,seed=3"},
                {"banded:n=300,lower=40,upper=1,cols=290"},
                {"tridiagonal:n=500,kind=1,seed=9", 256},
                {"banded:n=1300,lower=2,upper=1,cols=40"},
                whole_blocks,
                some_rows,
                {without_nonzeros},
                far_from_the_row};
    std::vector<TestInput> all{
        {"random-rows:n=500,fraction=0.02,seed=2"},
        {"empty-rows:n=50,every=3,length=4,cols=40,seed=1"},
        {"empty-rows:n=1300,every=2,length=1,cols=40,seed=7"},
        {"diagonal:n=1"},
        {"test-rows:n=1100,lengths=4,cols=1"},
        whole_blocks,
        {has_slices(format) ? "dense:rows=1,cols=256,seed=3" : "dense:rows=1,cols=5000,seed=3", 256},
        {"banded:n=131,lower=130,upper=0"},
        {"power-law:n=500,mean=3,cols=300,longest=100,seed=5", 512},
        some_rows,
        {without_nonzeros},
        far_from_the_row};
    TestInput with_infinity{"banded:n=60,lower=7,upper=5"};
    with_infinity.x = with_an_infinity;
    with_infinity.is_run_again = false;
    all.push_back(std::move(with_infinity));
    if (!has_padding(format)) { // kernels may multiply padding by x
        TestInput with_nan{"random-rows:n=60,fraction=0.2,seed=11"};
        with_nan.x = with_a_nan;
        all.push_back(std::move(with_nan));
        // Each element of x of a wide matrix is multiplied by few entries, so most rows of the product remain finite.
        for (const char* const wide : {"random-rows:n=400,fraction=0.004,cols=3000,seed=12",
                                       "test-rows:n=90,lengths=2,spread=1,cols=3000,seed=13",
                                       "random-rows:n=70,fraction=0.002,cols=40000,seed=14"}) {
            TestInput with_others{wide};
            with_others.x = with_several_nan;
            with_others.is_run_again = false;
            all.push_back(std::move(with_others));
        }
    }
    all.push_back({is_padded(format) ? "one-long-row:n=260,row=259,seed=4" : "one-long-row:n=1400,row=1399,seed=4"});
    if (format.rfind("bcsr", 0) == 0) // the size of the second matrix is not a multiple of the 5 x 5 block size
        all.insert(all.end(), {{"reservoir:grid=2,block=3,seed=6"}, {"banded:n=102,lower=20,upper=9,cols=98"}});
    return all;
}

/// Returns test inputs whose structure is unusual for the operation.
std::vector<TestInput> special_inputs(Operation operation, const std::string& format) {
    const TestInput two_wide_levels{"reservoir:grid=9,block=1,seed=2|minimum-degree", 256},
        one_wide_level{"diagonal:n=1100"}; // one dependency level that has more rows than a block has threads
    switch (operation) {
    // In tridiagonal systems of kind 20, the unknowns are strongly coupled, so a few iterations of a relaxation method
    // are not sufficient.
    case Operation::tridiagonal:
        return {{"tridiagonal:n=256,kind=20,seed=1"},
                {"tridiagonal:n=77,kind=6,seed=2", 64},
                {"tridiagonal:n=1,kind=6,seed=3"},
                {"tridiagonal:n=2,kind=20,seed=4"},
                {"tridiagonal:n=3,kind=6,seed=5"},
                {"tridiagonal:n=64,kind=3,seed=6", 0, large},
                {"tridiagonal:n=500,kind=20,seed=7", 256, small},
                {"tridiagonal:n=500,kind=0,seed=8"},
                {"tridiagonal:n=480,kind=6,seed=9,systems=160"}};
    case Operation::ata:
        return {{"dense:rows=64,cols=48,seed=1"},
                {"dense:rows=24,cols=17,seed=2", 64},
                {"dense:rows=1,cols=1,seed=3"},
                {"dense:rows=3,cols=33,seed=4"},
                {"dense:rows=45,cols=1,seed=5"},
                {"dense:rows=1300,cols=6,seed=6", 256},
                {wide_dense},
                {"tridiagonal:n=20,kind=17"}, // C has both large and small values
                {"tridiagonal:n=20,kind=9,seed=8"}};
    case Operation::trsv:
        return {{"laplace2d:n=9"}, {"diagonal:n=1"}, {"reservoir:grid=2,block=3,seed=1", 0, large}, {"arrow:n=150", 64},
                {"arrow:n=290"},   two_wide_levels,  {"banded:n=300,lower=4,upper=4", 0, small},    one_wide_level};
    case Operation::ilu: // all matrices except the last one are nonsymmetric; each row depends on many others
        return {{"laplace2d:n=9"},
                {"diagonal:n=1"},
                {"arrow:n=70", 64},
                // In this input, rows that end at the diagonal come before rows that start at the diagonal.
                {"test-rows:n=60,lengths=3,group=4,length=8,diagonal=3,upper=3,spread=0,seed=3"},
                {"reservoir:grid=2,block=3,seed=1", 0, large},
                {"banded:n=150,lower=4,upper=3", 0, small},
                two_wide_levels,
                one_wide_level};
    default: return drawn_matrices(format);
    }
}

/// Returns inputs with very small and very large values that are still well within the range of the precision. They
/// expose conversions to a smaller type and comparisons with an absolute tolerance. In some inputs, only every seventh
/// row is scaled. Cyclic reduction combines rows whose distance is a power of two, so it never combines two scaled
/// rows.
std::vector<TestInput> inputs_of_magnitudes(Operation operation) {
    // Exponents far below the range of float, and near its lower end.
    constexpr int tiny = -700, subnormal = -1040, small_pivot = -104;
    std::vector<TestInput> all;
    const auto add = [&](const char* name, Precision precision, int power, int row_power, int power_of_x = 0) {
        TestInput& input = all.emplace_back(TestInput{name, 0, power});
        input.row_power = row_power;
        input.precision = precision;
        if (power_of_x != 0) input.x = times_power_of_two + std::to_string(power_of_x);
    };
    const auto add_rows_and_columns = [&](const char* name) {
        add(name, Precision::float64, 0, tiny);
        add(name, Precision::float32, 0, small_pivot);
        // Scaling the columns makes the matrix lose its diagonal dominance.
        TestInput& columns = all.emplace_back(TestInput{name});
        columns.column_power = 4;
    };
    switch (operation) {
    case Operation::tridiagonal: // the matrix itself is scaled with half of this exponent
        for (const int power : {400, -400}) add("tridiagonal:n=90,kind=20,seed=10", Precision::float64, power, 0);
        add_rows_and_columns("tridiagonal:n=90,kind=20,seed=11");
        break;
    case Operation::ata: // elements of C are products of two scaled values
        for (const int power : {400, -400}) add("dense:rows=20,cols=18,seed=10", Precision::float64, power, 0);
        break;
    case Operation::trsv:
    case Operation::ilu: {
        const char* const matrix = "test-rows:n=90,lengths=0,length=4,diagonal=3,width=30,upper=3,seed=10";
        for (const int power : {tiny, -tiny}) add(matrix, Precision::float64, power, 0);
        add_rows_and_columns(matrix);
        break;
    }
    default: {
        const char* const matrix = "test-rows:n=90,lengths=0,length=5,spread=0,seed=10";
        for (const int power : {tiny, -tiny}) add(matrix, Precision::float64, power, 0);
        for (const int power : {tiny, -tiny}) add(matrix, Precision::float64, 0, 0, power);
        for (const int power : {large, small}) add(matrix, Precision::float32, 0, 0, power);
        add(matrix, Precision::float64, subnormal, 0, -tiny); // the products must be normal numbers
    }
    }
    return all;
}

void add_large_inputs(std::vector<TestInput>& all, Operation operation, const simt::SourceConstants& constants,
                      int block) {
    const auto add = [&all](std::string name, int threads = 0) {
        TestInput input;
        input.name = std::move(name);
        input.block = threads;
        input.is_large = true;
        all.push_back(std::move(input));
    };
    if (operation == Operation::spmv) {
        add(many_rows);
        const std::int64_t most_rows = constants.waits ? most_rows_where_threads_wait : most_rows_of_diagonal;
        if (const std::int64_t limit = largest_limit(constants, block, most_rows);
            limit > 0 && !constants.takes_tickets)
            add(large_diagonal(limit + 2), 32); // small blocks result in the largest grids
        add(long_row);
        add(far_columns);
        add(far_entries);
    } else if (operation == Operation::ata) {
        add(wide_matrix(std::max<std::int64_t>(1024, largest_limit_of_columns(constants, block)) + 2));
        add(long_column);
    }
}

} // namespace

bool has_padding(const std::string& format) { return format != "csr" && format != "coo" && format != "csc"; }

std::vector<TestInput> test_inputs(Operation operation, const std::string& format, const KernelSettings& settings) {
    const auto program = kernels::program_of(operation, settings.kernel);
    if (operation == Operation::free) return free_inputs(settings);
    std::vector<TestInput> all = special_inputs(operation, format);
    all[1].is_always_run_again = true;
    for (TestInput& input : all)
        if (input.name == wide_dense) input.is_run_again = false; // C is so large that a single run is slow
    const auto append = [&all](std::vector<TestInput> more) {
        all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    };
    if (const auto names = simt::parameters_of(*program);
        std::find(names.begin(), names.end(), "zero_pivot") != names.end()) {
        const bool is_factor = operation == Operation::ilu;
        // In the third input, several rows of the same dependency level have a zero pivot, and the kernel must report
        // the first of these rows. In the fourth, the first row with a zero pivot is in the third level.
        const std::vector<const char*> names_of_factor{"dense:rows=40,cols=40,fill=1", "dense:rows=2,cols=2,fill=1",
                                                       "test-rows:n=960,lengths=1,length=2,spread=0,diagonal=4,seed=4",
                                                       "test-rows:n=120,lengths=0,length=2,spread=1,diagonal=4,seed=1"};
        const std::vector<const char*> names_of_solver{"tridiagonal:n=1,kind=15", "tridiagonal:n=40,kind=22",
                                                       "tridiagonal:n=40,kind=22,systems=5",
                                                       "tridiagonal:n=40,kind=23,systems=5"};
        for (const char* name : is_factor ? names_of_factor : names_of_solver) {
            TestInput singular{name};
            singular.is_singular = true;
            all.push_back(std::move(singular));
        }
    }
    const simt::SourceConstants constants = simt::constants_of(*program);
    const auto append_run_again = [&](std::vector<TestInput> more, std::size_t one_in) {
        for (std::size_t i = 0; i < more.size(); ++i)
            more[i].is_run_again = one_in > 0 && i % one_in == 0 && !(constants.waits && has_long_rows(more[i]));
        append(std::move(more));
    };
    // Repeating the runs takes several times as long, which is too slow if threads wait for each other.
    if (constants.waits) {
        std::erase_if(all, has_long_rows);
        for (std::size_t i = 1; i < all.size(); i += 2) all[i].is_run_again = false;
    }
    append_run_again(designed_inputs(operation, format, simt::head_of(*program).takes_block, constants.waits),
                     constants.waits ? 12 : 6);
    append_run_again(inputs_of_magnitudes(operation), 0);
    append_run_again(limit_inputs(operation, format, constants, settings.block), 0);
    for (const SizeLimit& limit : size_limits(operation, format, settings))
        if (!limit.input.empty()) append_run_again({{limit.input}}, 0);
    add_large_inputs(all, operation, constants, settings.block);
    return domain_of_kernel(operation, settings.kernel).adapted(all);
}

TestInput small_input(Operation operation, const std::string& format, const std::string& kernel) {
    if (operation == Operation::free) return tiny_free_input(kernel);
    // For these operations, the next input is a matrix with a single row.
    const bool is_first = operation == Operation::trsv || operation == Operation::ilu;
    const TestInput usual = special_inputs(operation, format)[is_first ? 0 : 1];
    return domain_of_kernel(operation, kernel).adapted(usual).value_or(usual);
}

TestInput tiny_input(Operation operation, const std::string& kernel) {
    if (operation == Operation::free) return tiny_free_input(kernel);
    TestInput usual{"test-rows:n=40,lengths=0,length=5,spread=0"};
    if (operation == Operation::tridiagonal) usual.name = "tridiagonal:n=16,kind=20";
    if (operation == Operation::ata) usual.name = "dense:rows=8,cols=4";
    if (operation == Operation::trsv || operation == Operation::ilu) usual.name = "laplace2d:n=4";
    return domain_of_kernel(operation, kernel).adapted(usual).value_or(usual);
}

std::string on_test_input(Operation operation, const std::string& input, const std::string& message) {
    if (operation == Operation::free)
        return sentence("On the test input {input}: {message}", {{"input", input}, {"message", message}});
    if (operation == Operation::tridiagonal)
        return sentence("On the test system {input}: {message}", {{"input", input}, {"message", message}});
    return sentence("On the test matrix {input}: {message}", {{"input", input}, {"message", message}});
}

} // namespace warploom::app
