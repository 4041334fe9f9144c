// Exercise files, the counts of gates, and the report for a submission, with expected values derived by hand.

#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/hand_in.h"
#include "engine/exercise/judgement.h"
#include "engine/exercise/made_text.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <map>

using namespace warploom;
using namespace warploom::exercise;

namespace {

/// Returns an exercise file with these gates and random inputs.
std::string exercise_text(const std::string& gates, const std::string& drawn = "", const std::string& id = "any") {
    return R"({"warploom_exercise": 1, "id": ")" + id +
           R"(", "title": "Any", "operation": "spmv", "task": ["."], "inputs": ["diagonal:n=3"], "drawn": [)" + drawn +
           R"(], "gates": [)" + gates + "]}";
}

std::string gate_text(const std::string& id, const std::string& more = R"("at_most": 1)") {
    return R"({"id": ")" + id + R"(", "title": "a gate", "count": "launches", "says": ".", )" + more + "}";
}

std::string code_of(const std::string& text) {
    try {
        exercise_from_json(text, "any");
    } catch (const Error& error) { return error.code(); }
    return "none";
}

/// Two launches over 10 rows and 40 nonzeros: 64 lanes read y in 2 steps, 8 lanes update it atomically, 32 lanes read
/// x, and 3 full warps reach a barrier.
protocol::Trace small_trace() {
    protocol::Trace trace;
    trace.matrix.rows = 10;
    trace.matrix.nonzeros = 40;
    trace.mean_active_lanes = 17;
    trace.launches.resize(2);
    trace.launches[0].shared_bytes = 256;
    trace.launches[1].shared_bytes = 1024;
    const auto access = [&](const char* array, simulated::Access kind, std::int64_t lanes, std::int64_t steps,
                            std::int64_t transactions) {
        protocol::TraceAccess at;
        at.array = array;
        at.kind = kind;
        at.lane_accesses = lanes;
        at.warp_instructions = steps;
        at.transactions = transactions;
        at.bytes_fetched = 32 * transactions;
        trace.accesses.push_back(at);
    };
    access("y", simulated::Access::load, 64, 2, 16);
    access("y", simulated::Access::atomic, 8, 1, 8);
    access("x", simulated::Access::load, 32, 1, 4);
    access("", simulated::Access::barrier, 96, 3, 0);
    return trace;
}

double counted(Count count, const std::string& array = "", std::optional<simulated::Access> access = {},
               Per per = Per::call) {
    Measure measure;
    measure.count = count;
    measure.array = array;
    measure.access = access;
    measure.per = per;
    return measure.of(small_trace());
}

} // namespace

class ExerciseRulesTest : public QObject {
    Q_OBJECT
private slots:
    void a_gate_is_met_at_its_bounds_and_missed_beyond_them() {
        Gate least, most, both;
        least.at_least = 4;
        most.at_most = 0.5;
        both.at_least = 2;
        both.at_most = 3;
        QVERIFY(least.is_met_by(4) && least.is_met_by(5) && !least.is_met_by(3.999));
        QVERIFY(most.is_met_by(0.5) && most.is_met_by(0) && !most.is_met_by(0.501));
        QVERIFY(both.is_met_by(2) && both.is_met_by(3) && !both.is_met_by(1.9) && !both.is_met_by(3.1));
        QCOMPARE(least.bound(), std::string("at least 4"));
        QCOMPARE(most.bound(), std::string("at most 0.5"));
        QCOMPARE(both.bound(), std::string("at least 2 and at most 3"));
    }

    void a_gate_counts_what_it_names_and_no_more() {
        using simulated::Access;
        QCOMPARE(counted(Count::transactions), 28.0);
        QCOMPARE(counted(Count::bytes), 896.0);
        QCOMPARE(counted(Count::accesses, "y"), 72.0);
        QCOMPARE(counted(Count::accesses, "y", Access::load), 64.0);
        QCOMPARE(counted(Count::accesses, "", Access::load), 96.0);
        QCOMPARE(counted(Count::atomics), 8.0);
        QCOMPARE(counted(Count::barriers), 3.0);
        QCOMPARE(counted(Count::launches), 2.0);
        QCOMPARE(counted(Count::shared_bytes), 1024.0); // the maximum per block, not the sum
    }

    void active_lanes_are_a_mean_of_the_steps_that_are_asked_for() {
        QCOMPARE(counted(Count::active_lanes), 17.0); // mean over all steps, as in the trace
        QCOMPARE(counted(Count::active_lanes, "y"), 24.0);
        QCOMPARE(counted(Count::active_lanes, "nowhere"), 0.0);
    }

    void a_count_for_each_row_or_nonzero_is_divided_by_theirs() {
        QCOMPARE(counted(Count::transactions, "", {}, Per::row), 2.8);
        QCOMPARE(counted(Count::transactions, "", {}, Per::nonzero), 0.7);
        Measure of_nothing;
        of_nothing.per = Per::row;
        QVERIFY(std::isnan(of_nothing.of(protocol::Trace())));
    }

