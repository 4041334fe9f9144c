// The Matrix page with two orderings: the animation from one to the other, and both side by side.
#include "engine/ordering/fill.h"
#include "engine/ordering/ordered_matrix.h"
#include "ui/components/spy/spy_view.h"
#include "ui/pages/matrix/matrix_page.h"
#include "ui/pages/matrix/orders/orders_panel.h"

#include "support/runner.h"
#include "tests/ui/ui_test_tools.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QProxyStyle>
#include <QSettings>
#include <QTest>
#include <QToolButton>

#include <tuple>

using namespace warploom;
using namespace warploom::ui;
using ui_test::wait_until;

namespace {

/// A desktop style with animations.
class LivelyStyle : public QProxyStyle {
public:
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override {
        return hint == SH_Widget_Animation_Duration ? 100 : QProxyStyle::styleHint(hint, option, widget, data);
    }
};

struct OrdersDesk {
    Session session;
    MatrixPage page{session};

    explicit OrdersDesk(const QString& matrix) {
        page.resize(1280, 640);
        page.show();
        open(matrix);
    }
    bool open(const QString& name) {
        session.openMatrix(name);
        return wait_until([&] { return session.matrix() && session.matrix()->name() == name; });
    }
    template <class W> W* find(const char* name) { return page.findChild<W*>(QLatin1String(name)); }
};

double valueAt(const CsrMatrix& matrix, const HoveredNonzero& at) {
    for (auto k = matrix.row_pointer[static_cast<std::size_t>(at.row)];
         k < matrix.row_pointer[static_cast<std::size_t>(at.row) + 1]; ++k)
        if (matrix.column[static_cast<std::size_t>(k)] == at.col) return matrix.value[static_cast<std::size_t>(k)];
    return 0;
}

const QString ordered_sample = QStringLiteral("random-rows:n=80,fraction=0.06,seed=5");

} // namespace

class MatrixPageOrdersTest : public QObject {
    Q_OBJECT

