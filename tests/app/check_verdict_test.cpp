// Verdicts, with expected values derived by hand: the first wrong value for each operation, the symptom, the thread
// that wrote it, the input on which it was found, and the messages.
#include "app/check/check.h"
#include "app/check/first_wrong.h"
#include "app/check/judged_input.h"
#include "app/check/large_inputs.h"
#include "app/check/test_input_failure.h"
#include "app/check/test_inputs.h"
#include "app/check/try_kernel.h"
#include "app/operations/model_row.h"
#include "engine/error.h"
#include "engine/measure/reference.h"
#include "kernels/machine/registry.h"
#include "kernels/sources/text_of_kernel.h"
#include "rows_kernel.h"
#include "support/runner.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <string>

using namespace warploom;
using namespace warploom::app;
using test::rows_kernel;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

protocol::Check checked(const std::string& text, const std::string& matrix, const char* card = "h200") {
    kernels::set_request_sources({{"mine.cu", text}});
    CheckSettings settings;
    settings.kernel = "mine.cu";
    settings.matrix = matrix;
    settings.card = simulated::find_card(card);
    Checker checker;
    return checker.check(settings, {});
}

std::string kernel_file(const char* file) {
    QFile text(QStringLiteral(WARPLOOM_SOURCE_DIR "/kernels/") + QLatin1String(file));
    return text.open(QIODevice::ReadOnly) ? text.readAll().toStdString() : std::string();
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    return text.replace(text.find(what), what.size(), by);
}

/// Returns a matrix with rows of the given lengths. All entries are 1, starting at column 0.
CsrMatrix matrix_of_lengths(const std::vector<int>& lengths) {
    CsrMatrix a;
    a.rows = static_cast<std::int64_t>(lengths.size());
    a.cols = 100;
    for (const int length : lengths) {
        for (int j = 0; j < length; ++j) a.column.push_back(j);
        a.row_pointer.push_back(static_cast<std::int64_t>(a.column.size()));
    }
    a.value.assign(a.column.size(), 1.0);
    return a;
}

/// Returns the symptom of a product in which the rows with `is_wrong` are too large by 1.
std::string symptom(const std::vector<int>& lengths, const std::vector<bool>& is_wrong) {
    std::vector<double> y;
    for (std::size_t i = 0; i < lengths.size(); ++i) y.push_back(lengths[i] + (is_wrong[i] ? 1 : 0));
    const CsrMatrix a = matrix_of_lengths(lengths);
    return symptom_of(a, measure::spmv_reference(a, std::vector<double>(100, 1.0), false), y);
}

/// Returns the system with -1, 4, -1 and x = 1, 2, 3, 4.
TridiagonalSystem small_system() {
    TridiagonalSystem s;
    s.a = {0, -1, -1, -1};
    s.b = {4, 4, 4, 4};
    s.c = {-1, -1, -1, 0};
    s.d = {2, 4, 6, 13};
    s.known_x = {1, 2, 3, 4};
    return s;
}

Tried tried_on(const std::string& text, const std::string& input, bool asks_who = true) {
    kernels::set_request_sources({{"mine.cu", text}});
    TraceSettings settings;
    settings.kernel = "mine.cu";
    settings.card = simulated::find_card("h200");
    settings.sample = TraceSettings::all_blocks;
    Inputs inputs;
    return try_kernel(inputs, Operation::spmv, {input}, "", settings, asks_who, {});
}

} // namespace

class CheckVerdictTest : public QObject {
    Q_OBJECT
private slots:
    void how_a_product_is_wrong_is_told_by_the_lengths_of_its_rows() {
        QCOMPARE(symptom({0, 3, 0, 5}, {true, false, true, false}), std::string("empty-rows"));
        QCOMPARE(symptom({1, 3, 0, 5}, {true, false, true, false}), std::string("right"));
        QCOMPARE(symptom({1, 4, 6, 9}, {false, false, true, true}), std::string("long-rows"));
        // Row length 6 occurs both correct and wrong, so length is not the cause; 3 entries are not a long row.
        QCOMPARE(symptom({1, 6, 6, 9}, {false, false, true, true}), std::string("right"));
        QCOMPARE(symptom({1, 3, 5, 9}, {false, false, true, true}), std::string("right"));
    }

