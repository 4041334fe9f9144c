// The list of generators, and the code that runs them.
#include "engine/generators/generators.h"

#include "engine/format_number.h"
#include "engine/generators/generator_sizes.h"
#include "engine/generators/tridiagonal_system.h"
#include "engine/items.h"
#include "engine/join.h"
#include "engine/memory.h"
#include "engine/portable.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warploom {

namespace {

constexpr double largest = std::numeric_limits<std::int32_t>::max();
constexpr double largest_seed = 9007199254740992.0; // 2^53: all nonnegative integers up to this value are exact

struct Generator {
    GeneratorInfo info;
    GeneratorFunction make;
};

GeneratorParameter order(double value, double maximum = largest, double minimum = 1) {
    return {"n", sentence("number of rows"), value, minimum, maximum, true};
}

GeneratorParameter columns() {
    return {"cols", sentence("number of columns; 0: same as the number of rows"), 0, 0, largest, true};
}

GeneratorParameter seed() {
    return {"seed", sentence("seed of the random number generator"), 1, 0, largest_seed, true};
}

std::vector<Generator> make_list() {
    const char* prata = "Prata et al. 2010, section 4";
    const char* rossignon = "Rossignon 2013, section 2";
    return {
        {{"random-rows",
          sentence("Random rows"),
          sentence("Rows of random length with distinct random columns; values are uniform in (-1, 1)."),
          prata,
          false,
          {order(4096),
           {"fraction", sentence("length of the longest row as a fraction of the number of columns"), 0.2, 0, 1, false},
           columns(),
           seed()}},
         make_random_rows},
        {{"reservoir",
          sentence("Reservoir"),
          sentence("A 7-point grid of dense blocks, as in oil reservoir simulation; strictly diagonally dominant."),
          rossignon,
          false,
          {{"grid", sentence("cells along each edge of the cube"), 20, 1, 1290, true},
           {"block", sentence("unknowns per cell"), 8, 1, 64, true},
           seed(),
           {"spd", sentence("1: symmetric positive definite; 0: nonsymmetric"), 0, 0, 1, true}}},
         make_reservoir},
        {{"laplace2d",
          sentence("2-D Laplacian"),
          sentence("The 5-point Laplacian on an n x n grid."),
          "",
          true,
          {{"n", sentence("cells along each edge of the square"), 64, 1, 46340, true}}},
         make_laplace2d},
        {{"laplace3d",
          sentence("3-D Laplacian"),
          sentence("The 7-point Laplacian on an n x n x n grid."),
          "",
          true,
          {{"n", sentence("cells along each edge of the cube"), 20, 1, 1290, true}}},
         make_laplace3d},
        {{"banded",
          sentence("Band"),
          sentence("A full band of -1 with a dominant main diagonal."),
          "",
          true,
          {order(4096),
           {"lower", sentence("number of subdiagonals"), 2, 0, largest, true},
           {"upper", sentence("number of superdiagonals"), 2, 0, largest, true},
           columns()}},
         make_banded},
        {{"tridiagonal",
          sentence("Tridiagonal"),
          sentence("The second difference -1, 2, -1, or one of 23 test matrices for tridiagonal solvers."),
          "Klein & Strzodka 2021, table 1",
          true,
          {order(4096),
           {"kind",
            sentence("0: second difference; 1 to 20: matrices of the table; 21: mixed signs and zeros; 22: zero "
                     "pivot in the second row; 23: zero pivot in the last row"),
            0, 0, static_cast<double>(tridiagonal_kinds().size() - 1), true},
           {"systems", sentence("number of independent systems with n / systems unknowns each"), 1, 1, largest, true},
           seed(),
           {"x",
            sentence("known solution: 0: random between -1 and 1; 1: all ones; 2: 1, 2, 3, ...; 3: random, but every "
                     "third value is 0"),
            0, 0, 3, true}}},
         make_tridiagonal},
        {{"power-law",
          sentence("Power law"),
          sentence("Heavy-tailed row lengths with distinct random columns; values are uniform in (-1, 1)."),
          "",
          false,
          {order(20000),
           {"mean", sentence("mean row length"), 16, 1, 1e6, false},
           {"exponent", sentence("exponent of the row length density"), 2.2, 2.01, 10, false},
           columns(),
           {"longest", sentence("maximum row length; 0: n / 20"), 0, 0, largest, true},
           {"popular", sentence("1: uniformly distributed columns; 2 or 3: a few columns contain most entries"), 1, 1,
            6, false},
           seed()}},
         make_power_law},
        {{"diagonal",
          sentence("Diagonal"),
          sentence("The diagonal matrix 1, 2, 3, ..."),
          "",
          true,
          {order(4096), columns()}},
         make_diagonal},
        {{"arrow",
          sentence("Arrow"),
          sentence("Nonzeros in the first row, in the first column and on the diagonal."),
          "",
          true,
          {order(4096)}},
         make_arrow},
        {{"one-long-row",
          sentence("One long row"),
          sentence("A diagonal matrix with one full row, which is the worst case for padded formats."),
          "",
          false,
          {order(4096),
           {"length", sentence("number of entries in the long row; 0: all columns"), 0, 0, largest, true},
           {"row", sentence("index of the long row, counted from 0"), 0, 0, largest, true},
           seed()}},
         make_one_long_row},
        {{"empty-rows",
          sentence("Empty rows"),
          sentence("Every k-th row is empty, starting with the first."),
          "",
          false,
          {order(4096),
           {"every", sentence("distance between empty rows"), 3, 1, largest, true},
           {"length", sentence("number of entries in each nonempty row"), 5, 0, largest, true},
           columns(),
           seed()}},
         make_empty_rows},
        {{"dense",
          sentence("Dense"),
          sentence("A dense matrix with values uniform in (-1, 1)."),
          "",
          false,
          {{"rows", sentence("number of rows"), 256, 0, largest, true},
           {"cols", sentence("number of columns"), 256, 0, largest, true},
           seed(),
           {"fill",
            sentence("1: each value is its column index, counted from 1, so that AᵀA is known; 0: random values"), 0, 0,
            1, true},
           {"zeros", sentence("every k-th row and column is 0; 0: no zero rows or columns"), 0, 0, largest, true}}},
         make_dense},
        {{"finite-elements",
          sentence("Finite elements"),
          sentence("Linear elements on a regular mesh with several unknowns per node; symmetric positive definite."),
          "",
          true,
          {{"n", sentence("nodes along each edge of the mesh"), 16, 1, 46340, true},
           {"dimensions", sentence("2: a square with 9 neighbors per node; 3: a cube with 27"), 3, 2, 3, true},
           {"unknowns", sentence("unknowns per node"), 3, 1, 16, true},
           {"shuffle", sentence("1: nodes in random order; 0: natural order"), 0, 0, 1, true},
           seed()}},
         make_finite_elements},
        {{"kronecker",
          sentence("Kronecker graph"),
          sentence("A random graph with a few very long rows, as in the Graph 500 benchmark."),
          "Chakrabarti, Zhan, Faloutsos 2004",
          false,
          {{"scale", sentence("binary logarithm of the number of rows"), 12, 1, 30, true},
           {"edges", sentence("entries drawn per row, on average"), 8, 0, 1024, false},
           {"shuffle", sentence("1: vertices in random order; 0: the longest rows first"), 0, 0, 1, true},
           seed()}},
         make_kronecker},
        {{"bordered",
          sentence("Bordered band"),
          sentence("A band with random outliers, and long rows and columns at the end."),
          "",
          false,
          {order(4096),
           {"band", sentence("number of subdiagonals and of superdiagonals"), 2, 0, 4096, true},
           {"noise", sentence("random entries per row, on average"), 1, 0, 4096, false},
           {"long", sentence("number of long rows and of long columns"), 3, 0, 4096, true},
           {"length", sentence("number of entries in each long row; 0: n / 10"), 0, 0, largest, true},
           seed()}},
         make_bordered},
        {{"test-rows",
          sentence("Test rows"),
          sentence("Rows for testing kernels, with configurable lengths, zeros, signs and dependency levels."),
          "",
          false,
          {order(300),
           columns(),
           {"lengths",
            sentence("row lengths: 0: all equal; 1: equal, one less and one more; 2: from 0 to 1025; 3: by groups; "
                     "4: one or none; 5: last row long; 6: first row long"),
            0, 0, 6, true},
           {"length", sentence("length that `lengths` refers to"), 8, 0, largest, true},
           {"group", sentence("rows per group; a group has about `length` entries in total"), 128, 1, largest, true},
           {"reverse", sentence("1: reverse the order of the row lengths"), 0, 0, 1, true},
           {"spread", sentence("columns: 0: near the diagonal; 1: random; 2: evenly spaced"), 1, 0, 2, true},
           {"zeros",
            sentence(
                "stored zeros: 0: none; 1: the last entry of each row; 2: the first entry of each row; 3: scattered"),
            0, 0, 3, true},
           {"sign", sentence("0: random signs; 1: all values negative; 2: all off-diagonal values 1 or -1"), 0, 0, 2,
            true},
           {"scale", sentence("exponent of a power of two by which all values are multiplied"), 0, -1000, 1000, true},
           {"diagonal",
            sentence("dominant diagonal: 0: none; 1: positive; 2: negative; 3: alternating; 4: some "
                     "diagonal entries are 0"),
            0, 0, 4, true},
           {"width", sentence("if there is a diagonal: rows per dependency level; 0: not controlled"), 0, 0, largest,
            true},
           {"upper", sentence("if there is a diagonal: number of entries to the right of it, in three of four rows"), 0,
            0, largest, true},
           seed()}},
         make_test_rows},
        {{"water-network",
          sentence("Water network"),
          sentence("A pipe network: a tree with loops, a few tanks, and conductances that span six orders of "
                   "magnitude."),
          "",
          true,
          {order(4096),
           {"loops", sentence("fraction of the nodes with a second pipe"), 0.2, 0, 1, false},
           {"tank_every", sentence("distance between nodes with a tank"), 64, 1, largest, true},
           seed(),
           {"fill", sentence("1: also store the fill-in of the Cholesky factor, as zeros"), 0, 0, 1, true},
           {"sorted", sentence("1: number the nodes by row length, longest first"), 0, 0, 1, true},
           {"front", sentence("rows with more entries than this value come first; 0: no reordering"), 0, 0, largest,
            true}}},
         make_water_network},
    };
}

const std::vector<Generator>& list() {
    static const std::vector<Generator> generators = make_list();
    return generators;
}

const Generator* find(std::string_view name) {
    return find_item(
        list(), [](const Generator& generator) { return generator.info.name; }, name);
}

std::string example(const GeneratorInfo& info) {
    std::string text = info.name;
    for (const GeneratorParameter& parameter : info.parameters)
        text += (&parameter == &info.parameters.front() ? ":" : ",") + parameter.name + "=" +
                portable::shortest_text(parameter.default_value);
    return text;
}

/// Throws the error for invalid generator parameters. `problem` is a complete sentence.
[[noreturn]] void refuse(const GeneratorInfo& info, const std::string& problem) {
    throw Error("matrix.parameter",
                sentence("Generator {generator}: {problem}", {{"generator", info.name}, {"problem", problem}}),
                sentence("Example: {example}", {{"example", example(info)}}));
}

double checked_number(const GeneratorInfo& info, const GeneratorParameter& parameter, std::string_view text) {
    double number = 0;
    const auto [end, failure] = portable::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
        refuse(info, sentence("The value '{value}' of {parameter} is not a number.",
                              {{"value", std::string(text)}, {"parameter", parameter.name}}));
    if (parameter.integer && number != std::floor(number))
        refuse(info, sentence("{parameter} must be an integer, but it is {value}.",
                              {{"parameter", parameter.name}, {"value", std::string(text)}}));
    if (number < parameter.minimum || number > parameter.maximum)
        refuse(info, sentence("{parameter} must be between {minimum} and {maximum}, but it is {value}.",
                              {{"parameter", parameter.name},
                               {"minimum", portable::shortest_text(parameter.minimum)},
                               {"maximum", portable::shortest_text(parameter.maximum)},
                               {"value", std::string(text)}}));
    return number;
}

std::map<std::string, double> parse_values(const GeneratorInfo& info, std::string_view text) {
    std::map<std::string, double> values;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        const std::string_view pair = text.substr(0, comma);
        text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
        const std::size_t equals = pair.find('=');
        if (equals == std::string_view::npos)
            refuse(info, sentence("Expected key=value, found '{text}'.", {{"text", std::string(pair)}}));
        const std::string key(pair.substr(0, equals));
        const auto* const parameter = find_item(info.parameters, &GeneratorParameter::name, key);
        if (parameter == nullptr)
            refuse(info,
                   sentence("There is no parameter named '{key}'. Available parameters: {parameters}.",
                            {{"key", key},
                             {"parameters", join(transform_to_vector(info.parameters, &GeneratorParameter::name))}}));
        if (!values.emplace(key, checked_number(info, *parameter, pair.substr(equals + 1))).second)
            refuse(info, sentence("The parameter {key} is specified twice.", {{"key", key}}));
    }
    for (const GeneratorParameter& parameter : info.parameters) values.emplace(parameter.name, parameter.default_value);
    return values;
}

