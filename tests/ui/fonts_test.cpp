// The desktop environment of a test: the fonts of support/fonts.cmake, without the user's scaling.
#include "support/runner.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QProcess>
#include <QTest>

#include <cstdio>

namespace {

/// Prints the fonts of the interface and of code, the size of some text, and the available families.
int print_fonts() {
    int count = 1;
    QByteArray name("fonts");
    char* arguments[] = {name.data(), nullptr};
    const QGuiApplication application(count, arguments);
    const QFontMetricsF code{QFontDatabase::systemFont(QFontDatabase::FixedFont)};
    const QFontMetricsF metrics{QGuiApplication::font()};
    std::printf("%s\n%d\n%.3f x %.3f\n%s\n", qPrintable(QFontInfo(QGuiApplication::font()).family()),
                code.horizontalAdvance(QLatin1Char('i')) == code.horizontalAdvance(QLatin1Char('W')),
                metrics.horizontalAdvance(QStringLiteral("Row lengths of 4,096 rows")), metrics.height(),
                qPrintable(QFontDatabase::families().join(", ")));
    return 0;
}

QList<QByteArray> printed(const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment()) {
    QProcess child;
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {"fonts_test", "--child"});
    return child.waitForFinished() && child.exitCode() == 0 ? child.readAllStandardOutput().trimmed().split('\n')
                                                            : QList<QByteArray>();
}

} // namespace

class FontsTest : public QObject {
    Q_OBJECT

    const QByteArray family_ = qEnvironmentVariable("WARPLOOM_TEST_FONT", "DejaVu Sans").toUtf8();

private slots:
    void text_is_shown_in_the_font_of_the_tests() {
        const QList<QByteArray> lines = printed();
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines[0], family_);
        QCOMPARE(lines[1], QByteArray("1"));
    }

    void no_font_of_the_desktop_is_visible() {
        if (family_ != "DejaVu Sans") QSKIP("checked with DejaVu Sans");
        // The last three are generic names with which Qt requests a family.
        QCOMPARE(printed().value(3), QByteArray("DejaVu Sans, DejaVu Sans Mono, Monospace, Sans Serif, Serif"));
    }

    void settings_of_the_desktop_change_nothing() {
        const QList<QByteArray> expected = printed();
        QCOMPARE(expected.size(), 4);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const auto& [name, value] : {std::pair{"FONTCONFIG_FILE", "/dev/null"},
                                          {"FONTCONFIG_SYSROOT", "/nowhere"},
                                          {"QT_FONT_DPI", "192"},
                                          {"QT_SCALE_FACTOR", "2"},
                                          {"QT_QPA_PLATFORMTHEME", "gtk3"},
                                          {"QT_QPA_PLATFORM", ""},
                                          {"HOME", "/nowhere"}})
            environment.insert(name, value);
        QCOMPARE(printed(environment), expected);
    }
};

WARPLOOM_TEST(FontsTest, print_fonts);
#include "fonts_test.moc"
