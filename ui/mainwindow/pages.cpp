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

QList<Page*> makePages(Session& session) {
    auto* run = new RunPage(session);
    auto* warp = new WarpPage(session);
    auto* matrix = new MatrixPage(session);
    matrix->setRunPage(run);
    return {
        matrix,
        new FormatsPage(session),
        run,
        warp,
        new ModelPage(session, &run->store()),
        new WritePage(session, warp, run),
        new StepPage(session, warp),
        new SolvePage(session),
        new PitfallsPage(session),
        new ReproducePage(session),
        new StartPage(session),
    };
}

} // namespace warploom::ui
