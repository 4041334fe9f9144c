#include "app/debug/debugger.h"
#include "engine/error.h"
#include "kernels/sources/text_of_kernel.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>

using namespace warploom;
using namespace warploom::app;

// The debugger moves through a recorded block in both directions, and explains values.

namespace {

// A sum per row; line 3 is the first of the body.
const std::string plain = R"(// format: csr
__global__ void rows_of(int rows, const int* row_pointer, const int* column, const double* value, const double* x, double* y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    double sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) {
        double product = value[k] * x[column[k]];
        sum += product;
    }
    y[row] = sum;
}
void run(int rows, const int* row_pointer, const int* column, const double* value, const double* x, double* y) {
    rows_of<<<(rows + 63) / 64, 64>>>(rows, row_pointer, column, value, x, y);
}
)";

// Line 4 writes x to y; line 8 doubles the elements of y.
const std::string two_launches = R"(// format: csr
__global__ void copy_of(int rows, const double* x, double* y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) y[row] = x[row];
}
__global__ void twice(int rows, double* y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) y[row] *= 2;
}
void run(int rows, const double* x, double* y) {
    copy_of<<<(rows + 63) / 64, 64>>>(rows, x, y);
    twice<<<(rows + 63) / 64, 64>>>(rows, y);
}
)";

std::string with_change(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

DebugSettings settings_for(const std::string& text, const std::string& matrix = "laplace2d:n=8") {
    kernels::set_request_sources({{"mine.cu", text}});
    DebugSettings settings;
    settings.kernel = "mine.cu";
    settings.card = simulated::find_card("h200");
    settings.input.name = matrix;
    return settings;
}

int line_of(const protocol::DebugState& state) { return state.frames.empty() ? 0 : state.frames.front().line; }

DebugStop moved(Debugger& debugger, const DebugStop& from, protocol::DebugStep step, bool is_backward = false) {
    DebugMove move;
    move.position = from.position;
    move.warp = from.warp;
    move.step = step;
    move.is_backward = is_backward;
    return debugger.move(move);
}

template <class Do> QString error_of(const Do& action) {
    try {
        action();
    } catch (const Error& error) { return QString::fromStdString(error.code() + ": " + error.what()); }
    return {};
}

} // namespace

class DebuggerTest : public QObject {
    Q_OBJECT
private slots:
    void steps_go_line_by_line_and_back_again() {
        Inputs inputs;
        Debugger debugger(inputs, settings_for(plain), {});
        DebugStop stop = debugger.start();
        QList<int> lines{line_of(debugger.state(stop))};
        QList<std::int64_t> positions{stop.position};
        for (int n = 0; n < 8; ++n) {
            stop = moved(debugger, stop, protocol::DebugStep::over);
            lines << line_of(debugger.state(stop));
            positions << stop.position;
        }
        QCOMPARE(lines, (QList<int>{3, 4, 5, 6, 7, 8, 6, 7, 8}));
        for (int n = 8; n > 0; --n) {
            stop = moved(debugger, stop, protocol::DebugStep::over, true);
            QCOMPARE(stop.position, positions[n - 1]);
        }
        QCOMPARE(moved(debugger, stop, protocol::DebugStep::over, true).position, positions[0]);
    }

    void a_session_describes_its_input() {
        Inputs inputs;
        const Debugger debugger(inputs, settings_for(plain), {});
        const protocol::Input& matrix = debugger.session().matrix;
        QCOMPARE(QString::fromStdString(matrix.name), QString("laplace2d:n=8"));
        QCOMPARE(matrix.rows, std::int64_t{64});
        QCOMPARE(matrix.nonzeros, std::int64_t{5 * 64 - 4 * 8}); // points at the border have fewer neighbors
        QVERIFY(matrix.hash != 0);
    }