    void the_first_wrong_unknown_of_a_system_is_told() {
        const TridiagonalSystem system = small_system();
        QVERIFY(!first_wrong(system, {1, 2, 3, 4}, false));
        const auto wrong = first_wrong(system, {1, 2.5, 3, 4}, false);
        QVERIFY(wrong);
        QCOMPARE(wrong->index, 1);
        QCOMPARE(wrong->entry.expected, std::string("2"));
        QCOMPARE(wrong->entry.computed, std::string("2.5"));
        const auto missing = first_wrong(system, {1, 2, not_a_number, 5}, false);
        QVERIFY(missing);
        QCOMPARE(missing->index, 2);
        QCOMPARE(missing->entry.computed, std::string("NaN"));
    }

    // -1, 2, -1: the condition number determines how large the error of a stable method may be.
    void a_system_whose_dominance_is_not_strict_is_judged_by_its_condition() {
        const TridiagonalSystem system = load_tridiagonal_system("tridiagonal:n=500,kind=0,seed=8");
        const auto moved = [&](double share) {
            std::vector<double> x = system.known_x;
            x[250] += share;
            return x;
        };
        for (const bool is_single : {false, true}) {
            QVERIFY(!first_wrong(system, system.known_x, is_single));
            QVERIFY(first_wrong(system, moved(2), is_single));
        }
        QVERIFY(first_wrong(system, moved(1e-7), false) && !first_wrong(system, moved(1e-7), true));
        QCOMPARE(first_wrong(system, moved(1e-7), false)->index, 250);
        // A singular matrix has no inverse, so there is no verdict.
        TridiagonalSystem singular = small_system();
        singular.b = {1, 2, 2, 1};
        QVERIFY(!first_wrong(singular, {1, 2, 3, 9}, false));
    }

    // L = (2), (1 4), (0 3 5) and b = (2, 9, 16), so x = (1, 2, 2).
    void the_first_wrong_unknown_of_a_triangle_is_told_with_what_its_row_gives() {
        CsrMatrix lower;
        lower.rows = lower.cols = 3;
        lower.row_pointer = {0, 1, 3, 5};
        lower.column = {0, 0, 1, 1, 2};
        lower.value = {2, 1, 4, 3, 5};
        const std::vector<double> b{2, 9, 16};
        QVERIFY(!first_wrong_solution(lower, b, {1, 2, 2}, false));
        const auto wrong = first_wrong_solution(lower, b, {1, 3, 1.4}, false);
        QVERIFY(wrong);
        QCOMPARE(wrong->entry.row, 1);
        QCOMPARE(wrong->entry.expected, std::string("2"));
        QCOMPARE(wrong->entry.computed, std::string("3"));
    }

    // A = (1 2), so AᵀA = (1 2; 2 4).
    void the_first_wrong_element_of_a_square_is_told_with_row_and_column() {
        DenseMatrix a;
        a.rows = 1;
        a.cols = 2;
        a.value = {1, 2};
        QVERIFY(!first_wrong(a, {1, 2, 2, 4}, false));
        const auto above = first_wrong(a, {1, 7, 2, 4}, false), below = first_wrong(a, {1, 2, 7, 4}, false);
        QVERIFY(above && below);
        QCOMPARE(above->index, 1);
        QCOMPARE(above->entry.row, 0);
        QCOMPARE(*above->entry.column, 1);
        QCOMPARE(above->entry.expected, std::string("2"));
        QCOMPARE(below->index, 2);
        QCOMPARE(below->entry.row, 1);
        QCOMPARE(*below->entry.column, 0);
        QCOMPARE(below->entry.expected, std::string("2"));
    }