void check_size(const GeneratorInfo& info, const std::map<std::string, double>& values) {
    if (info.name == "tridiagonal") {
        const TridiagonalKind& kind = tridiagonal_kinds()[static_cast<std::size_t>(values.at("kind"))];
        if (values.at("n") > static_cast<double>(kind.largest_n))
            refuse(info,
                   sentence("Kind {kind} is generated from a dense matrix, so n must be at most {largest}, but it is "
                            "{value}.",
                            {{"kind", kind.number},
                             {"largest", kind.largest_n},
                             {"value", portable::shortest_text(values.at("n"))}}));
        const auto n = static_cast<std::int64_t>(values.at("n")),
                   systems = static_cast<std::int64_t>(values.at("systems"));
        if (n % systems != 0)
            refuse(info, sentence("{n} {n:unknown|unknowns} cannot be divided into {systems} systems of equal size.",
                                  {{"n", n}, {"systems", systems}}));
    }
    if (const double rows = generated_size(info.name, GeneratorValues(values)).rows; rows > largest)
        refuse(info,
               sentence("With these parameters, the matrix has {rows} rows, but at most {largest} rows are supported.",
                        {{"rows", portable::shortest_text(rows)}, {"largest", portable::shortest_text(largest)}}));
}

} // namespace

const std::vector<GeneratorInfo>& generators() {
    static const std::vector<GeneratorInfo> infos = transform_to_vector(list(), &Generator::info);
    return infos;
}