    void the_end_of_the_block_is_a_stop_from_which_one_can_go_back() {
        Inputs inputs;
        Debugger debugger(inputs, settings_for(plain), {});
        DebugStop stop = moved(debugger, debugger.start(), protocol::DebugStep::run);
        QCOMPARE(stop.reason, protocol::DebugReason::end);
        QCOMPARE(stop.position, debugger.session().instructions);
        QVERIFY(debugger.state(stop).variables.empty());
        stop = moved(debugger, stop, protocol::DebugStep::over, true);
        QVERIFY(line_of(debugger.state(stop)) >= 10);
        stop = moved(debugger, stop, protocol::DebugStep::over, true);
        QCOMPARE(line_of(debugger.state(stop)), 10);
    }

    void breakpoints_have_conditions_and_hit_counts() {
        Inputs inputs;
        Debugger debugger(inputs, settings_for(plain), {});
        DebugMove move;
        move.step = protocol::DebugStep::run;
        move.breakpoints = {{8, "row == 40 && k > row_pointer[row]", 0}};
        const DebugStop stop = debugger.move(move);
        QCOMPARE(stop.reason, protocol::DebugReason::breakpoint);
        QCOMPARE(stop.warp, 1); // row 40 is in the second warp
        const protocol::DebugState state =
            debugger.state(stop, {"product", "sum + product", "value[k] * x[column[k]]"});
        QCOMPARE(line_of(state), 8);
        QCOMPARE(state.watches[0].values[8], state.watches[2].values[8]);
        QVERIFY(state.watches[1].values[8] != state.watches[0].values[8]);
        move.breakpoints = {{8, "", 3}};
        move.position = 0;
        const DebugStop fourth = debugger.move(move);
        move.breakpoints = {{8, "", 0}};
        DebugStop each = debugger.move(move);
        for (int n = 0; n < 3; ++n) {
            move.position = each.position;
            each = debugger.move(move);
        }
        QCOMPARE(each.position, fourth.position);
        // And backward to the first one.
        move.is_backward = true;
        for (int n = 0; n < 3; ++n) {
            move.position = each.position;
            each = debugger.move(move);
        }
        QCOMPARE(each.reason, protocol::DebugReason::breakpoint);
        move.position = each.position;
        QCOMPARE(debugger.move(move).reason, protocol::DebugReason::start);
    }

    void a_watchpoint_stops_behind_the_write_and_backward_before_it() {
        Inputs inputs;
        Debugger debugger(inputs, settings_for(plain), {});
        DebugMove move;
        move.step = protocol::DebugStep::run;
        move.watchpoints = {{"y", 5, {}, 0, 0}};
        const DebugStop stop = debugger.move(move);
        QCOMPARE(stop.reason, protocol::DebugReason::watchpoint);
        QCOMPARE(QString::fromStdString(stop.note), QString("y[5]"));
        const auto behind = debugger.elements("y", 5, 1, stop.position);
        const auto before = debugger.elements("y", 5, 1, stop.position - 1);
        QVERIFY(behind != before);
        move.position = debugger.session().instructions;
        move.is_backward = true;
        QCOMPARE(debugger.move(move).position, stop.position - 1);
    }

    void a_watchpoint_of_a_variable_stops_at_each_write_of_its_lane() {
        Inputs inputs;
        Debugger debugger(inputs, settings_for(plain), {}); // row 0 has three entries
        DebugMove move;
        move.step = protocol::DebugStep::line;
        move.to_line = 6;
        DebugStop stop = debugger.move(move);
        protocol::DebugWatchpoint sum;
        sum.variable = "sum";
        move.step = protocol::DebugStep::run;
        move.watchpoints = {sum};
        QList<std::int64_t> positions;
        for (int n = 0; n < 3; ++n) {
            move.position = stop.position;
            stop = debugger.move(move);
            QCOMPARE(stop.reason, protocol::DebugReason::watchpoint);
            QCOMPARE(QString::fromStdString(stop.note), QString("sum"));
            positions << stop.position;
        }
        move.position = stop.position;
        QCOMPARE(debugger.move(move).reason, protocol::DebugReason::end);
        move.is_backward = true;
        for (int n = 2; n >= 0; --n) {
            stop = debugger.move(move);
            QCOMPARE(stop.position, positions[n] - 1);
            QCOMPARE(line_of(debugger.state(stop)), 8);
            move.position = stop.position;
        }
        QCOMPARE(line_of(debugger.state(debugger.move(move))), 5); // its initialization
        move.watchpoints[0].variable = "nothing";
        QVERIFY(error_of([&] { debugger.move(move); }).startsWith("debug.value: "));
    }