    void a_number_without_end_is_told_with_its_sign() {
        const auto of = [](const char* value) {
            return checked(rows_kernel(std::string("    y[row] = row == 3 ? ") + value + " : sum;\n"), "diagonal:n=9")
                .entry->computed;
        };
        QCOMPARE(of("1.0 / 0.0"), std::string("infinity"));
        QCOMPARE(of("-1.0 / 0.0"), std::string("-infinity"));
    }

    void a_run_that_launches_nothing_is_told_so() {
        const std::string text = "void run(int rows, const int* row_pointer, const int* column, const double* value, "
                                 "const double* x, double* y) {}\n";
        const auto check = checked(text, "diagonal:n=3");
        QVERIFY2(check.sentence.ends_with("but no thread wrote it. The function run does not launch any kernel."),
                 check.sentence.c_str());
        QVERIFY(checked(rows_kernel("    if (row == 1) y[row] = sum;\n"), "diagonal:n=3").sentence.find("launches") ==
                std::string::npos);
    }

    // With fewer than 128 threads per block, some rows in each group of 128 have no thread.
    void a_text_that_is_right_in_blocks_of_one_size_is_told_with_the_size() {
        const std::string text =
            replaced(rows_kernel("    y[row] = sum;\n"), "blockIdx.x * blockDim.x", "blockIdx.x * 128");
        const auto check = checked(text, "diagonal:n=9");
        QCOMPARE(check.block, 64);
        QVERIFY2(check.sentence.rfind(
                     "On the test matrix " + check.failed_on + " times 2^-90 with 64 threads per block: Row 64 ", 0) ==
                     0,
                 check.sentence.c_str());
        // The open matrix is also a test matrix for a different block size, and is tested with both.
        QCOMPARE(checked(text, "laplace2d:n=16").block, 64);
        QCOMPARE(to_string(checked("// block: 128\n" + text, "diagonal:n=9").verdict), "right"); // the source's choice
    }

    void a_text_that_chooses_its_blocks_is_told_without_their_size() {
        const std::string text = replaced(
            rows_kernel("    y[row] = blockIdx.x < 1 ? sum : 0;\n", "(rows + 63) / 64, 64"), ", int block)", ")");
        const auto last = checked(replaced(text, "blockIdx.x < 1", "row_pointer[rows] != 5000"), "diagonal:n=9");
        QCOMPARE(last.block, 128);
        QVERIFY2(last.sentence.rfind("On the test matrix dense:", 0) == 0 &&
                     last.sentence.find("threads per block") == std::string::npos,
                 last.sentence.c_str());
    }

    void far_columns_are_tried_only_where_a_kernel_makes_whole_numbers_of_others() {
        const std::string text = rows_kernel("    y[row] = sum;\n"),
                          in_float = replaced(text, "x[column[k]]", "x[(int)(float)column[k]]");
        kernels::set_request_sources({{"plain.cu", text}, {"float.cu", in_float}});
        for (const char* const name : {"plain.cu", "float.cu"}) QVERIFY(kernels::find_kernel(Operation::spmv, name));
        QVERIFY(!is_worth_far_columns(Operation::spmv, "csr", "plain.cu"));
        QVERIFY(is_worth_far_columns(Operation::spmv, "csr", "float.cu"));
        QVERIFY(!is_worth_far_columns(Operation::spmv, "csc", "float.cu")); // has no array indexed by column
    }

