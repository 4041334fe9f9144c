#include "ui/gallery/scenes.h"

#include "engine/experiment/cells.h"
#include "engine/simulated/card.h"
#include "ui/components/advice/advice_panel.h"
#include "ui/components/operations/traced_choice.h"
#include "ui/components/traces/trace_store.h"
#include "ui/components/warp/player.h"
#include "ui/pages/formats/arrays_view.h"
#include "ui/pages/formats/formats_page.h"
#include "ui/pages/matrix/matrix_page.h"
#include "ui/pages/model/card_comparison.h"
#include "ui/pages/model/model_page.h"
#include "ui/pages/pitfalls/pitfalls_page.h"
#include "ui/pages/reproduce/chart_deck.h"
#include "ui/pages/reproduce/experiment_controls.h"
#include "ui/pages/reproduce/reproduce_page.h"
#include "ui/pages/reproduce/sources.h"
#include "ui/pages/run/choices_panel.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/solve/cg_solver.h"
#include "ui/pages/solve/preconditioner_comparison.h"
#include "ui/pages/solve/solve_page.h"
#include "ui/pages/step/step_page.h"
#include "ui/pages/warp/comparison/warp_comparison.h"
#include "ui/pages/warp/warp_page.h"
#include "ui/pages/warp/warp_predictions.h"
#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/editor_debugging.h"
#include "ui/pages/write/kernel_debugger.h"
#include "ui/pages/write/verdict_view.h"
#include "ui/pages/write/write_page.h"
#include "ui/style/qt_text.h"

#include <QComboBox>
#include <QListWidget>
#include <QTabWidget>

#include <initializer_list>

