#pragma once

#include "tests/ui/page_desk.h"

#include "ui/pages/run/run_page.h"
#include "ui/pages/run/runs_panel.h"

#include <QTreeWidget>

#include <algorithm>

/// Shared by the tests of the Run page.
namespace run_support {

using warploom::ui::Run;
using warploom::ui::RunResult;

/// Returns the number of final results.
inline int final_count(const Run& run) {
    return static_cast<int>(
        std::count_if(run.results.begin(), run.results.end(), [](const RunResult& r) { return r.is_settled(); }));
}

/// The page with its dock.
struct Desk : ui_test::PageDesk<warploom::ui::RunPage> {
    std::unique_ptr<warploom::ui::RunsPanel> dock;

    explicit Desk(const char* behaviour, const QString& matrix = "tridiagonal:n=100", const QSize& size = {900, 600})
        : PageDesk(behaviour, size, matrix), dock(std::make_unique<warploom::ui::RunsPanel>(page->store())) {}
    /// Clicks the check box of a kernel.
    void tick(const QString& kernel) {
        auto* tree = find<QTreeWidget>("runKernels");
        QTreeWidgetItem* item = tree->findItems(kernel, Qt::MatchExactly | Qt::MatchRecursive).value(0);
        QVERIFY2(item != nullptr, qPrintable(kernel));
        QTest::qWait(20); // until the fields of another operation are laid out
        tree->scrollToItem(item);
        const QRect row = tree->visualItemRect(item);
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, QPoint(row.left() + 9, row.center().y()));
    }
    bool run() {
        page->run();
        return ui_test::wait_until([this] { return !page->store().isRunning(); });
    }
    const std::vector<RunResult>& results() { return page->store().runs().back()->results; }
};

/// Returns a finished run as the store would keep it.
inline std::shared_ptr<const Run> run_of(int number, std::vector<RunResult> results) {
    auto run = std::make_shared<Run>();
    run->number = number;
    run->state = Run::State::finished;
    run->results = std::move(results);
    return run;
}

} // namespace run_support