    // Only a few blocks are run first, for four kinds of kernels: a correct one, one with a grid-stride loop, one that
    // skips further rows, and one in which only the last block is correct.
    void a_diagonal_of_very_many_rows_is_tried_where_few_blocks_give_cause() {
        const std::string text = rows_kernel("    y[row] = sum;\n"),
                          capped = rows_kernel("    y[row] = sum;\n", "min(4096, (rows + block - 1) / block), block");
        const std::string goes_on = replaced(
            replaced(capped, "    if (row >= rows) return;\n", ""),
            "const int row = blockIdx.x * blockDim.x + threadIdx.x;",
            "for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {");
        kernels::set_request_sources({{"plain.cu", text},
                                      {"right.cu", replaced(text, "value[k] *", "value[k] * (k < 2000000) *")},
                                      {"capped.cu", capped},
                                      {"goes_on.cu", replaced(goes_on, "y[row] = sum;\n}", "y[row] = sum;\n}}")},
                                      {"column.cu", replaced(text, "x[column[k]]", "x[column[k] & 0xFFFFF]")},
                                      {"row.cu", replaced(text, "blockIdx.x * blockDim.x + threadIdx.x",
                                                          "(blockIdx.x * blockDim.x + threadIdx.x) & 0x3FFFF")}});
        TraceSettings settings;
        settings.card = simulated::find_card("h200");
        settings.sample = TraceSettings::all_blocks;
        Inputs inputs;
        for (const auto& [name, is_worth] :
             {std::pair("plain.cu", false), std::pair("right.cu", false), std::pair("capped.cu", true),
              std::pair("goes_on.cu", false), std::pair("column.cu", true), std::pair("row.cu", true)}) {
            settings.kernel = name;
            QVERIFY(kernels::find_kernel(Operation::spmv, name));
            QVERIFY2(is_worth_large_diagonal(inputs, "diagonal:n=1100003", settings, {}) == is_worth, name);
        }
    }

    // The first and the last block determine whether it is worth running all blocks for a C with a million elements.
    void many_columns_are_tried_where_few_blocks_give_cause() {
        const std::string text = "template <typename T> __global__ void ata(int m, int n, const T* A, T* C) {\n"
                                 "    const int row = blockIdx.x;\n"
                                 "    for (int j = threadIdx.x; j < n; j += blockDim.x) {\n"
                                 "        T sum = 0;\n"
                                 "        for (int i = 0; i < m; ++i) sum += A[i * n + row] * A[i * n + j];\n"
                                 "        C[row * n + j] = sum;\n"
                                 "    }\n"
                                 "}\n"
                                 "template <typename T> void run(int m, int n, const T* A, T* C, int block) { ata<<<n, "
                                 "block>>>(m, n, A, C); }\n";
        kernels::set_request_sources(
            {{"plain.cu", text},
             {"narrow.cu", replaced(text, "j < n;", "j < min(n, 1024);")},
             {"wrong.cu", replaced(text, "= sum;", "= j < 1024 ? sum : -sum;")},
             {"backwards.cu", replaced(text, "row = blockIdx.x", "row = (blockIdx.x + n / 2) % n")}});
        TraceSettings settings;
        settings.card = simulated::find_card("h200");
        settings.sample = TraceSettings::all_blocks;
        Inputs inputs;
        for (const auto& [name, is_worth] : {std::pair("plain.cu", false), std::pair("narrow.cu", true),
                                             std::pair("wrong.cu", true), std::pair("backwards.cu", false)}) {
            settings.kernel = name;
            QVERIFY(kernels::find_kernel(Operation::ata, name));
            QVERIFY2(is_worth_many_columns(inputs, "dense:rows=1,cols=1030,seed=8", settings, {}) == is_worth, name);
        }
    }

    void inputs_of_another_size_have_the_same_solution_as_large() {
        TraceSettings settings;
        settings.kernel = "thomas-gpu";
        settings.card = simulated::find_card("h200");
        Inputs inputs;
        const auto of = [&](Operation operation, const char* name, int power) {
            return judged_input(inputs, operation, {name, 0, power}, settings, TraceWays::plain(), {});
        };
        const auto usual = of(Operation::tridiagonal, "tridiagonal:n=50,kind=6", 0).system;
        const auto large = of(Operation::tridiagonal, "tridiagonal:n=50,kind=6", 90).system;
        QVERIFY(!first_wrong(*large, large->known_x, false) && first_wrong(*large, usual->known_x, false));
        QCOMPARE(large->known_x[7], std::ldexp(usual->known_x[7], 90));
        settings.kernel = "csr-scalar";
        QCOMPARE(of(Operation::spmv, "diagonal:n=3", -90).matrix->csr.value[2], std::ldexp(3.0, -90));
    }

