// A single format, two side by side, and one nonzero in all of them. Highlighting of row pointers, and what a click
// keeps visible.
#include "support/runner.h"
#include "tests/ui/matrix_page_support.h"
#include "tests/ui/ui_test_tools.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_view.h"
#include "ui/components/spy/spy_painting.h"
#include "ui/pages/formats/arrays_view.h"
#include "ui/pages/formats/formats_page.h"
#include "ui/pages/formats/other_matrix.h"
#include "ui/pages/formats/window_view.h"
#include "ui/session/worker_client.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cstdlib>
#include <memory>

using namespace warploom;
using namespace warploom::ui;

namespace {

protocol::LayoutArray pointers(const char* name, const std::vector<int>& values) {
    protocol::LayoutArray array{name, "int", {}, {}, 0};
    for (const int value : values) array.values.emplace_back(value);
    return array;
}

protocol::LayoutArray entries(const char* name, const std::vector<int>& nonzeros) {
    protocol::LayoutArray array{name, "double", {}, nonzeros, 0};
    for (const int k : nonzeros) array.values.push_back(k < 0 ? std::nullopt : std::optional<double>(k));
    return array;
}

/// Returns COO, CSR, and CSR in reverse order for a window, as a worker would lay them out.
protocol::Layout laidOut(const CsrMatrix& matrix, const MatrixWindow& window) {
    protocol::Layout document;
    document.rows = window.row_end - window.row_begin;
    document.cols = window.col_end - window.col_begin;
    std::vector<int> row_pointer{0}, order;
    for (std::int64_t row = window.row_begin; row < window.row_end; ++row) {
        for (std::int64_t col = window.col_begin; col < window.col_end; ++col)
            if (const auto stored = storedValue(matrix, row, col)) {
                order.push_back(static_cast<int>(document.nonzeros.size()));
                document.nonzeros.push_back({row - window.row_begin, col - window.col_begin, *stored});
            }
        row_pointer.push_back(static_cast<int>(order.size()));
    }
    const auto slots_in_all = static_cast<std::int64_t>(order.size());
    document.formats.push_back({"coo",
                                {},
                                protocol::Wide{300},
                                slots_in_all,
                                0,
                                {entries("row", order), entries("column", order), entries("value", order)}});
    document.formats.push_back(
        {"csr",
         {},
         protocol::Wide{200},
         slots_in_all,
         0,
         {pointers("row_pointer", row_pointer), entries("column", order), entries("value", order)}});
    std::reverse(order.begin(), order.end());
    std::vector<int> back{0};
    for (std::size_t i = row_pointer.size() - 1; i > 0; --i)
        back.push_back(back.back() + row_pointer[i] - row_pointer[i - 1]);
    document.formats.push_back(
        {"back", {}, protocol::Wide{200}, slots_in_all, 0, {pointers("row_pointer", back), entries("value", order)}});
    return document;
}

/// Returns two formats with arrays in a given number of columns, and values with three digits.
protocol::Layout wideOnes(const protocol::Layout& of, int columns) {
    protocol::Layout document = of;
    std::vector<int> all;
    for (int k = 0; k < 2 * columns; ++k) all.push_back(k < static_cast<int>(of.nonzeros.size()) ? k : -1);
    protocol::LayoutArray value = entries("value", all);
    for (std::size_t i = 0; i < value.values.size(); ++i) value.values[i] = -0.701 - 0.001 * static_cast<double>(i);
    value.columns = columns;
    document.formats = {{"ell", {}, protocol::Wide{300}, 32, 0, {value}},
                        {"ell-too", {}, protocol::Wide{300}, 32, 0, {value}}};
    return document;
}

struct Desk {
    Session session;
    FormatsPage page{session};