namespace warploom::ui {
namespace {

/// Returns a step of a scene that calls `does` once and is then complete.
template <class Does> std::function<bool()> act(Does does) {
    return [does] {
        does();
        return true;
    };
}

const protocol::Handshake& greetingOf(const Page& page) { return page.session().worker().handshake(); }

Scene settled(Page& page) {
    return {[&page] { return page.isSettled(); }};
}

/// Returns the index of the nonzero in the middle of the window of the Formats page, or -1 if the window contains no
/// nonzeros.
int middleOf(const FormatsPage& page) {
    const auto& shown = page.layoutDocument();
    return shown && !shown->nonzeros.empty() ? static_cast<int>(shown->nonzeros.size()) / 2 : -1;
}

Scene formatsScene(FormatsPage& page) {
    return settled(page) << act([&page] {
               const int middle = middleOf(page);
               if (middle < 0) return;
               const protocol::LayoutNonzero& entry = page.layoutDocument()->nonzeros[middle];
               const MatrixWindow window = page.session().window();
               page.session().setHovered({window.row_begin + entry.row, window.col_begin + entry.col});
           });
}

/// Selects the kernels in the list that the worker supports. The first one becomes the baseline.
void takeKernels(protocol::RunPlan& plan, const protocol::Handshake& greeting,
                 std::initializer_list<const char*> wanted) {
    auto& kernels = plan.settings.kernels;
    kernels.clear();
    for (const char* kernel : wanted)
        if (greeting.kernel(kernel) != nullptr) kernels.emplace_back(kernel);
    plan.settings.baseline = kernels.empty() ? std::string() : kernels.front();
}

Scene runScene(RunPage& page) {
    const auto first = [&page] {
        if (!page.whyNot().isEmpty()) return false;
        page.run();
        return true;
    };
    const auto idle = [&page] { return !page.store().isRunning(); };
    // Also run the kernels on a simulated card, so that the chart contains both measured and modeled bars.
    const auto second = act([&page] {
        protocol::RunPlan plan = page.choices().plan();
        plan.machine = "simulated:" + page.session().card().id;
        takeKernels(plan, greetingOf(page), {"csr-scalar", "csr-vector", "ell", "ell-sorted"});
        if (greetingOf(page).machine(plan.machine) != nullptr) page.store().start(plan);
    });
    return {first, idle, second, idle};
}

/// Returns scenes of the Run page with a matrix that does not fit in the caches, so that kernels read from memory.
QList<std::pair<QString, Scene>> runScenes(RunPage& page) {
    const auto start = act([&page] {
        protocol::RunPlan plan = page.choices().plan();
        plan.matrices = {"laplace2d:n=1200"};
        plan.machine = "cpu";
        takeKernels(plan, greetingOf(page), {"cpu-csr", "cpu-ell", "cpu-coo", "cpu-dia", "eigen-csr"});
        page.store().start(plan);
    });
    const auto idle = [&page] { return !page.store().isRunning(); };
    const auto look = act([&page] {
        for (int i = 0; i + 1 < static_cast<int>(page.store().runs().size()); ++i) page.store().setShown(i, false);
        page.tabs()->setCurrentIndex(static_cast<int>(RunChart::limit));
    });
    return {{QStringLiteral("limit"), Scene{start, idle, look}}};
}

Scene warpScene(WarpPage& page) {
    // Show a load of matrix values in the middle of the trace, where some rows are finished and the others access
    // scattered addresses.
    return settled(page) << [&page] {
        // Do not wait for a trace after an error, because the request is not repeated.
        if (page.analysis() == nullptr) return true;
        const protocol::WarpDocument& trace = page.analysis()->trace();
        const int middle = trace.step_count() / 2;
        int step = middle;
        while (step < trace.step_count() && trace.array_of(step) != "value") ++step;
        page.player()->setStep(step < trace.step_count() ? step : middle);
        return true;
    };
}

/// Returns a scene that traces a kernel launch and shows the first access to `array` in the second half of the trace.
Scene warpSceneOf(WarpPage& page, const NavigationTarget& wish, const std::string& array) {
    const auto ask = act([&page, wish] {
        // Select the default card, because an earlier scene may have selected another one.
        page.session().setCard(QLatin1String(simulated::default_card));
        page.predictions().setOn(false);
        page.session().presetChoice(QStringLiteral("warp/beside"), {});
        page.show(wish);
    });
    const auto is_there = [&page, wish] {
        return page.analysis() != nullptr && page.isSettled() &&
               toQString(page.analysis()->trace().kernel) == wish.kernel &&
               page.analysis()->trace().launch == wish.warp->launch;
    };
    const auto step = act([&page, array] {
        const protocol::WarpDocument& trace = page.analysis()->trace();
        int at = trace.step_count() / 2;
        while (at + 1 < trace.step_count() && trace.array_of(at) != array) ++at;
        page.player()->setStep(at);
    });
    return {ask, is_there, step};
}

/// Returns a scene that compares a warp with the same warp of another kernel or on another card, and shows the middle
/// step.
Scene warpBesideScene(WarpPage& page, const NavigationTarget& wish, const char* beside) {
    Scene scene = warpSceneOf(page, wish, "value");
    const auto choose = act([&page, beside = QString::fromLatin1(beside)] {
        page.session().presetChoice(QStringLiteral("warp/beside"), beside);
    });
    const auto is_there = [&page] { return page.isSettled() && page.comparison().isShown(); };
    const auto middle = act([&page] { page.player()->setStep(page.player()->steps() / 2); });
    return scene << choose << is_there << middle;
}

QList<std::pair<QString, Scene>> warpScenes(WarpPage& page) {
    const auto wish = [](const char* operation, const char* matrix, const char* kernel, int launch) {
        NavigationTarget made;
        made.operation = QLatin1String(operation);
        made.matrix = QLatin1String(matrix);
        made.kernel = QLatin1String(kernel);
        made.block = 128;
        made.warp = WarpChoice{launch, 0, 0};
        return made;
    };
    const auto predict = [&page] {
        page.predictions().setOn(true);
        return page.isPairHidden();
    };
    const auto scalar = wish("spmv", "random-rows:n=128,fraction=0.3,seed=7", "csr-scalar", 0);
    return {
        {QStringLiteral("warp-beside"), warpBesideScene(page, scalar, "kernel:csr-vector")},
        {QStringLiteral("warp-beside-predict"), warpBesideScene(page, scalar, "kernel:csr-vector") << predict},
        {QStringLiteral("warp-beside-cards"), warpBesideScene(page, scalar, "card:gtx460")},
        {QStringLiteral("warp-cr"),
         warpSceneOf(page, wish("tridiagonal", "tridiagonal:n=100,kind=0", "cr", 1), "work_b")},
        {QStringLiteral("warp-cr-7"), warpSceneOf(page, wish("tridiagonal", "tridiagonal:n=7,kind=0", "cr", 0), "a")},
        {QStringLiteral("warp-cr-shared"),
         warpSceneOf(page, wish("tridiagonal", "tridiagonal:n=1000,kind=0", "cr-shared", 0), "b")},
        {QStringLiteral("warp-ata"),
         warpSceneOf(page, wish("ata", "dense:rows=32,cols=32,seed=1", "tiled@none", 0), "transposed")},
        {QStringLiteral("warp-ata-naive"),
         warpSceneOf(page, wish("ata", "dense:rows=4,cols=3,seed=1", "naive", 0), "a")},
        {QStringLiteral("warp-dot"), warpSceneOf(page, wish("cg", "laplace2d:n=16", "cg:csr-vector", 1), "warp_sums")},
        {QStringLiteral("warp-cg-product"), warpSceneOf(page, wish("cg", "laplace2d:n=8", "cg:csr-scalar", 0), "x")}};
}

/// Returns scenes of the Model page for the cyclic reduction kernel that is launched once per step.
QList<std::pair<QString, Scene>> modelScenes(ModelPage& page) {
    const auto ask = act([&page] {
        chooseTraced(page.session(), QStringLiteral("tridiagonal"), QStringLiteral("cr"));
        page.session().openMatrix(QStringLiteral("tridiagonal:n=100000,kind=0"));
    });
    // Wait for a new result or error, because the old one applies to the previous matrix.
    const auto is_there = [&page] {
        if (page.session().isLoading()) return false;
        TraceStore::of(page.session()).want();
        return page.isSettled();
    };
    // Compare all SpMV kernels on two cards, one of which has not been validated against measurements.
    const auto compare = act([&page] {
        chooseTraced(page.session(), QStringLiteral("spmv"), QStringLiteral("csr-scalar"));
        page.session().openMatrix(QStringLiteral("random-rows:n=1024,fraction=0.05,seed=7"));
    });
    const auto start = [&page] {
        if (page.session().isLoading()) return false;
        auto* const other = page.findChild<QComboBox*>(QStringLiteral("comparedOther"));
        other->setCurrentIndex(other->findData(QStringLiteral("h100")));
        page.tabs()->setCurrentWidget(page.cards());
        page.cards()->compare();
        return true;
    };
    const auto compared = [&page] { return !page.cards()->isRunning(); };
    return {{QStringLiteral("model-cr"), {ask, is_there}},
            {QStringLiteral("model-cards"), Scene{compare, start, compared} << is_there}};
}

Scene modelScene(ModelPage& page) {
    return {[&page] {
        if (page.session().matrix() == nullptr || page.session().isLoading()) return false;
        TraceStore::of(page.session()).want();
        return page.isSettled();
    }};
}

Scene writeScene(WritePage& page) {
    const auto checked = [&page] { return page.isSettled() && page.verdict()->check() != nullptr; };
    // Show a correct kernel source, then a modified version in which arrows indicate the changes, and finally a source
    // with an error.
    return {act([&page] { page.beginFrom(QStringLiteral("wrong/forgotten_barrier.cu")); }), checked};
}

/// Returns scenes of the Write page with a built-in kernel and an unnecessary line added to it, so that the costs of
/// both versions can be compared.
QList<std::pair<QString, Scene>> writeScenes(WritePage& page) {
    const auto checked = [&page] { return page.isSettled() && page.verdict()->check() != nullptr; };
    const auto begin = act([&page] { page.beginFrom(QStringLiteral("spmv/csr_scalar_sorted.cu")); });
    const auto change = act([&page] {
        QString text = page.editor()->text();
        page.editor()->setText(
            text.replace(QStringLiteral("y[row[i]] = sum;"), QStringLiteral("y[row[i]] = sum;\n    y[row[i]] += 0;")));
    });
    // Show the debugger at the cause of a wrong result, and then in the middle of a correct kernel.
    const auto wrong = act([&page] { page.beginFrom(QStringLiteral("wrong/forgotten_barrier.cu")); });
    const auto why = act([&page] { page.debugging().start(page.current(), true, true); });
    const auto is_there = [&page] { return page.isSettled() && page.debugging().debugger()->state() != nullptr; };
    const auto right = act([&page] { page.beginFrom(QStringLiteral("spmv/csr_vector.cu")); });
    const auto start = act([&page] { page.debugging().start(page.current(), true, false); });
    const auto step = act([&page] {
        page.editor()->toggleBreakpoint(20);
        page.editor()->setCondition(21, QStringLiteral("row > 10"));
        page.debugging().debugger()->setWatches({QStringLiteral("end - begin"), QStringLiteral("x[row")});
        for (int line = 0; line < 5; ++line) page.debugging().debugger()->step(protocol::DebugStep::over);
    });
    return {{QStringLiteral("write-built-in"), {begin, checked, change, checked}},
            {QStringLiteral("write-why"), {wrong, checked, why, is_there}},
            {QStringLiteral("write-debug"), {right, checked, start, is_there, step, is_there}}};
}

Scene stepScene(StepPage& page) {
    return {act([&page] {
        page.session().presetChoice(QStringLiteral("step/topic"), QStringLiteral("cr-beside-pcr"));
        page.player()->setStep(1);
    })};
}

/// Returns scenes for the topics of the Step page: an introduction, one step of each kind, and a step that is hidden
/// until the user makes a prediction.
QList<std::pair<QString, Scene>> stepScenes(StepPage& page) {
    const auto at = [&page](const char* topic, int step, bool predicts) {
        return Scene{act([&page, topic = QString::fromLatin1(topic), step, predicts] {
            page.setPredicting(false);
            page.session().presetChoice(QStringLiteral("step/topic"), topic);
            page.player()->setStep(step);
            page.setPredicting(predicts);
        })};
    };
    return {{QStringLiteral("step-beginning"), at("cr", -1, false)},
            {QStringLiteral("step-thomas"), at("thomas", 3, false)},
            {QStringLiteral("step-pcr"), at("pcr", 1, false)},
            {QStringLiteral("step-ata-beginning"), at("ata", -1, false)},
            {QStringLiteral("step-ata"), at("ata", 1, false)},
            {QStringLiteral("step-coo-beginning"), at("coo", -1, false)},
            {QStringLiteral("step-predict"), at("cr", 1, true)},
            {QStringLiteral("step-coo"), at("coo", 3, false)},
            {QStringLiteral("step-coo-shared"), at("coo-shared", 2, false)},
            {QStringLiteral("step-ata-naive"), at("ata-naive", 2, false)},
            {QStringLiteral("step-grid"), at("grid", 7, false)},
            {QStringLiteral("step-ata-shelves"), at("ata-shelves", 5, false)},
            {QStringLiteral("step-cr-sheet"), at("cr-sheet", 4, false)},
            {QStringLiteral("step-pcr-sheet"), at("pcr-sheet", 2, false)},
            {QStringLiteral("step-coo-sheet"), at("coo-sheet", 7, false)},
            {QStringLiteral("step-pcr-rows"), at("pcr-rows", 0, false)},
            {QStringLiteral("step-bcsr-warp"), at("bcsr-warp", 2, false)},
            {QStringLiteral("step-building-jad"), at("building-jad", 4, false)},
            {QStringLiteral("step-building-hyb"), at("building-hyb", 4, false)},
            {QStringLiteral("step-building-bcsr"), at("building-bcsr", 3, false)}};
}

/// Returns scenes of the Formats page with one format, with two formats, and with one nonzero in all formats.
QList<std::pair<QString, Scene>> formatsScenes(FormatsPage& page) {
    const auto show = [&page](const char* shown, const char* beside) {
        return Scene{[&page] { return page.isSettled(); },
                     act([&page, shown = QString::fromLatin1(shown), beside = QString::fromLatin1(beside)] {
                         page.session().presetChoice(QStringLiteral("formats/show"), shown);
                         page.session().presetChoice(QStringLiteral("formats/beside"), beside);
                         emit page.arrays()->picked(middleOf(page));
                     })};
    };
    return {{QStringLiteral("formats-one"), show("csr", "")},
            {QStringLiteral("formats-kept"), show("", "")},
            {QStringLiteral("formats-two"), show("csr", "ell")},
            {QStringLiteral("formats-matrices"), show("ell", "matrix:random-rows:n=64,fraction=0.2,seed=7")
                                                     << settled(page)},
            {QStringLiteral("formats-nonzero"), show("*", "")}};
}

/// Returns scenes of the Matrix page that show the recommended kernels for the current matrix.
QList<std::pair<QString, Scene>> matrixScenes(MatrixPage& page) {
    const auto open = [&page] {
        if (!page.session().matrix()) return false;
        page.showSide(MatrixPage::Side::advice);
        return true;
    };
    const auto there = [&page] { return page.advicePanel()->isSettled() && page.advicePanel()->advice().has_value(); };
    const auto orders = act([&page] {
        page.session().openMatrix(QStringLiteral("laplace2d:n=40|random"));
        page.showSide(MatrixPage::Side::orders);
    });
    return {{QStringLiteral("advice"), Scene{open, there}}, {QStringLiteral("orders"), Scene{orders} << settled(page)}};
}

Scene solveScene(SolvePage& page) {
    const auto start = [&page] {
        if (greetingOf(page).kernels_of("cg").empty()) return false;
        // Use a matrix for which CG converges, regardless of the current matrix.
        CgSetup shown = page.setup();
        shown.matrix = QStringLiteral("laplace2d:n=64");
        page.solver().setWanted(shown);
        page.solver().compareFloatAndDouble();
        return true;
    };
    return {start, [&page] { return !page.solver().isBusy(); }};
}

/// Returns scenes of the Solve page that compare preconditioners, two of which require the same number of iterations.
QList<std::pair<QString, Scene>> solveScenes(SolvePage& page) {
    const auto open = act([&page] { page.session().openMatrix(QStringLiteral("laplace2d:n=64")); });
    const auto start = [&page] {
        if (page.session().isLoading()) return false;
        page.comparePreconditioners();
        return true;
    };
    const auto compared = [&page] { return !page.comparison().isRunning(); };
    return {{QStringLiteral("preconditioners"), Scene{open, start, compared}}};
}

/// Returns scenes of the Pitfalls page in which published curves overlap.
QList<std::pair<QString, Scene>> pitfallsScenes(PitfallsPage& page) {
    return {{QStringLiteral("pitfalls-equal"), Scene{act([&page] { page.list()->setCurrentRow(2); })}}};
}

/// Returns a scene of the Reproduce page with a table that is wider than the page.
QList<std::pair<QString, Scene>> reproduceScenes(ReproducePage& page) {
    return {{QStringLiteral("reproduce-table"), Scene{act([&page] { page.tabs()->setCurrentIndex(0); })}}};
}

Scene pitfallsScene(PitfallsPage& page) {
    const auto start = [&page] {
        if (greetingOf(page).machines.empty()) return false;
        page.list()->setCurrentRow(0);
        page.measure();
        return true;
    };
    return {start, [&page] { return !page.isMeasuring(); }};
}

/// Returns the smallest experiment with a card and a line chart that contains published values.
const experiment::Experiment* tellingExperiment(const std::vector<experiment::Experiment>& all) {
    const experiment::Experiment* small = all.empty() ? nullptr : &all.front();
    std::size_t fewest = 0;
    for (const experiment::Experiment& each : all) {
        const bool lines = !each.charts.empty() && each.charts.front().kind == experiment::ChartWish::Kind::lines;
        if (each.card.empty() || !lines || each.published.empty() || findSource(toQString(each.source)) == nullptr)
            continue;
        const std::size_t cells = experiment::expand(each, true).size();
        if (fewest != 0 && cells >= fewest) continue;
        small = &each;
        fewest = cells;
    }
    return small;
}

Scene reproduceScene(ReproducePage& page) {
    const auto start = [&page] {
        if (greetingOf(page).machines.empty()) return false;
        if (const experiment::Experiment* small = tellingExperiment(page.store().experiments())) {
            page.showExperiment(toQString(small->id), true);
            // select the entry without measurements, so that only the model is used
            page.findChild<QComboBox*>(QStringLiteral("reproduceMachine"))->setCurrentIndex(0);
            page.controls().run(false);
        }
        return true;
    };
    return {start, [&page] { return page.isSettled(); }, act([&page] {
                if (page.deck()->count() > 0) page.tabs()->setCurrentIndex(1);
            })};
}

/// Returns a function that calls `scene` if a page is of class P, and otherwise returns an empty result.
template <class P, class S> auto with(S (*scene)(P&)) {
    return [scene](Page& page) {
        auto* own = qobject_cast<P*>(&page);
        return own == nullptr ? S() : scene(*own);
    };
}

/// Calls each function in `makers` with the page, and returns the first nonempty result.
template <class S> S firstOf(std::initializer_list<std::function<S(Page&)>> makers, Page& page) {
    for (const auto& make : makers)
        if (S made = make(page); !made.isEmpty()) return made;
    return {};
}

} // namespace

Scene sceneOf(Page& page) {
    const Scene own =
        firstOf<Scene>({with(formatsScene), with(runScene), with(warpScene), with(modelScene), with(writeScene),
                        with(stepScene), with(solveScene), with(pitfallsScene), with(reproduceScene)},
                       page);
    return own.isEmpty() ? settled(page) : own;
}

QList<std::pair<QString, Scene>> moreScenesOf(Page& page) {
    return firstOf<QList<std::pair<QString, Scene>>>(
        {with(runScenes), with(matrixScenes), with(warpScenes), with(modelScenes), with(stepScenes),
         with(formatsScenes), with(writeScenes), with(solveScenes), with(pitfallsScenes), with(reproduceScenes)},
        page);
}

} // namespace warploom::ui