    void what_prepare_leaves_serves_every_run() {
        const std::string text =
            "// scratch: turn int[1]\n"
            "__global__ void clear(int* turn) { turn[0] = 0; }\nvoid prepare(int rows, int* turn) { clear<<<1, "
            "1>>>(turn); }\n" +
            replaced(replaced(replaced(rows_kernel("    y[row] = *turn > 0 ? 0 : sum;\n"), "T* y)", "T* y, int* turn)"),
                              "T* y, int block)", "T* y, int* turn, int block)"),
                     "x, y);\n}", "x, y, turn);\n    next<<<1, 1>>>(turn);\n}") +
            "__global__ void next(int* turn) { ++*turn; }\n";
        const auto check = checked(text, "diagonal:n=9");
        QCOMPARE(to_string(check.verdict), "wrong");
        QVERIFY2(check.sentence.find("In the second run, with another x: Row ") != std::string::npos,
                 check.sentence.c_str());
    }

    // The single thread of prepare reads two row pointers and writes a length for each of 9 rows: 27 steps.
    void the_costs_of_prepare_stand_beside_those_of_run() {
        const std::string text =
            "// scratch: length int[rows]\n"
            "__global__ void count(int rows, const int* row_pointer, int* length) {\n"
            "    for (int r = 0; r < rows; ++r) length[r] = row_pointer[r + 1] - row_pointer[r];\n}\n"
            "void prepare(int rows, const int* row_pointer, int* length) {\n"
            "    count<<<1, 1>>>(rows, row_pointer, length);\n}\n" +
            rows_kernel("    y[row] = sum;\n");
        const auto check = checked(text, "diagonal:n=9"),
                   plain = checked(rows_kernel("    y[row] = sum;\n"), "diagonal:n=9");
        QCOMPARE(to_string(check.verdict), "right");
        QVERIFY(check.costs->prepare && !plain.costs->prepare);
        QCOMPARE(check.costs->prepare->launches, 1);
        QCOMPARE(check.costs->prepare->steps, 27);
        QCOMPARE(check.costs->prepare->transactions, 27);
        QVERIFY(check.costs->prepare->modelled_ns > 0);
        QCOMPARE(check.costs->transactions, plain.costs->transactions); // of `run` only
        QCOMPARE(check.costs->modelled_ns, plain.costs->modelled_ns);
    }

    // For a matrix with 18 million nonzeros, the first and last blocks determine whether it is worth running all of
    // them.
    void far_entries_are_tried_only_where_floats_and_whole_numbers_become_each_other() {
        const std::string text = rows_kernel("    y[row] = sum;\n");
        kernels::set_request_sources({{"plain.cu", text},
                                      {"entry.cu", replaced(text, "x[column[k]]", "x[column[(int)(float)k]]")},
                                      {"exact.cu", replaced(text, "y[row] = sum", "y[(int)(float)row] = sum")},
                                      {"double.cu", replaced(text, "x[column[k]]", "x[column[(int)(double)k]]")}});
        TraceSettings settings;
        settings.card = simulated::find_card("h200");
        settings.sample = TraceSettings::all_blocks;
        Inputs inputs;
        for (const auto& [name, is_worth] : {std::pair("plain.cu", false), std::pair("entry.cu", true),
                                             std::pair("double.cu", false), std::pair("exact.cu", false)}) {
            settings.kernel = name;
            QVERIFY(kernels::find_kernel(Operation::spmv, name));
            QCOMPARE(is_worth_far_entries(inputs, settings, {}), is_worth);
        }
    }

    void a_line_about_the_matrix_may_be_the_first_and_end_in_blanks() {
        const auto check =
            checked("// matrix: diagonal:n=7 \r\n" + rows_kernel("    y[row] = sum;\n"), "laplace2d:n=5");
        QCOMPARE(check.inputs.front(), std::string("diagonal:n=7"));
        QCOMPARE(to_string(check.verdict), "right");
    }