    void a_result_is_explained_down_to_the_input() {
        Inputs inputs;
        Debugger debugger(inputs, settings_for(plain), {});
        protocol::DebugValue value;
        value.name = "y[5]";
        value.is_element = true;
        value.element = 5;
        value.position = debugger.session().instructions;
        protocol::DebugOrigin origin = debugger.why(value);
        QCOMPARE(QString::fromStdString(origin.sentence), QString("Thread 5 wrote `y[5]` on line 10: `y[row] = sum;`"));
        QCOMPARE(origin.text, debugger.elements("y", 5, 1, value.position).front());
        QCOMPARE(QString::fromStdString(origin.inputs.at(0).name), QString("sum"));
        origin = debugger.why(origin.inputs[0]);
        QCOMPARE(origin.line, 8);
        QStringList names;
        for (const protocol::DebugValue& input : origin.inputs) names << QString::fromStdString(input.name);
        QCOMPARE(names, (QStringList{"sum", "product"}));
        origin = debugger.why(origin.inputs[1]);
        QCOMPARE(origin.line, 7);
        names.clear();
        for (const protocol::DebugValue& input : origin.inputs) names << QString::fromStdString(input.name);
        QVERIFY2(names.size() >= 3 && names[0].startsWith("value["), qPrintable(names.join(' ')));
    }

