#pragma once

#include "tests/ui/layout_documents.h"
#include "tests/ui/reproduce_support.h"
#include "tests/ui/ui_test_tools.h"
#include "tests/ui/warp_page_support.h"
#include "ui/export/lesson_pages.h"

#include <memory>

/// One lesson page of each kind, for tests with and without a browser.
namespace lesson_page_subjects {

using namespace warploom;

inline ui::LessonPage topic(const QString& name, int n = 8) {
    ui::WalkthroughChoices choices;
    choices.system = walkthrough::second_difference(n);
    choices.system_name = QStringLiteral("−1, 2, −1");
    for (const ui::WalkthroughEntry& each : ui::walkthroughEntries())
        if (each.name == name) return ui::stepLessonPage(each.make(choices));
    return {};
}

inline ui::LessonPage warp() { return ui::warpLessonPage(warp_support::analysis(warp_documents::csr_scalar("drawn"))); }

/// Two kernels on the rows of one warp, as loaded by the Warp page.
inline ui::LessonPage beside() {
    std::vector<ui::WarpTraceHandle> vectors;
    constexpr int rows_of_a_warp = 32;
    for (int row = 0; row < rows_of_a_warp; ++row)
        vectors.push_back(warp_support::trace(warp_documents::csr_vector("drawn", 32, row)));
    ui::BesideView::Side left, right;
    left.card = right.card = warp_support::card();
    left.warps = ui::joinWarps({warp_support::trace(warp_documents::csr_scalar("drawn"))});
    right.warps = ui::joinWarps(vectors);
    left.title = QStringLiteral("csr-scalar");
    right.title = QStringLiteral("csr-vector");
    return ui::besideLessonPage(left, right);
}

/// `only`: 0 for the first format, -1 for all.
inline ui::LessonPage formats(int only) {
    ui::Session session;
    session.openMatrix(QStringLiteral("laplace2d:n=16"));
    if (!ui_test::wait_until([&] { return session.matrix() && !session.isLoading(); })) return {};
    ui::FormatSubject subject;
    subject.matrix = session.matrix();
    subject.window = session.window();
    subject.layout =
        std::make_shared<const protocol::Layout>(layout_documents::laidOut(subject.matrix->matrix.csr, subject.window));
    subject.titles[QStringLiteral("csr")] = QStringLiteral("CSR");
    subject.only = only;
    return ui::formatLessonPage(subject);
}

inline ui::LessonPage result() {
    return ui::resultLessonPage(
        std::make_shared<const experiment::Result>(reproduce_test::filled(reproduce_test::tiny_text())));
}

inline ui::LessonPage named(const QString& name) {
    if (name == QLatin1String("warp")) return warp();
    if (name == QLatin1String("beside")) return beside();
    if (name == QLatin1String("format")) return formats(0);
    if (name == QLatin1String("formats")) return formats(-1);
    if (name == QLatin1String("result")) return result();
    return topic(name);
}

inline QStringList names() {
    QStringList all;
    for (const ui::WalkthroughEntry& each : ui::walkthroughEntries()) all << each.name;
    return all << QStringLiteral("warp") << QStringLiteral("beside") << QStringLiteral("format")
               << QStringLiteral("formats") << QStringLiteral("result");
}

inline void rows() {
    QTest::addColumn<QString>("name");
    for (const QString& name : names()) QTest::newRow(qPrintable(name)) << name;
}

} // namespace lesson_page_subjects