    // On the open matrix, x is 1 everywhere, so the sum of the values is correct there.
    void the_x_of_a_text_is_that_of_the_open_matrix_alone() {
        const std::string text = replaced(rows_kernel("    y[row] = sum;\n"), "value[k] * x[column[k]]", "value[k]");
        const auto check = checked("// x: ones\n" + text, "laplace2d:n=5");
        QCOMPARE(to_string(check.verdict), "wrong");
        QCOMPARE(check.drawn, 1);
        QCOMPARE(check.matrix.name, check.failed_on); // the report is about the input with the wrong result
        QVERIFY(check.failed_on != "laplace2d:n=5");
    }

    void an_infinite_x_lies_in_its_column() {
        const std::string text = rows_kernel("    y[row] = sum > 1e30 ? 0 : sum;\n");
        const auto check = checked("// x: infinity in column 3\n" + text, "diagonal:n=4");
        QCOMPARE(check.failed_on, std::string("diagonal:n=4"));
        QCOMPARE(check.entry->row, 3);
        QCOMPARE(check.entry->expected, std::string("infinity"));
    }

    void right_numbers_with_mistakes_are_doubtful_and_say_how_many() {
        const std::string reads = "    const int a = row_pointer[rows + 1 + row];\n", writes = "    y[row] = sum;\n";
        const auto one = checked(rows_kernel(reads + writes), "diagonal:n=9"),
                   two = checked(rows_kernel(reads + replaced(reads, "int a", "int b") + writes), "diagonal:n=9");
        QCOMPARE(to_string(one.verdict), "doubtful");
        QCOMPARE(
            one.sentence,
            std::string("The result is correct, but the kernel has 1 error. Line 7 accesses an array out of bounds."));
        QVERIFY(two.sentence.starts_with("The result is correct, but the kernel has 2 errors. Line 7"));
    }

    void a_drawn_matrix_that_is_open_is_judged_once() {
        const auto check = checked(rows_kernel("    y[row] = sum;\n"), "diagonal:n=1");
        QCOMPARE(std::count(check.inputs.begin(), check.inputs.end(), "diagonal:n=1"), 1);
        QCOMPARE(check.drawn + 1, static_cast<std::int64_t>(check.inputs.size()));
    }

    void what_cannot_run_on_a_drawn_matrix_says_on_which() {
        const auto check = checked(rows_kernel("    y[row] = sum;\n", "1, rows * 4"), "diagonal:n=64");
        QCOMPARE(to_string(check.verdict), "refused");
        QVERIFY2(check.notes.front().sentence.rfind("On the test matrix random-rows:", 0) == 0,
                 check.notes.front().sentence.c_str());
    }

    void the_sentence_of_a_refusal_begins_behind_its_place() {
        const auto check = checked(rows_kernel("    y[row] = sum;\n", "0, block"), "diagonal:n=64");
        QCOMPARE(to_string(check.verdict), "refused");
        QCOMPARE(check.notes.front().line, 11);
        QVERIFY2(std::isupper(static_cast<unsigned char>(check.notes.front().sentence.front())) != 0,
                 check.notes.front().sentence.c_str());
    }

    void a_square_of_too_many_products_is_left_alone() {
        const auto check = checked(kernel_file("ata/naive.cu"), "dense:rows=20,cols=450");
        QCOMPARE(to_string(check.verdict), "right");
        QCOMPARE(check.drawn, static_cast<std::int64_t>(check.inputs.size()));
    }

    void one_mistake_and_several_are_counted_in_the_sentence() {
        simulated::Finding finding;
        finding.sentence = "Here.";
        const auto sentence = [&](std::size_t count) {
            return failure_of(std::vector<simulated::Finding>(count, finding)).sentence;
        };
        QVERIFY(sentence(1).ends_with(": Here."));
        QVERIFY(sentence(2).ends_with(": Here. There is 1 more finding."));
        QVERIFY(sentence(3).ends_with(": Here. There are 2 more findings."));
    }