    void expressions_that_cannot_be_evaluated_are_explained_data() {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* expression, const char* problem) {
            QTest::newRow(expression) << expression << problem;
        };
        row("", "The watch is empty.");
        row("row +", "");
        row("row row", "");
        row("summ", "`summ` is not in scope here.");
        row("sum = 3", "A watch cannot change a value.");
        row("sum += 1", "A watch cannot change a value.");
        row("row++", "A watch cannot change a value.");
        row("--row", "A watch cannot change a value.");
        row("row > 3 && (sum = 1)", "A watch cannot change a value.");
        row("atomicAdd(&y[0], 1.0) > 0", "A watch cannot call `atomicAdd`.");
        row("__syncthreads()", "A watch cannot call `__syncthreads`.");
        row("row[1]", "Only pointers and arrays have elements.");
        row("x + 0.5", "needs numbers.");
        row("row.length", "has no members.");
        row("row / 0", "The operation overflows or divides by zero.");
        row("x[-1]", "Index -1 is outside of x");
        row("x[1000000]", "Index 1000000 is outside of x");
        row("\"text\"", "");
        QTest::newRow("ten thousand brackets") << QString(10'000, '(') + "row" + QString(10'000, ')') << "";
        QTest::newRow("ten thousand operators") << "row" + QString(" + row").repeated(10'000) << "";
    }
    void expressions_that_cannot_be_evaluated_are_explained() {
        QFETCH(QString, expression);
        QFETCH(QString, problem);
        Inputs inputs;
        Debugger debugger(inputs, settings_for(plain), {});
        DebugMove move;
        move.step = protocol::DebugStep::line;
        move.to_line = 8;
        const DebugStop stop = debugger.move(move);
        const protocol::DebugState state = debugger.state(stop, {expression.toStdString(), "row"});
        const QString told = QString::fromStdString(state.watches.at(0).problem);
        QVERIFY2(expression.contains("+ row + row") || told.contains(problem), qPrintable(told));
        QVERIFY(expression.contains("+ row + row") || (told.size() > 10 && told.size() < 300));
        QCOMPARE(state.watches.at(1).values.at(3), std::string("3")); // the other watches are shown
        // If the same text is the condition of a breakpoint, it is rejected, or it is not true in any lane.
        if (expression.isEmpty()) return; // a breakpoint without a condition
        move.step = protocol::DebugStep::run;
        move.position = stop.position;
        move.breakpoints = {{8, expression.toStdString(), 0}};
        const QString error = error_of([&] { QCOMPARE(debugger.move(move).reason, protocol::DebugReason::end); });
        QVERIFY2(error.isEmpty() || error.startsWith("debug.watch: "), qPrintable(error));
        QCOMPARE(debugger.state(stop).position, stop.position);
    }

    void steps_beyond_the_ends_stay_there() {
        Inputs inputs;
        Debugger debugger(inputs, settings_for(plain), {});
        using Step = protocol::DebugStep;
        DebugStop end = moved(debugger, debugger.start(), Step::run);
        for (const Step step : {Step::over, Step::into, Step::out, Step::run}) {
            end = moved(debugger, end, step);
            QCOMPARE(end.position, debugger.session().instructions);
            QCOMPARE(end.reason, protocol::DebugReason::end);
        }
        DebugStop start = debugger.start();
        for (const Step step : {Step::over, Step::into, Step::run}) {
            start = moved(debugger, start, step, true);
            QCOMPARE(start.position, debugger.start().position);
            QCOMPARE(start.reason, protocol::DebugReason::start);
        }
        DebugMove far;
        far.step = Step::over;
        far.position = std::int64_t{1} << 60;
        QCOMPARE(debugger.move(far).reason, protocol::DebugReason::end);
        far.position = -far.position;
        far.is_backward = true;
        QCOMPARE(debugger.move(far).reason, protocol::DebugReason::start);
    }

    void what_is_asked_wrongly_is_refused_with_a_next_step() {
        Inputs inputs;
        Debugger debugger(inputs, settings_for(plain), {});
        const DebugStop start = debugger.start();
        QVERIFY(error_of([&] { debugger.state({0, 7, {}, {}}); }).startsWith("debug.warp: There is no warp 7."));
        DebugMove move;
        move.step = protocol::DebugStep::run;
        move.breakpoints = {{8, "row ==", 0}};
        QVERIFY(error_of([&] { debugger.move(move); }).startsWith("debug.watch: "));
        move.breakpoints = {{8, "sum = 3", 0}};
        QVERIFY(error_of([&] { debugger.move(move); }).startsWith("debug.watch: "));
        move.breakpoints = {};
        move.watchpoints = {{"z", 0, {}, 0, 0}};
        QVERIFY(error_of([&] { debugger.move(move); }).startsWith("debug.array: "));
        move.step = protocol::DebugStep::line;
        move.to_line = 400;
        QVERIFY(error_of([&] { debugger.move(move); }).startsWith("debug.line: "));
        const protocol::DebugState state = debugger.state(start, {"summ", "x[", "x[-1]", "row++"});
        for (const protocol::DebugVariable& watch : state.watches) QVERIFY2(!watch.problem.empty(), watch.name.c_str());
        // Positions outside the recording are clamped to its ends.
        QCOMPARE(debugger.state({-5, 0, {}, {}}).position, std::int64_t{0});
        QCOMPARE(debugger.state({std::int64_t{1} << 40, 0, {}, {}}).position, debugger.session().instructions);
        protocol::DebugValue y;
        y.name = "y[1]";
        y.is_element = true;
        y.element = 1;
        y.position = std::int64_t{1} << 40;
        QCOMPARE(debugger.why(y).line, 10);
        QCOMPARE(debugger.elements("y", 1, 1, y.position).size(), std::size_t{1});
        y.name = "z[1]";
        QCOMPARE(QString::fromStdString(debugger.why(y).sentence),
                 QString("Launch 0 does not use the array `z`, so no thread of this block writes `z[1]`."));
        DebugSettings settings = settings_for(plain);
        settings.block_index = 99;
        QVERIFY(error_of([&] { Debugger(inputs, settings, {}); }).startsWith("trace.block: "));
        settings.block_index = 0;
        settings.launch = 3;
        QVERIFY(error_of([&] { Debugger(inputs, settings, {}); }).startsWith("trace.launch: "));
    }

    void a_breakpoint_on_a_line_without_code_applies_to_the_next_line() {
        Inputs inputs;
        const std::string text =
            with_change(plain, "    double sum = 0;\n", "\n    // The sum of a row.\n    double sum = 0;\n");
        Debugger debugger(inputs, settings_for(text), {});
        DebugMove move;
        move.step = protocol::DebugStep::run;
        move.breakpoints = {{5, {}, 0}};
        const DebugStop stop = debugger.move(move);
        QCOMPARE(stop.reason, protocol::DebugReason::breakpoint);
        QCOMPARE(line_of(debugger.state(stop)), 7);
    }

    void a_kernel_that_runs_for_minutes_is_recorded_up_to_the_time_limit() {
        Inputs inputs;
        // Each of 1,250 warps executes about 6 million instructions, of which 8 million are recorded in block 0.
        const std::string text = with_change(plain, "    double sum = 0;\n",
                                             "    double sum = 0;\n"
                                             "    for (int n = 0; n < 1 << 20; ++n) sum += x[n % rows];\n");
        DebugSettings settings = settings_for(text, "laplace2d:n=200");
        settings.most_seconds = 1;
        Debugger debugger(inputs, settings, {});
        QVERIFY(debugger.session().is_cut);
        QVERIFY(debugger.session().instructions > 0);
        QCOMPARE(line_of(debugger.state({debugger.session().instructions - 1, 0, {}, {}})), 6);
        protocol::DebugValue sum;
        sum.name = "sum";
        sum.position = std::min<std::int64_t>(debugger.session().instructions, 1000);
        QCOMPARE(debugger.why(sum).line, 6);

        settings.block_index = 600;
        QCOMPARE(error_of([&] { Debugger(inputs, settings, {}); }),
                 QString("debug.time: Block 600 of launch 0 does not start within 1 second."));
    }

    void a_search_for_a_stop_ends_at_the_time_limit() {
        Inputs inputs;
        Debugger debugger(inputs, settings_for(plain, "dense:rows=64,cols=64"), {});
        DebugMove move;
        move.step = protocol::DebugStep::run;
        move.breakpoints = {{8, "row == 1000", 0}};
        QCOMPARE(debugger.move(move).reason, protocol::DebugReason::end);
        move.most_seconds = 0;
        const DebugStop stop = debugger.move(move);
        QCOMPARE(stop.reason, protocol::DebugReason::limit);
        QVERIFY(stop.position > 0 && stop.position < debugger.session().instructions);
        QCOMPARE(QString::fromStdString(stop.note),
                 QString("No stop was found within 0 seconds. Continue to search further."));
    }

    void a_value_that_another_block_wrote_names_the_thread() {
        Inputs inputs;
        DebugSettings settings = settings_for(two_launches, "laplace2d:n=16");
        settings.launch = 1;
        settings.block_index = 2;
        Debugger debugger(inputs, settings, {});
        protocol::DebugValue y;
        y.name = "y[200]";
        y.is_element = true;
        y.element = 200;
        const protocol::DebugOrigin before = debugger.why(y);
        QCOMPARE(QString::fromStdString(before.sentence),
                 QString("Thread 8 of block 3 in launch 0 wrote `y[200]` before this block started, on line 4: "
                         "`if (row < rows) y[row] = x[row];`"));
        QCOMPARE(before.line, 4);
        QCOMPARE(before.launch.value_or(-1), std::int64_t{0});
        QCOMPARE(before.block_index.value_or(-1), std::int64_t{3});
        // Block 1 of the same launch has changed this element before block 2, which is recorded.
        y.name = "y[64]";
        y.element = 64;
        QCOMPARE(debugger.why(y).line, 8);
        QCOMPARE(debugger.why(y).block_index.value_or(-1), std::int64_t{1});
        QVERIFY(QString::fromStdString(debugger.why(y).sentence).startsWith("Thread 0 of block 1 in launch 1 wrote"));
    }
};

WARPLOOM_TEST(DebuggerTest);

#include "debugger_test.moc"
