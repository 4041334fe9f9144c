#include "ui/pages.h"

#include "ui/formats_page/formats_page.h"
#include "ui/matrix_page/matrix_page.h"
#include "ui/model_views/model_page.h"
#include "ui/pitfalls_page/pitfalls_page.h"
#include "ui/reproduce_page/reproduce_page.h"
#include "ui/run_page/run_page.h"
#include "ui/solve_page/solve_page.h"
#include "ui/step_page/step_page.h"
#include "ui/warp_page/warp_page.h"

namespace warploom::ui {

QList<Page*> makePages(Session& session) {
    auto* run = new RunPage(session);
    return {
        new MatrixPage(session),
        new FormatsPage(session),
        run,
        new WarpPage(session),
        new ModelPage(session, &run->store()),
        new StepPage(session),
        new SolvePage(session),
        new PitfallsPage(session),
        new ReproducePage(session),
    };
}

} // namespace warploom::ui