    void each_text_is_judged_on_drawn_inputs_for_itself_and_a_built_in_kernel_is_not() {
        const std::string right = rows_kernel("    y[row] = sum;\n");
        kernels::set_request_sources({{"right.cu", right},
                                      {"wrong.cu", replaced(right, "y[row] = sum", "y[row] = row % 7 == 6 ? 0 : sum")},
                                      {"beyond.cu", replaced(right, "    if (row >= rows) return;\n", "")}});
        const auto complaint_on = [](const char* kernel) {
            TestInputSettings settings;
            settings.kernel = kernel;
            settings.card = simulated::find_card("h200");
            return failure_on_test_inputs(settings, {});
        };
        const auto wrong = complaint_on("wrong.cu"), beyond = complaint_on("beyond.cu");
        QVERIFY(wrong && beyond);
        QCOMPARE(wrong->code, std::string("result.wrong"));
        QVERIFY2(wrong->sentence.rfind("On the test matrix random-rows:n=500,fraction=0.02,seed=2: Row 6 should be ",
                                       0) == 0,
                 wrong->sentence.c_str());
        QCOMPARE(beyond->code, std::string("result.finding"));
        QVERIFY(!complaint_on("right.cu"));
        QVERIFY(!complaint_on("csr-scalar"));
        QCOMPARE(complaint_on("wrong.cu")->sentence, wrong->sentence); // from the cache
    }

    void a_result_without_numbers_tells_whether_anybody_wrote_it() {
        QCOMPARE(tried_on(rows_kernel("    if (row != 3) y[row] = sum;\n"), "diagonal:n=9").symptom,
                 std::string("unwritten"));
        QCOMPARE(tried_on(rows_kernel("    y[row] = row == 3 ? 0.0 / 0.0 : sum;\n"), "diagonal:n=9").symptom,
                 std::string("nan"));
    }

    void who_wrote_a_wrong_number_is_told_beside_findings_but_not_looked_for_in_an_endless_loop() {
        const auto beside =
            checked(rows_kernel("    const int a = row_pointer[rows + 1 + row];\n    y[row] = row == 3 ? -1 : sum;\n"),
                    "diagonal:n=9");
        QVERIFY(beside.findings.size() == 1 && beside.entry && beside.entry->writer);
        QCOMPARE(beside.entry->writer->line, 8);
        const auto endless =
            checked(rows_kernel("    y[row] = sum + 1;\n    for (int k = 0; k < 2; k *= 2) y[row] = sum + 1;\n"),
                    "diagonal:n=2");
        QVERIFY(endless.entry && !endless.entry->writer);
        QVERIFY2(endless.sentence.ends_with("The loop on line 8 did not end."), endless.sentence.c_str());
    }

    void the_last_of_several_writes_is_told_with_how_many_there_were() {
        const auto once = checked(rows_kernel("    y[row] = sum + 1;\n"), "diagonal:n=4");
        QVERIFY2(once.sentence.ends_with(" wrote it on line 7."), once.sentence.c_str());
        QCOMPARE(once.entry->writer->launch, 0);
        const auto often =
            checked(rows_kernel("    y[row] = 0;\n    y[row] = sum;\n    atomicAdd(&y[row], T(1));\n"), "diagonal:n=4");
        QVERIFY2(often.sentence.ends_with(" wrote it on line 9; this was the last of 3 writes."),
                 often.sentence.c_str());
    }

    // Thread t writes elements 2t and 2t + 1.
    void whoever_writes_two_numbers_at_once_is_found() {
        const auto check =
            checked("// x: reciprocal\n" // y = 1 on a diagonal
                    "__global__ void pairs(int rows, double* y) {\n"
                    "    const int pair = threadIdx.x;\n"
                    "    if (2 * pair + 1 < rows) ((double2*)y)[pair] = make_double2(1, pair == 2 ? 7 : 1);\n"
                    "}\n"
                    "void run(int rows, const int* row_pointer, const int* column, const double* value, "
                    "const double* x, double* y, int block) {\n"
                    "    pairs<<<1, block>>>(rows, y);\n"
                    "}\n",
                    "diagonal:n=8");
        QVERIFY2(check.entry && check.entry->writer, check.sentence.c_str());
        QCOMPARE(check.entry->row, 5);
        QCOMPARE(check.entry->writer->thread(), 2);
    }