    void an_id_has_plain_letters_and_at_most_64_of_them() {
        QCOMPARE(code_of(exercise_text(gate_text("g"), "", std::string(64, 'a'))), std::string("none"));
        QCOMPARE(code_of(exercise_text(gate_text("g"), "", std::string(65, 'a'))), std::string("exercise.format"));
        QCOMPARE(code_of(exercise_text(gate_text("g"), "", "")), std::string("exercise.format"));
        QCOMPARE(code_of(exercise_text(gate_text("g"), "", "An id")), std::string("exercise.format"));
    }

    void a_gate_has_a_bound_and_an_id_of_its_own() {
        QCOMPARE(code_of(exercise_text(gate_text("a") + "," + gate_text("b"))), std::string("none"));
        QCOMPARE(code_of(exercise_text(gate_text("a", R"("at_least": 1)"))), std::string("none"));
        QCOMPARE(code_of(exercise_text(gate_text("a", R"("points": 1)"))), std::string("exercise.format"));
        QCOMPARE(code_of(exercise_text(gate_text("a") + "," + gate_text("a"))), std::string("exercise.format"));
        for (const char* const taken : {"right", "clean", "No Id"})
            QCOMPARE(code_of(exercise_text(gate_text(taken))), std::string("exercise.format"));
    }

    void a_gate_that_is_needed_needs_none_itself() {
        const std::string a = gate_text("a"), b = gate_text("b", R"("at_most": 1, "needs": ["a"])");
        const auto c_needs = [&](const std::string& needed) {
            const std::string c = gate_text("c", R"("at_most": 1, "needs": [")" + needed + R"("])");
            return code_of(exercise_text(a + "," + b + "," + c));
        };
        QCOMPARE(c_needs("a"), std::string("none"));
        QCOMPARE(c_needs("b"), std::string("exercise.format"));
        QCOMPARE(c_needs("c"), std::string("exercise.format"));
    }

    void points_are_those_of_right_clean_and_every_gate() {
        const Exercise exercise = exercise_from_json(
            exercise_text(gate_text("a", R"("at_most": 1, "points": 4)") + "," + gate_text("b")), "any");
        QCOMPARE(exercise.points(), 2.0 + 1 + 4 + 1);
    }

    void advice_of_the_exercise_comes_before_what_helps_in_any() {
        Exercise exercise;
        exercise.advice = {{"nan", "Mine."}};
        QCOMPARE(exercise.advice_on("nan"), std::string("Mine."));
        QVERIFY(exercise.advice_on("endless-loop").find("loop condition") != std::string::npos);
        QVERIFY(exercise.advice_on("no such thing").empty());
    }

    void a_drawn_number_has_both_its_bounds() {
        const Exercise exercise = exercise_from_json(exercise_text(gate_text("a"), R"("diagonal:n={4..6}")"), "any");
        std::map<std::string, int> drawn;
        for (std::uint64_t seed = 0; seed < 300; ++seed) ++drawn[draw_inputs(exercise, seed).at(0)];
        QCOMPARE(drawn.size(), std::size_t{3});
        for (const char* const input : {"diagonal:n=4", "diagonal:n=5", "diagonal:n=6"}) QVERIFY(drawn[input] > 50);

        const auto drawn_of = [](const std::string& drawn_text) {
            return code_of(exercise_text(gate_text("a"), "\"" + drawn_text + "\""));
        };
        QCOMPARE(drawn_of("diagonal:n={7..7}"), std::string("none"));
        QCOMPARE(drawn_of("diagonal:n={7..6}"), std::string("exercise.format"));
        QCOMPARE(drawn_of("diagonal:n={7}"), std::string("exercise.format"));
        QCOMPARE(drawn_of("diagonal:n={7..8"), std::string("exercise.format"));
    }

    void two_drawn_inputs_of_one_seed_are_drawn_apart() {
        const Exercise exercise = exercise_from_json(
            exercise_text(gate_text("a"), R"("diagonal:n={1..1000000}", "diagonal:n={1..1000000}")"), "any");
        const auto drawn = draw_inputs(exercise, 1);
        QVERIFY2(drawn[0] != drawn[1], drawn[0].c_str());
    }

    void exercises_stand_in_the_order_of_a_course() {
        const auto& all = own_exercises();
        QCOMPARE(all.front().id, std::string("vector-sum"));
        QCOMPARE(all[5].id, std::string("ell-side-by-side"));
        QCOMPARE(all.back().id, std::string("fuse-two-launches"));
    }