bool names_generator(std::string_view name) { return find(name.substr(0, name.find(':'))) != nullptr; }

namespace {

struct Request {
    const Generator& generator;
    GeneratorValues values;
};

Request read_request(const std::string& text) {
    const std::size_t colon = text.find(':');
    const Generator* generator = find(std::string_view(text).substr(0, colon));
    if (generator == nullptr)
        throw Error("matrix.unknown",
                    sentence("There is no generator named '{generator}'.", {{"generator", text.substr(0, colon)}}),
                    sentence("Available generators: {generators}.",
                             {{"generators", join(transform_to_vector(generators(), &GeneratorInfo::name))}}));
    const std::string_view rest =
        colon == std::string::npos ? std::string_view() : std::string_view(text).substr(colon + 1);
    const auto values = parse_values(generator->info, rest);
    check_size(generator->info, values);
    return {*generator, GeneratorValues(values)};
}

/// Returns the largest matrix size (the first parameter of the generator) that fits in memory, rounded down to two
/// significant digits. Returns 0 if even the smallest matrix does not fit.
double largest_that_fits(const GeneratorInfo& info, std::map<std::string, double> values, double bytes) {
    const GeneratorParameter& size = info.parameters.front();
    const auto fits = [&](double value) {
        values[size.name] = value;
        return generated_size(info.name, GeneratorValues(values)).bytes() <= bytes;
    };
    double low = std::max(1.0, size.minimum), high = values.at(size.name);
    if (!fits(low)) return 0;
    while (high - low > 1) {
        const double middle = std::floor((low + high) / 2);
        (fits(middle) ? low : high) = middle;
    }
    const double digits = std::pow(10, std::max(0.0, std::floor(std::log10(low)) - 1));
    return std::floor(low / digits) * digits;
}

/// Throws if the matrix would not fit in memory. Checked before the matrix is generated.
void require_room(const GeneratorInfo& info, const std::map<std::string, double>& values) {
    const GeneratedSize size = generated_size(info.name, GeneratorValues(values));
    try {
        const auto count = [](double number) {
            return number < 1e15 ? format_number(number, "%.0f") : format_number(number, "%.2g");
        };
        require_memory(
            size.bytes(),
            sentence("The matrix {generator} with {rows} rows and about {nonzeros} nonzeros",
                     {{"generator", info.name}, {"rows", count(size.rows)}, {"nonzeros", count(size.entries)}}));
    } catch (const Error& error) {
        const double fitting = largest_that_fits(info, values, static_cast<double>(available_memory()));
        const std::string& name = info.parameters.front().name;
        throw Error(error.code(), error.what(),
                    fitting > 0 ? error.hint() + " " +
                                      sentence("On this machine, {parameter}={value} fits.",
                                               {{"parameter", name}, {"value", format_number(fitting, "%.0f")}})
                                : error.hint());
    }
}

} // namespace

GeneratorValues generator_values(const std::string& text) { return read_request(text).values; }

Matrix generate_matrix(const std::string& text, const Progress& progress, int threads) {
    const Request request = read_request(text);
    require_room(request.generator.info, request.values.all());
    Matrix matrix;
    matrix.name = text;
    matrix.csr = request.generator.make(request.values, progress, threads);
    matrix.stored = matrix.csr.nonzeros();
    matrix.explicit_zeros = std::count(matrix.csr.value.begin(), matrix.csr.value.end(), 0.0);
    return matrix;
}

} // namespace warploom