    void the_writer_of_an_unknown_is_found_in_x_and_of_a_square_in_C() {
        const auto system = checked(replaced(kernel_file("tridiagonal/thomas_gpu.cu"), "x[i] = last_x;\n    }\n}",
                                             "x[i] = i == 5 ? 9 : last_x;\n    }\n}"),
                                    "tridiagonal:n=20,kind=6,seed=1");
        QVERIFY2(system.entry && system.entry->writer, system.sentence.c_str());
        QCOMPARE(system.entry->row, 5);
        const auto square = checked(replaced(kernel_file("ata/naive.cu"), "= sum;", "= row == 1 ? 9 : sum;"),
                                    "dense:rows=4,cols=3,seed=1");
        QVERIFY2(square.entry && square.entry->writer, square.sentence.c_str());
        QCOMPARE(square.entry->row, 1);
    }

    void a_sentence_says_what_is_known_of_a_wrong_number() {
        protocol::CheckEntry entry;
        entry.row = 4;
        entry.expected = "2";
        entry.computed = "NaN";
        QCOMPARE(sentence_of(entry, false), std::string("Row 4 should be 2 but is NaN."));
        QCOMPARE(sentence_of(entry, true), std::string("Row 4 should be 2, but no thread wrote it."));
        entry.column = 5;
        entry.computed = "3";
        QCOMPARE(sentence_of(entry, true), std::string("Row 4, column 5 should be 2 but is 3."));
    }

    void a_source_of_one_precision_is_checked_in_that_one_unless_another_is_asked_for() {
        const std::string text =
            replaced(kernel_file("spmv/csr_scalar.cu"), "template <typename T>\n__global__", "__global__");
        std::string single;
        for (std::size_t at = 0; at < text.size(); ++at) {
            const bool is_name = text[at] == 'T' && std::isalnum(static_cast<unsigned char>(text[at + 1])) == 0 &&
                                 std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
            single += is_name ? std::string("float") : std::string(1, text[at]);
        }
        single = replaced(single, "template <typename float>\n", "");
        kernels::set_request_sources({{"mine.cu", single}});
        CheckSettings settings;
        settings.kernel = "mine.cu";
        settings.card = simulated::find_card("h200");
        for (const bool chooses : {true, false}) {
            settings.chooses_precision = chooses;
            Checker checker;
            const protocol::Check check = checker.check(settings, {});
            QCOMPARE(check.verdict, chooses ? protocol::CheckVerdict::right : protocol::CheckVerdict::refused);
            QCOMPARE(check.precision, chooses ? Precision::float32 : Precision::float64);
            QCOMPARE(check.sentence.ends_with("Checked in float, the precision of its arrays."), chooses);
        }
    }

    void a_failure_on_inputs_that_do_not_fit_in_the_memory_of_the_card_is_a_note() {
        // 536,870,913 rows take 17 GB: row_pointer 4 bytes a row, x and y 8 bytes each, and one nonzero of 12 bytes.
        const std::string text = kernel_file("../tests/verdicts/limited/lanes_a_row.cu");
        const auto is_note = [](const protocol::CheckNote& note) {
            return note.sentence.starts_with("Beyond the memory of this card: The kernel fails on matrices with "
                                             "536,870,913 or more rows.");
        };
        const protocol::Check large = checked(text, "laplace2d:n=8", "a100");
        QCOMPARE(large.verdict, protocol::CheckVerdict::doubtful);
        QVERIFY(std::none_of(large.warnings.begin(), large.warnings.end(), is_note));
        const protocol::Check small = checked(text, "laplace2d:n=8", "t4");
        QCOMPARE(small.verdict, protocol::CheckVerdict::right);
        QCOMPARE(std::count_if(small.warnings.begin(), small.warnings.end(), is_note), std::ptrdiff_t{1});
    }
};

WARPLOOM_TEST(CheckVerdictTest);
#include "check_verdict_test.moc"