    void an_exercise_of_a_folder_has_the_starter_beside_it() {
        QTemporaryDir folder;
        const auto write = [&](const char* name, const std::string& text) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray::fromStdString(text));
        };
        write("mine.json", exercise_text(gate_text("a")));
        write("starter.cu", "// begin here\n");
        QCOMPARE(find_exercise(folder.filePath("mine.json").toStdString()).starter, std::string("// begin here\n"));
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(folder.path()));
        const std::string starter = find_exercise("mine.json").starter;
        QDir::setCurrent(before);
        QCOMPARE(starter, std::string("// begin here\n"));
    }

    void a_text_is_another_one_with_some_lines_changed() {
        const std::string mine = "// Mine.\n// from: starter\n// without: b\n// without: c\n// instead: d\n"
                                 "// instead:     e\n// without: f\n";
        const std::string starter = "// title: T\n// Words.\n// format: ell\n\n// More.\na\n    b\n    c\nb\nf\n";
        QCOMPARE(made_text(mine, "mine.cu", starter),
                 std::string("// Mine.\n// format: ell\n\na\n    d\n        e\nb\n"));
        QCOMPARE(made_text("// plain\n", "mine.cu"), std::string("// plain\n"));
        const std::string scalar = made_text("// Begin.\n// from: spmv/csr_scalar.cu\n", "mine.cu");
        QCOMPARE(scalar.rfind("// Begin.\n// format: csr\n\ntemplate", 0), std::size_t{0});
    }

    void a_text_that_cannot_be_made_is_refused_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("words");
        QTest::newRow("no such file") << "// from: spmv/csr_scaler.cu\n"
                                      << "there is no built-in kernel spmv/csr_scaler.cu.";
        QTest::newRow("no starter") << "// from: starter2\n"
                                    << "there is no built-in kernel starter2.";
        QTest::newRow("a line that is not there") << "// from: starter\n// without: z\n"
                                                  << "\"z\" must occur exactly once";
        QTest::newRow("one that is there twice") << "// from: starter\n// without: a\n"
                                                 << "\"a\" must occur exactly once";
        QTest::newRow("nothing to be in the place of") << "// from: starter\n// instead: z\n"
                                                       << "\"instead\" comes before";
    }
    void a_text_that_cannot_be_made_is_refused() {
        QFETCH(QString, text);
        QFETCH(QString, words);
        try {
            made_text(text.toStdString(), "mine.cu", "a\nb\na\n");
            QFAIL("it was made");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("exercise.format"));
            QVERIFY2(QString(error.what()).contains(words), error.what());
        }
    }

    void an_answer_has_passed_when_it_has_met_every_gate() {
        Grading judgement;
        judgement.gates = {{"clean", "", GateState::met, 1, 1, {}, ""}, {"right", "", GateState::met, 2, 2, {}, ""}};
        QVERIFY(judgement.is_passed());
        judgement.gates[1].state = GateState::missed;
        QVERIFY(!judgement.is_passed());
    }

    void points_that_are_met_and_not_given_come_later() {
        GateResult gate;
        gate.out_of = 2;
        gate.state = GateState::met;
        QCOMPARE(gate.points_text(), std::string("2 later"));
        gate.points = 2;
        QCOMPARE(gate.points_text(), std::string("2 of 2"));
        gate.state = GateState::missed;
        gate.points = 0;
        QCOMPARE(gate.points_text(), std::string("0 of 2"));
    }

    void a_name_has_200_bytes_in_one_line_and_no_seal_in_it() {
        const auto is_taken = [](const std::string& name) {
            try {
                return !seal_text("int a;\n", "warp-a-row", name).empty();
            } catch (const Error& error) { return error.code() != "hand-in.name"; }
        };
        QVERIFY(is_taken("Ada") && is_taken(std::string(200, 'a')));
        QVERIFY(!is_taken("") && !is_taken(std::string(201, 'a')));
        QVERIFY(!is_taken("Ada\nLovelace") && !is_taken("Ada\x1b[2J") && !is_taken("Ada, seal 0"));
    }

    void a_line_without_name_or_seal_counts_as_altered() {
        for (const char* const text : {"// hand-in: warp-a-row\nint a;\n", "// hand-in: , seal by Ada by \nint a;\n"}) {
            const HandIn found = read_hand_in(text);
            QVERIFY(found.is_sealed && found.is_altered);
            QVERIFY(found.name.empty() && found.exercise.empty());
        }
        const std::string sealed = seal_text("int\ta;\n", "warp-a-row", "Ada");
        QVERIFY(!read_hand_in(sealed).is_altered);
        QVERIFY(read_hand_in(sealed + " ").is_altered);
    }

    void the_fingerprint_is_of_all_words_but_not_of_their_order_in_lines() {
        QCOMPARE(fingerprint("int a;\nint b;"), fingerprint("int a; int b; // the same"));
        QVERIFY(fingerprint("int a; int b;") != fingerprint("int c; int b;"));
    }
};

WARPLOOM_TEST(ExerciseRulesTest);
#include "exercise_rules_test.moc"
