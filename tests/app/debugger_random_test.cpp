#include "app/debug/debugger.h"
#include "engine/protocol/serialization/fields.h"
#include "kernels/sources/text_of_kernel.h"
#include "simt/cooperating_programs.h"
#include "simt/random_programs.h"
#include "support/runner.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <optional>

using namespace warploom;
using namespace warploom::app;

// In random programs, a step backward and a step forward lead to the same position with the same values.

namespace {

std::optional<std::string> diverging(std::uint64_t seed) {
    Random random(seed);
    simt::test::Program program;
    program.seed = seed;
    int statements = 0;
    program.block = simt::test::draw_block(random, 3, 0, statements);
    if (statements >= 250) return std::nullopt;
    std::string text = simt::test::ProgramText(program).text();
    text.resize(text.rfind("void run"));
    return "// format: csr\n" + text + "void run(const int* column, double* y) { k<<<1, 32>>>(column, y); }\n";
}

std::string cooperating(std::uint64_t seed) {
    std::string text = "// format: csr\n", source = simt::test::CooperatingProgram(seed).kernel();
    for (const char c : source) {
        text += c;
        if (c == ';') text += '\n';
    }
    return text;
}

Json values_of(Debugger& debugger, DebugStop at) {
    at.reason = protocol::DebugReason::step;
    return protocol::write(debugger.state(at));
}

} // namespace

class DebuggerRandomTest : public QObject {
    Q_OBJECT
private slots:
    void a_step_back_and_a_step_forward_lead_to_the_same_state_data() {
        QTest::addColumn<bool>("is_cooperating");
        QTest::newRow("diverging lanes") << false;
        QTest::newRow("cooperating threads") << true;
    }
    // 25 programs, or WARPLOOM_RANDOM_PROGRAMS / 400, with 20 positions each.
    void a_step_back_and_a_step_forward_lead_to_the_same_state() {
        QFETCH(bool, is_cooperating);
        const int programs = std::max(25, qEnvironmentVariableIntValue("WARPLOOM_RANDOM_PROGRAMS") / 400);
        QElapsedTimer clock;
        clock.start();
        Inputs inputs;
        int compared = 0, tried = 0;
        for (std::uint64_t seed = 1; tried < programs; ++seed) {
            const std::optional<std::string> text = is_cooperating ? cooperating(seed) : diverging(seed);
            if (!text) continue;
            ++tried;
            kernels::set_request_sources({{"mine.cu", *text}});
            DebugSettings settings;
            settings.kernel = "mine.cu";
            settings.card = simulated::find_card("h200");
            settings.input.name = "laplace2d:n=16";
            Debugger debugger(inputs, settings, {});
            Random random(seed);
            for (int n = 0; n < 20; ++n) {
                DebugMove move;
                move.position = static_cast<std::int64_t>(
                    random.below(static_cast<std::uint64_t>(debugger.session().instructions)));
                move.warp = static_cast<int>(random.below(static_cast<std::uint64_t>(debugger.session().warps)));
                move.step = protocol::DebugStep::into;
                const DebugStop here = debugger.move(move);
                if (here.reason == protocol::DebugReason::end) continue;
                const Json values = values_of(debugger, here);
                const auto there_and_back = [&](bool goes_back_first) {
                    move.position = here.position;
                    move.is_backward = goes_back_first;
                    const DebugStop there = debugger.move(move);
                    if (there.position >= debugger.session().instructions) return true; // nothing follows
                    move.position = there.position;
                    move.is_backward = !goes_back_first;
                    const DebugStop back = debugger.move(move);
                    ++compared;
                    return back.position == here.position && values_of(debugger, back) == values;
                };
                for (const bool goes_back_first : {false, true})
                    QVERIFY2(there_and_back(goes_back_first),
                             qPrintable(QString("seed %1, position %2, warp %3, %4\n%5")
                                            .arg(seed)
                                            .arg(here.position)
                                            .arg(here.warp)
                                            .arg(goes_back_first ? "back first" : "forward first")
                                            .arg(text->c_str())));
            }
        }
        qInfo("%d programs, %d steps there and back, %.1f s", tried, compared,
              static_cast<double>(clock.elapsed()) / 1000);
        QVERIFY(compared > programs * 10);
    }
};

WARPLOOM_TEST(DebuggerRandomTest);

#include "debugger_random_test.moc"