    QString style_; ///< style for subsequent tests

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        style_ = QApplication::style()->objectName();
        QApplication::setStyle(new LivelyStyle);
    }
    void cleanupTestCase() { QApplication::setStyle(style_); }
    void init() { QSettings().remove("view/reducedMotion"); }

    void nonzeros_are_followed_from_each_order_to_the_next() {
        OrdersDesk desk(ordered_sample);
        QVERIFY(wait_until([&] { return desk.session.matrix() != nullptr; }));
        OrderMotion motion;
        QVERIFY(motion.show(desk.session.matrix()).empty()); // there was no previous matrix
        MatrixHandle before = desk.session.matrix();
        for (const char* order : {"|rcm", "|random", "|length", ""}) {
            QVERIFY(desk.open(ordered_sample + QLatin1String(order)));
            const auto moved = motion.show(desk.session.matrix());
            const CsrMatrix &from = before->matrix.csr, &to = desk.session.matrix()->matrix.csr;
            QCOMPARE(moved.size(), static_cast<std::size_t>(from.nonzeros()));
            for (const MovedNonzero& each : moved) {
                const HoveredNonzero a{qRound64(each.from.y()), qRound64(each.from.x())};
                const HoveredNonzero b{qRound64(each.to.y()), qRound64(each.to.x())};
                QVERIFY(valueAt(from, a) != 0);
                QCOMPARE(valueAt(to, b), valueAt(from, a));
            }
            before = desk.session.matrix();
        }
        QVERIFY(desk.open(QStringLiteral("random-rows:n=80,fraction=0.06,seed=6")));
        QVERIFY(motion.show(desk.session.matrix()).empty()); // another matrix has different nonzeros
    }

    void the_picture_moves_for_half_a_second_and_the_pinned_nonzero_with_it() {
        OrdersDesk desk(ordered_sample);
        QVERIFY(wait_until([&] { return desk.page.isSettled(); }));
        const CsrMatrix& csr = desk.session.matrix()->matrix.csr;
        const HoveredNonzero pinned{40, csr.column[static_cast<std::size_t>(csr.row_pointer[40])]};
        const double value = valueAt(csr, pinned);
        desk.session.setHovered(pinned);
        desk.session.setHovered({}); // the mouse moves to the ordering box
        QVERIFY(desk.open(ordered_sample + QStringLiteral("|random")));
        QVERIFY(desk.page.spy()->isMoving());
        QElapsedTimer clock;
        clock.start();
        QVERIFY(wait_until([&] { return !desk.page.spy()->isMoving(); }));
        QVERIFY2(clock.elapsed() > 250, qPrintable(QString::number(clock.elapsed())));
        const HoveredNonzero now = desk.session.hovered();
        QVERIFY(now.isValid() && !(now == pinned));
        QCOMPARE(valueAt(desk.session.matrix()->matrix.csr, now), value);
        QCOMPARE(desk.page.spy()->hovered(), now);
    }

    void nothing_moves_where_motion_is_reduced_or_the_matrix_is_another() {
        OrdersDesk desk(ordered_sample);
        QVERIFY(wait_until([&] { return desk.page.isSettled(); }));
        QVERIFY(desk.open(QStringLiteral("random-rows:n=80,fraction=0.06,seed=9")));
        QVERIFY(!desk.page.spy()->isMoving());
        QSettings().setValue("view/reducedMotion", true);
        QVERIFY(desk.open(QStringLiteral("random-rows:n=80,fraction=0.06,seed=9|rcm")));
        QVERIFY(!desk.page.spy()->isMoving());
    }

    void two_orders_stand_side_by_side_with_the_figures_of_both() {
        OrdersDesk desk(QStringLiteral("laplace2d:n=20"));
        QVERIFY(wait_until([&] { return desk.page.isSettled(); }));
        QTest::mouseClick(desk.find<QToolButton>("sideOrders"), Qt::LeftButton);
        QVERIFY(desk.page.shownSide() == MatrixPage::Side::orders);
        OrdersPanel* const panel = desk.page.findChild<OrdersPanel*>();
        QVERIFY(wait_until([&] { return panel->isSettled() && panel->spy()->matrix() != nullptr; }));
        // Next to the plain matrix, a useful ordering is preselected. Selecting another one applies it, and the figures
        // match their definitions.
        QCOMPARE(panel->box()->currentData().toString(), QString("rcm"));
        panel->box()->setCurrentIndex(panel->box()->findData(QStringLiteral("random")));
        emit panel->box()->activated(panel->box()->currentIndex());
        QVERIFY(wait_until([&] {
            return panel->isSettled() && panel->spy()->matrix()->name() == QLatin1String("laplace2d:n=20|random");
        }));
        const Matrix& here = desk.session.matrix()->matrix;
        const Matrix there = ordering::ordered_matrix(here, ordering::OrderKind::random, ordering::OrderOf::both);
        const ordering::OrderFigures a = ordering::order_figures(here.csr), b = ordering::order_figures(there.csr);
        const Table table = panel->table();
        const std::vector<std::tuple<std::string, double, double>> wanted{
            {"bandwidth (rows)", a.bandwidth, b.bandwidth},
            {"profile (elements)", a.profile, b.profile},
            {"Cholesky entries", *ordering::fill_figures(here.csr).cholesky,
             *ordering::fill_figures(there.csr).cholesky},
            {"fill of 4 x 4 blocks (%)", 100 * a.blocks_filled, 100 * b.blocks_filled},
            {"sectors of x per warp", a.sectors_a_warp, b.sectors_a_warp}};
        for (const auto& [name, one, other] : wanted) {
            std::size_t row = 0;
            while (row < table.rows.size() && table.text(row, 0) != name) ++row;
            QVERIFY2(row < table.rows.size(), name.c_str());
            QCOMPARE(table.number(row, 1), one);
            QCOMPARE(table.number(row, 2), other);
        }
        QVERIFY(desk.page.charts().contains(panel->spy())); // exported like all plots
    }

    void the_buttons_of_the_side_stay_under_the_pointer() {
        OrdersDesk desk(ordered_sample);
        desk.page.resize(950, 620); // as in a window of 1280 x 720 with the inspector
        QVERIFY(wait_until([&] { return desk.page.isSettled(); }));
        QTest::qWait(50);
        auto* const shown = desk.find<QToolButton>("sideAdvice");
        const int left = shown->mapTo(&desk.page, QPoint()).x();
        for (const char* button : {"sideAdvice", "sideOrders", "sideNumbers"}) {
            QTest::mouseClick(desk.find<QToolButton>(button), Qt::LeftButton);
            QTest::qWait(50);
            QCOMPARE(shown->mapTo(&desk.page, QPoint()).x(), left);
        }
    }

    void with_letters_of_twice_the_size_the_side_stays_inside_of_the_page() {
        OrdersDesk desk(ordered_sample);
        theme().setScale(2);
        desk.page.resize(1190, 570); // as in a window of 1280 x 720
        QVERIFY(wait_until([&] { return desk.page.isSettled(); }));
        for (const char* button : {"sideNumbers", "sideOrders", "sideAdvice"}) {
            auto* const shown = desk.find<QToolButton>(button);
            QTest::mouseClick(shown, Qt::LeftButton);
            QTest::qWait(50);
            for (QWidget* const each : desk.page.findChildren<QWidget*>()) {
                if (!each->isVisible() || each->visibleRegion().isEmpty() ||
                    qobject_cast<QToolButton*>(each) == nullptr)
                    continue;
                const int right = each->mapTo(&desk.page, QPoint(each->width(), 0)).x();
                QVERIFY2(right <= desk.page.width(), qPrintable(each->objectName()));
            }
            const QWidget* const side = shown->parentWidget()->parentWidget();
            const int right = side->mapTo(&desk.page, QPoint(side->width(), 0)).x();
            QVERIFY2(right <= desk.page.width(), qPrintable(QStringLiteral("%1: %2").arg(button).arg(right)));
        }
        theme().setScale(1);
    }

    void the_same_nonzero_lights_up_in_both_orders() {
        OrdersDesk desk(ordered_sample + QStringLiteral("|rcm"));
        QVERIFY(wait_until([&] { return desk.page.isSettled(); }));
        desk.page.showSide(MatrixPage::Side::orders);
        OrdersPanel* const panel = desk.page.findChild<OrdersPanel*>();
        QVERIFY(wait_until([&] { return panel->isSettled() && panel->spy()->matrix() != nullptr; }));
        QCOMPARE(panel->spy()->matrix()->name(), ordered_sample); // next to an ordered matrix: the original
        const MatrixHandle beside = panel->spy()->matrix();       // the same one again below
        const CsrMatrix &here = desk.session.matrix()->matrix.csr, &there = beside->matrix.csr;
        const HoveredNonzero left{11, here.column[static_cast<std::size_t>(here.row_pointer[11])]};
        desk.session.setHovered(left);
        QCOMPARE(valueAt(there, panel->spy()->hovered()), valueAt(here, left));
        // A plot that arrives later is highlighted, too.
        panel->box()->setCurrentIndex(panel->box()->findData(QStringLiteral("random")));
        emit panel->box()->activated(panel->box()->currentIndex());
        QVERIFY(wait_until([&] { return panel->isSettled() && panel->spy()->matrix()->name().endsWith("|random"); }));
        QCOMPARE(valueAt(panel->spy()->matrix()->matrix.csr, panel->spy()->hovered()), valueAt(here, left));
        panel->box()->setCurrentIndex(0);
        emit panel->box()->activated(0);
        QVERIFY(wait_until([&] { return panel->isSettled() && panel->spy()->matrix()->name() == ordered_sample; }));
        // Conversely: hovering over the second plot.
        const HoveredNonzero right{30, there.column[static_cast<std::size_t>(there.row_pointer[30])]};
        emit panel->spy()->hoveredChanged(right);
        QCOMPARE(valueAt(here, desk.session.hovered()), valueAt(there, right));
    }
};

WARPLOOM_WINDOW_TEST(MatrixPageOrdersTest);
#include "matrix_page_orders_test.moc"