    explicit Desk(const QSize& size = {960, 600}) {
        session.worker().setCommand(ui_test::fake_worker(QStringLiteral("mute")));
        page.resize(size);
        session.openMatrix(QStringLiteral("tridiagonal:n=40"));
        [this] { QTRY_VERIFY(session.matrix() && !session.isLoading()); }();
        session.setWindow({10, 26, 10, 26});
        page.setLayoutDocument(laidOut(session.matrix()->matrix.csr, session.window()));
        page.show();
        [this] { QVERIFY(QTest::qWaitForWindowExposed(&page)); }();
    }
    QComboBox* box(const char* name) { return page.findChild<QComboBox*>(QLatin1String(name)); }
    void choose(const char* name, const QVariant& value) {
        QComboBox* const found = box(name);
        found->setCurrentIndex(found->findData(value));
        emit found->activated(found->currentIndex());
        QApplication::processEvents();
    }
};

/// Returns whether a slot is in the visible part of the scroll area.
bool isInSight(const ArraysView& view, const Slot& slot) {
    return view.visibleRegion().boundingRect().adjusted(-1, -1, 1, 1).contains(slot.rect.toRect());
}

} // namespace

class FormatsPagePairsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void the_pointers_around_a_nonzero_are_those_whose_stretch_holds_its_slot() {
        // Rows with 2, 0 and 1 nonzeros: nonzero 2 is in row 2, between pointers 2 and 3.
        const protocol::FormatLayout csr{
            "csr", {}, {}, 3, 0, {pointers("row_pointer", {0, 2, 2, 3}), entries("value", {0, 1, 2})}};
        const auto of = [](const protocol::FormatLayout& format, int nonzero) {
            std::vector<std::pair<int, int>> found;
            for (const PointerPlace& place : pointersOf(format, nonzero)) found.emplace_back(place.array, place.index);
            return found;
        };
        using Places = std::vector<std::pair<int, int>>;
        QCOMPARE(of(csr, 0), (Places{{0, 0}}));
        QCOMPARE(of(csr, 1), (Places{{0, 0}}));
        QCOMPARE(of(csr, 2), (Places{{0, 2}}));
        QCOMPARE(of(csr, -1), Places());
        // By columns, with the slots in a different order.
        const protocol::FormatLayout csc{
            "csc", {}, {}, 3, 0, {pointers("column_pointer", {0, 1, 3}), entries("value", {1, 2, 0})}};
        QCOMPARE(of(csc, 0), (Places{{0, 1}}));
        QCOMPARE(of(csc, 1), (Places{{0, 0}}));
        // Blocks of two rows: pointers count block columns, with two slots each.
        const protocol::FormatLayout bcsr{
            "bcsr", {}, {}, 6, 3, {pointers("pointer", {0, 1, 3}), entries("value", {0, -1, 1, -1, -1, 2})}};
        QCOMPARE(of(bcsr, 0), (Places{{0, 0}}));
        QCOMPARE(of(bcsr, 1), (Places{{0, 1}}));
        QCOMPARE(of(bcsr, 2), (Places{{0, 1}}));
        // Arrays without pointers, and a format without any pointers.
        const protocol::FormatLayout ell{"ell", {}, {},
                                         3,     0,  {pointers("length", {1, 2}), entries("value", {0, 1, 2})}};
        QCOMPARE(of(ell, 0), Places());
    }

    void a_nonzero_lights_its_row_pointer_and_the_next_one() {
        Desk desk;
        desk.session.setHovered({12, 13}); // the third row of the window
        std::vector<std::pair<int, int>> lit;
        for (const Slot* slot : desk.page.arrays()->pointerSlots()) lit.emplace_back(slot->format, slot->index);
        QCOMPARE(lit, (std::vector<std::pair<int, int>>{{1, 2}, {1, 3}, {2, 13}, {2, 14}}));
        const QImage picture = desk.page.arrays()->grab().toImage();
        const Slot* slot = desk.page.arrays()->slotLayout().slotOf(1, 0, 2);
        QCOMPARE(picture.pixelColor(slot->rect.topLeft().toPoint()), theme().colours().accent);
    }

    void the_page_says_that_arrays_are_numbered_from_the_windows_corner() {
        Desk desk;
        const auto* corner = desk.page.findChild<QLabel*>(QStringLiteral("formatsCorner"));
        QVERIFY(corner->isVisible());
        QVERIFY2(corner->text().contains(QStringLiteral("row 10, column 10")), qPrintable(corner->text()));
    }

    void one_format_alone_fills_the_page() {
        Desk desk;
        desk.page.resize(1000, 980); // in a window of 1920 x 1080
        QTRY_VERIFY(desk.page.findChild<ChartView*>(QStringLiteral("formats-bytes"))->parentWidget()->isVisible());
        QTRY_VERIFY(desk.page.arrays()->parentWidget()->height() < 600);
        const double among_all = desk.page.arrays()->slotLayout().cells.front().rect.height();
        const int height = desk.page.arrays()->parentWidget()->height();
        desk.choose("formatsShow", QStringLiteral("csr"));
        QVERIFY(!desk.page.findChild<ChartView*>(QStringLiteral("formats-bytes"))->parentWidget()->isVisible());
        QTRY_VERIFY(desk.page.arrays()->parentWidget()->height() > height * 5 / 4);
        QTRY_VERIFY(desk.page.arrays()->enlargement() > 1);
        const SlotLayout& layout = desk.page.arrays()->slotLayout();
        QVERIFY(layout.cells.front().rect.height() > among_all);
        for (const Slot& slot : layout.cells) QVERIFY(isInSight(*desk.page.arrays(), slot));
        desk.session.undoStack().undo();
        QVERIFY(desk.page.findChild<ChartView*>(QStringLiteral("formats-bytes"))->parentWidget()->isVisible());
        QCOMPARE(desk.page.arrays()->enlargement(), 1.0);
    }

    void in_a_laptops_window_arrays_and_charts_alternate_and_neither_scrolls_beside_the_other() {
        Desk desk;
        desk.page.resize(948, 640); // in a window of 1280 x 720
        QWidget* const charts = desk.page.findChild<ChartView*>(QStringLiteral("formats-bytes"))->parentWidget();
        QTRY_VERIFY(!charts->isVisible());
        QVERIFY(desk.page.arrays()->isVisible());
        auto* const button = desk.page.findChild<QToolButton*>(QStringLiteral("formatsSizes"));
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(charts->isVisible());
        QVERIFY(!desk.page.arrays()->isVisible());
        QVERIFY(button->isChecked());
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(desk.page.arrays()->isVisible());
        QVERIFY(!charts->isVisible() && !button->isChecked());
    }

    void arrays_of_sixteen_columns_need_no_scrolling_sideways() {
        Desk desk;
        auto* const view = new ArraysView; // owned by the scroll area
        const auto scroll = std::make_unique<ArraysScroll>(view);
        view->setDocument(std::make_shared<const protocol::Layout>(wideOnes(*desk.page.layoutDocument(), 16)));
        for (const auto& [scale, width] : {std::pair{1.0, 900}, std::pair{1.0, 620}, std::pair{2.0, 800}}) {
            theme().setScale(scale);
            scroll->resize(width, 400);
            scroll->show();
            QApplication::processEvents();
            QVERIFY2(scroll->horizontalScrollBar()->maximum() == 0, qPrintable(QString::number(width)));
            for (const Slot& slot : view->slotLayout().cells) QVERIFY(slot.rect.right() <= width);
        }
        theme().setScale(1.0);
        // ELL is padded to a multiple of 32 rows: columns that contain only padding are drawn as thin lines.
        protocol::Layout padded = wideOnes(*desk.page.layoutDocument(), 32);
        for (protocol::FormatLayout& format : padded.formats)
            for (std::size_t i = 0; i < format.arrays[0].nonzero.size(); ++i)
                if (i % 32 >= 16) format.arrays[0].nonzero[i] = -1;
        view->setDocument(std::make_shared<const protocol::Layout>(padded));
        scroll->resize(620, 400);
        QApplication::processEvents();
        QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
        QVERIFY(view->slotLayout().cells[31].rect.width() < view->slotLayout().cells[0].rect.width() / 2);
    }

    void two_formats_too_wide_for_half_the_page_stand_under_one_another() {
        Desk desk;
        desk.page.setLayoutDocument(wideOnes(*desk.page.layoutDocument(), 28));
        desk.choose("formatsShow", QStringLiteral("ell"));
        desk.choose("formatsBeside", QStringLiteral("ell-too"));
        const QWidget *const first = desk.page.arrays()->parentWidget(),
                             *const second =
                                 desk.page.findChild<ArraysView*>(QStringLiteral("arraysBeside"))->parentWidget();
        QTRY_VERIFY(second->mapToGlobal(QPoint()).y() >= first->mapToGlobal(QPoint(0, first->height())).y());
        QCOMPARE(second->mapToGlobal(QPoint()).x(), first->mapToGlobal(QPoint()).x());
        for (ArraysView* const view :
             {desk.page.arrays(), desk.page.findChild<ArraysView*>(QStringLiteral("arraysBeside"))})
            for (const Slot& slot : view->slotLayout().cells) QVERIFY(slot.rect.right() <= first->width());
    }

    void two_formats_stand_side_by_side_and_light_up_together() {
        Desk desk;
        QVERIFY(!desk.box("formatsBeside")->isEnabled()); // with all formats, there is nothing to compare with
        desk.choose("formatsShow", QStringLiteral("csr"));
        desk.choose("formatsBeside", QStringLiteral("back"));
        ArraysView *const left = desk.page.arrays(), *const right = desk.page.findChild<ArraysView*>(
                                                         QStringLiteral("arraysBeside"));
        QVERIFY(left->isVisible() && right->isVisible());
        const int middle = desk.page.mapFromGlobal(right->parentWidget()->mapToGlobal(QPoint())).x();
        const QWidget* seen = left->parentWidget(); // the visible part of the array
        QVERIFY(desk.page.mapFromGlobal(seen->mapToGlobal(QPoint(seen->width(), 0))).x() <= middle + 1);
        QTRY_COMPARE(left->enlargement(), right->enlargement()); // the same size, so that lengths can be compared
        QCOMPARE(left->slotLayout().headings.front().format, 1);
        QCOMPARE(right->slotLayout().headings.front().format, 2);
        for (const Slot& slot : left->slotLayout().cells) {
            if (slot.nonzero != 7) continue;
            QTest::mouseMove(left, slot.rect.center().toPoint());
            QTRY_COMPARE(right->highlighted(), 7);
        }
        for (const Slot& slot : right->slotLayout().cells) {
            if (slot.nonzero != 20) continue;
            QTest::mouseMove(right, slot.rect.center().toPoint());
            QTRY_COMPARE(left->highlighted(), 20);
        }
        desk.choose("formatsBeside", QString());
        QVERIFY(!right->isVisible());
    }

    void two_formats_get_equal_halves_after_the_font_scale_has_changed_too() {
        Desk desk;
        desk.page.setLayoutDocument(wideOnes(*desk.page.layoutDocument(), 28)); // one format under the other
        desk.choose("formatsShow", QStringLiteral("ell"));
        desk.choose("formatsBeside", QStringLiteral("ell-too"));
        desk.choose("formatsBeside", QString());
        // The size of the hidden half must not be restored when it is shown again.
        for (const double scale : {2.0, 1.0}) {
            theme().setScale(scale);
            QApplication::processEvents();
        }
        desk.choose("formatsBeside", QStringLiteral("ell-too"));
        for (const double scale : {2.0, 1.0}) {
            theme().setScale(scale);
            QTest::qWait(50);
        }
        const QWidget *const first = desk.page.arrays()->parentWidget(),
                             *const second =
                                 desk.page.findChild<ArraysView*>(QStringLiteral("arraysBeside"))->parentWidget();
        QTRY_VERIFY2(std::abs(first->height() - second->height()) <= first->height() / 4,
                     qPrintable(QStringLiteral("%1 and %2").arg(first->height()).arg(second->height())));
    }

    void a_click_in_the_window_keeps_a_nonzero_and_scrolls_its_slots_into_sight() {
        Desk desk({700, 420});
        desk.choose("formatsShow", QStringLiteral("coo"));
        ArraysView* const arrays = desk.page.arrays();
        desk.page.windowView()->setFocus();
        // The last nonzero of the window is at the end of three long arrays.
        QTest::mouseClick(desk.page.windowView(), Qt::LeftButton, {},
                          desk.page.windowView()->grid().rect(15, 15).center().toPoint());
        const int last = static_cast<int>(arrays->slotLayout().cells.back().nonzero);
        QCOMPARE(arrays->highlighted(), last);
        bool is_any_in_sight = false;
        for (const Slot* slot : arrays->slotLayout().slotsOf(last))
            is_any_in_sight = is_any_in_sight || isInSight(*arrays, *slot);
        QVERIFY(is_any_in_sight);
        // It remains highlighted when the mouse moves, until Escape is pressed.
        QTest::mouseMove(desk.page.windowView(), desk.page.windowView()->grid().rect(3, 3).center().toPoint());
        QCOMPARE(arrays->highlighted(), last);
        QVERIFY(desk.page.ownerLine().contains(QStringLiteral("pinned")));
        QTest::keyClick(desk.page.windowView(), Qt::Key_Escape);
        QCOMPARE(arrays->highlighted(), -1);
    }

    void one_nonzero_in_all_formats_needs_no_scrolling() {
        Desk desk;
        desk.choose("formatsShow", QStringLiteral("*"));
        QTest::mouseClick(desk.page.windowView(), Qt::LeftButton, {},
                          desk.page.windowView()->grid().rect(8, 9).center().toPoint());
        ArraysView* const arrays = desk.page.arrays();
        const auto lit = arrays->slotLayout().slotsOf(arrays->highlighted());
        QCOMPARE(lit.size(), std::size_t{3 + 2 + 1}); // the three arrays of COO, the two of CSR, and one
        for (const Slot* slot : lit) QVERIFY(isInSight(*arrays, *slot));
        for (const Slot* slot : arrays->pointerSlots()) QVERIFY(isInSight(*arrays, *slot));
        QCOMPARE(arrays->pointerSlots().size(), std::size_t{4});
        // Keys select the next one, and scroll to it.
        const int before = arrays->highlighted();
        arrays->setFocus();
        QTest::keyClick(arrays, Qt::Key_Right);
        QCOMPARE(arrays->highlighted(), before + 1);
        QCOMPARE(arrays->slotLayout().slotsOf(before + 1).size(), std::size_t{6});
        // Hovering has no effect, but clicking does.
        const auto next = arrays->slotLayout().slotsOf(before + 2);
        QVERIFY(!next.empty());
        const QPoint at = next.front()->rect.center().toPoint();
        QTest::mouseMove(arrays, at);
        QCOMPARE(arrays->highlighted(), before + 1);
        QTest::mouseClick(arrays, Qt::LeftButton, {}, at);
        QCOMPARE(arrays->highlighted(), before + 2);
    }

    void in_all_formats_a_click_brings_every_slot_of_the_nonzero_into_sight() {
        Desk desk({960, 600});
        ArraysView* const arrays = desk.page.arrays();
        QVERIFY(!arrays->isAround());
        QTest::mouseClick(desk.page.windowView(), Qt::LeftButton, {},
                          desk.page.windowView()->grid().rect(15, 15).center().toPoint());
        QApplication::processEvents();
        const auto lit = arrays->slotLayout().slotsOf(arrays->highlighted());
        QCOMPARE(lit.size(), std::size_t{3 + 2 + 1}); // the three arrays of COO, the two of CSR, and one
        for (const Slot* slot : lit) QVERIFY(isInSight(*arrays, *slot));
        for (const Slot* slot : arrays->pointerSlots()) QVERIFY(isInSight(*arrays, *slot));
        // After unpinning, all formats are shown completely again.
        QTest::keyClick(desk.page.windowView(), Qt::Key_Escape);
        QVERIFY(!arrays->isAround());
        QVERIFY(arrays->slotLayout().cells.size() > 100);
    }

    void two_matrices_stand_side_by_side_in_one_format() {
        Session session;
        session.worker().setCommand({qEnvironmentVariable("WARPLOOM_ENGINE"), QStringLiteral("serve")});
        FormatsPage page(session);
        page.resize(1100, 640);
        page.show();
        session.worker().start();
        session.openMatrix(QStringLiteral("diagonal:n=40"));
        QTRY_VERIFY_WITH_TIMEOUT(page.isSettled(), 20000);
        OtherMatrix* const other = page.findChild<OtherMatrix*>();
        QVERIFY(!other->isVisible());
        session.presetChoice(QStringLiteral("formats/show"), QStringLiteral("ell"));
        auto* const box = page.findChild<QComboBox*>(QStringLiteral("formatsBeside"));
        const int entry = box->findData(QStringLiteral("matrix:laplace2d:n=16"));
        QVERIFY(entry >= 0);
        box->setCurrentIndex(entry);
        emit box->activated(entry);
        QVERIFY(other->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(page.isSettled(), 20000);
        QVERIFY2(other->words().startsWith(QStringLiteral("laplace2d:n=16 · rows 0–15, columns 0–15 · ")),
                 qPrintable(other->words()));
        // The same format for both matrices, each with its own slots: at most 3 nonzeros per row of the window, versus
        // 1.
        const auto slots_of = [](const ArraysView& view) {
            std::size_t padding = 0;
            for (const Slot& slot : view.slotLayout().cells) padding += slot.padding ? 1 : 0;
            return std::pair(view.slotLayout().headings.size(), padding);
        };
        QCOMPARE(slots_of(*page.arrays()).first, std::size_t{1});
        QCOMPARE(slots_of(*other->arrays()).first, std::size_t{1});
        QVERIFY(other->arrays()->slotLayout().cells.size() != page.arrays()->slotLayout().cells.size());
        // A position that is a nonzero in both matrices is highlighted in both.
        session.setHovered({4, 4});
        QCOMPARE(page.arrays()->highlighted(), page.layoutDocument()->nonzero_at(4, 4));
        QCOMPARE(other->arrays()->highlighted(), other->layoutDocument()->nonzero_at(4, 4));
        QVERIFY(other->arrays()->highlighted() >= 0);
        emit other->windowView()->hoveredChanged({7, 7});
        QCOMPARE(session.hovered().row, 7);
        // The window moves in both matrices, as far as both extend.
        session.setWindow({20, 36, 20, 36});
        QTRY_VERIFY_WITH_TIMEOUT(page.isSettled() && other->words().contains(QStringLiteral("rows 20–35")), 20000);
        // An unreadable matrix is reported there, and the page stays usable.
        session.presetChoice(QStringLiteral("formats/beside"), QStringLiteral("matrix:nowhere.mtx"));
        QTRY_VERIFY(other->words().contains(QLatin1String("nowhere.mtx")) && other->isSettled());
        QVERIFY(page.arrays()->isVisible());
        session.presetChoice(QStringLiteral("formats/beside"), QString());
        QVERIFY(!other->isVisible());
    }

    void what_the_page_shows_is_exported_alone() {
        Desk desk;
        desk.choose("formatsShow", QStringLiteral("csr"));
        QStringList names;
        for (const Chart* const chart : desk.page.charts()) names << chart->chartName();
        QVERIFY(names.contains(QStringLiteral("formats-window")) && names.contains(QStringLiteral("formats-arrays")));
        for (const Chart* const chart : desk.page.charts().mid(0, 2)) {
            const Table table = chart->chartTable();
            QVERIFY(!table.rows.empty());
            const QByteArray drawing = svgText(*chart);
            QVERIFY(drawing.contains("</svg>") && drawing.count("<rect") + drawing.count("<path") > 20);
        }
        // Its table: all slots of CSR only; the window in the numbering of the matrix.
        const Table arrays = desk.page.charts()[1]->chartTable();
        for (std::size_t row = 0; row < arrays.rows.size(); ++row) QCOMPARE(arrays.text(row, 0), std::string("csr"));
        QCOMPARE(desk.page.charts()[0]->chartTable().text(0, 0), std::string("10"));
    }
};

WARPLOOM_WINDOW_TEST(FormatsPagePairsTest);
#include "formats_page_pairs_test.moc"
