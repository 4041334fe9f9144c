#include "ui/mainwindow/pages.h"

#include "ui/pages/formats/formats_page.h"
#include "ui/pages/matrix/matrix_page.h"
#include "ui/pages/model/model_page.h"
#include "ui/pages/pitfalls/pitfalls_page.h"
#include "ui/pages/reproduce/reproduce_page.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/solve/solve_page.h"
#include "ui/pages/start/start_page.h"
#include "ui/pages/step/step_page.h"
#include "ui/pages/warp/warp_page.h"
#include "ui/pages/write/write_page.h"

namespace warploom::ui {

namespace {

/// Opens the Warp page when another page requests a step.
template <class From> void showWarpsOf(From& page, WarpPage& warp) {
    QObject::connect(&page, &From::warpRequested, &warp, [&page, &warp](const NavigationTarget& target) {
        emit page.pageRequested(&warp);
        warp.show(target);
    });
}

} // namespace

void connectPages(WritePage& write, WarpPage& warp, RunPage& run) {
    showWarpsOf(write, warp);
    QObject::connect(&write, &WritePage::runRequested, &run, [&write, &run] {
        emit write.pageRequested(&run);
        const QString refusal = run.whyNot();
        if (refusal.isEmpty()) run.run();
        else run.session().report(refusal);
    });
}

void connectPages(StepPage& step, WarpPage& warp) {
    showWarpsOf(step, warp);
    QObject::connect(&warp, &WarpPage::walkthroughRequested, &step, [&step](const WalkthroughWarp& done, int unknowns) {
        emit step.pageRequested(&step);
        step.showWalkthrough(done, unknowns);
    });
}

QList<Page*> makePages(Session& session) {
    auto* run = new RunPage(session);
    auto* warp = new WarpPage(session);
    auto* matrix = new MatrixPage(session);
    auto* write = new WritePage(session);
    auto* step = new StepPage(session);
    matrix->setRunPage(run);
    connectPages(*write, *warp, *run);
    connectPages(*step, *warp);
    return {
        matrix,
        new FormatsPage(session),
        run,
        warp,
        new ModelPage(session, &run->store()),
        write,
        step,
        new SolvePage(session),
        new PitfallsPage(session),
        new ReproducePage(session),
        new StartPage(session),
    };
}

} // namespace warploom::ui
