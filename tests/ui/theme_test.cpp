// Colors must be distinguishable from the canvas, and numbers must be readable.
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

#include "support/runner.h"
#include "ui_test_tools.h"

#include <QApplication>
#include <QFontInfo>
#include <QImage>
#include <QLocale>
#include <QMenu>
#include <QStyle>
#include <QTest>
#include <QToolButton>

#include <cmath>
#include <set>

using namespace warploom::ui;

namespace {

const Colours& colours_of(const QString& name) {
    if (name == "dark") return Theme::darkColours();
    return name == "paper" ? Theme::print() : Theme::light();
}

void each_theme() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"light", "dark", "paper"}) QTest::newRow(name) << QString(name);
}

} // namespace

class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { ui_test::isolate_settings(); }

    void contrast_is_what_the_guideline_says() {
        QVERIFY(std::abs(contrast(Qt::white, Qt::black) - 21.0) < 1e-9);
        QVERIFY(std::abs(contrast(QColor("#777777"), Qt::white) - 4.478) < 0.01);
        QCOMPARE(contrast(Qt::red, Qt::red), 1.0);
    }

    void every_series_stands_out_from_the_canvas_data() { each_theme(); }
    void every_series_stands_out_from_the_canvas() {
        QFETCH(QString, name);
        const Colours& c = colours_of(name);
        QCOMPARE(c.series.size(), 8);
        for (int i = 0; i < 8; ++i)
            QVERIFY2(contrast(c.strokeColour(i), c.canvas) >= 3.0,
                     qPrintable(QString("series %1: %2").arg(i).arg(contrast(c.strokeColour(i), c.canvas))));
        std::set<QRgb> different;
        for (int i = 0; i < 8; ++i) different.insert(c.strokeColour(i).rgb());
        QCOMPARE(different.size(), std::size_t{8});
    }

    void words_and_marks_can_be_read_data() { each_theme(); }
    void words_and_marks_can_be_read() {
        QFETCH(QString, name);
        const Colours& c = colours_of(name);
        QVERIFY(contrast(c.text, c.canvas) >= 7.0);
        QVERIFY(contrast(c.text, c.surface) >= 7.0);
        QVERIFY(contrast(c.text, c.problem) >= 7.0);
        QVERIFY(contrast(c.muted, c.canvas) >= 4.5);
        QVERIFY(contrast(c.muted, c.surface) >= 4.5);
        QVERIFY(contrast(c.outline, c.canvas) >= 3.0);
        QVERIFY(contrast(c.accent, c.canvas) >= 3.0);
        QVERIFY(contrast(c.wrong, c.canvas) >= 3.0);
    }

    void paper_is_white_whatever_the_screen_shows() {
        theme().setMode(Theme::Mode::dark);
        QVERIFY(theme().isDark());
        QCOMPARE(Theme::print().canvas, QColor(Qt::white));
        theme().setMode(Theme::Mode::light);
        QVERIFY(!theme().isDark());
    }

    void density_runs_from_the_first_stop_to_the_last() {
        QCOMPARE(Colours::density(0), QColor("#00224e"));
        QCOMPARE(Colours::density(1), QColor("#fee838"));
        double before = -1;
        for (int i = 0; i <= 20; ++i) { // cividis has monotonic lightness, so it works in grayscale
            const double now = contrast(Colours::density(i / 20.0), Qt::black);
            QVERIFY(now > before);
            before = now;
        }
    }

    void the_presenter_scale_enlarges_letters_and_lengths() {
        theme().setScale(1.0);
        const int small = theme().px(10);
        const double letters = theme().font().pointSizeF();
        theme().setScale(2.0);
        QCOMPARE(theme().px(10), 2 * small);
        QVERIFY(std::abs(theme().font().pointSizeF() - 2 * letters) < 0.01);
        theme().setScale(9.0);
        QCOMPARE(theme().scale(), 2.5);
        theme().setScale(1.0);
    }

    void icons_are_in_the_colour_of_the_text() {
        for (const Theme::Mode mode : {Theme::Mode::light, Theme::Mode::dark}) {
            theme().setMode(mode);
            for (const char* name : {"matrix", "run", "play", "back", "table", "warning"}) {
                const QImage image = theme().icon(QLatin1String(name)).pixmap(48).toImage();
                int ink = 0;
                for (int y = 0; y < image.height(); ++y)
                    for (int x = 0; x < image.width(); ++x) ink += image.pixelColor(x, y) == theme().colours().text;
                QVERIFY2(ink > 50, name);
            }
        }
        QVERIFY(theme().icon(QStringLiteral("no such icon")).isNull());
        theme().setMode(Theme::Mode::light);
    }

    void the_arrow_of_a_menu_covers_no_letter_of_its_button() {
        theme().install(*qApp);
        QMenu menu;
        for (const double scale : {1.0, 2.0}) {
            theme().setScale(scale);
            QToolButton plain, with_menu;
            for (QToolButton* button : {&plain, &with_menu}) {
                button->setText("New fromm");
                button->setToolButtonStyle(Qt::ToolButtonTextOnly);
            }
            with_menu.setMenu(&menu);
            with_menu.setPopupMode(QToolButton::InstantPopup);
            for (QToolButton* button : {&plain, &with_menu}) button->resize(button->sizeHint());
            const int arrow = with_menu.style()->pixelMetric(QStyle::PM_MenuButtonIndicator, nullptr, &with_menu);
            QCOMPARE(with_menu.width(), plain.width() + arrow);
            // The text is the same with and without the arrow; the frame at the right edge is ignored.
            const QRect letters = plain.rect().adjusted(0, 0, -theme().px(4), 0);
            QVERIFY(with_menu.grab(letters).toImage() == plain.grab(letters).toImage());
        }
        theme().setScale(1.0);
    }

    void no_letters_are_smaller_than_eleven_pixels() {
        theme().setScale(1.0);
        QVERIFY(QFontInfo(theme().font(0.3)).pixelSize() >= 11);
    }

    void a_count_has_the_word_that_it_asks_for() {
        QCOMPARE(nonzerosText(1), QString("1 nonzero"));
        QCOMPARE(nonzerosText(0), QString("0 nonzeros"));
        QCOMPARE(rowsText(2), QString("2 rows"));
        QCOMPARE(rowsText(3'000'000'001), QString("3 G rows"));
    }

    void numbers_have_four_digits_and_a_unit_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("text");
        QTest::newRow("nanoseconds") << 812.0 << "ns"
                                     << "812.0 ns";
        QTest::newRow("microseconds") << 12345.6 << "ns"
                                      << "12.35 µs";
        QTest::newRow("milliseconds") << 1.5e6 << "ns"
                                      << "1.500 ms";
        QTest::newRow("seconds") << 2.25e9 << "ns"
                                 << "2.250 s";
        QTest::newRow("bytes") << 1000.0 << "bytes"
                               << "1000 B";
        QTest::newRow("mebibytes") << 1536.0 * 1024 << "bytes"
                                   << "1.500 MiB";
        QTest::newRow("bandwidth") << 3210.5 << "gbytes_per_s"
                                   << "3211 GB/s";
        QTest::newRow("rate") << 1.25 << "gflops"
                              << "1.250 GFLOP/s";
        QTest::newRow("ratio without a unit") << 2.31 << ""
                                              << "2.310";
        QTest::newRow("nothing") << std::nan("") << "ns"
                                 << "n/a";
        QTest::newRow("endless") << HUGE_VAL << "ns"
                                 << "n/a";
    }
    void numbers_have_four_digits_and_a_unit() {
        QFETCH(double, value);
        QFETCH(QString, unit);
        QFETCH(QString, text);
        QLocale::setDefault(QLocale::c());
        QCOMPARE(quantityText(value, unit.toStdString()).replace(QChar(0xa0), ' '), text);
    }
};

WARPLOOM_WINDOW_TEST(ThemeTest);
#include "theme_test.moc"
