// Names, titles, facts and messages come from files written by others. Whatever they contain, they must be treated as
// plain text: on the screen and in every file that is written.
#include "support/runner.h"
#include "ui_test_tools.h"

#include "engine/atomic_file.h"
#include "engine/experiment/result.h"
#include "engine/table.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_view.h"
#include "ui/widgets/banner.h"

#include <QApplication>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QProcess>
#include <QRegularExpression>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QXmlStreamReader>

#include <memory>
#include <sstream>

using namespace warploom;
using namespace warploom::ui;
using ui_test::contents;

namespace {

/// The text of an SVG or HTML page, or why it is not well-formed, and the names of all elements and attributes.
struct Parsed {
    QString error, text;
    QStringList elements, attributes;
    QString title;
};

Parsed parsed(const QByteArray& xml) {
    QXmlStreamReader reader(xml);
    Parsed all;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement()) {
            all.elements << reader.name().toString();
            for (const auto& attribute : reader.attributes()) all.attributes << attribute.name().toString();
            if (reader.name() == QLatin1String("title") && all.title.isEmpty()) {
                all.title = reader.readElementText();
                continue;
            }
        }
        if (reader.isCharacters()) all.text += reader.text();
    }
    if (reader.hasError()) all.error = QStringLiteral("line %1: %2").arg(reader.lineNumber()).arg(reader.errorString());
    return all;
}

/// Converts the page to XML: HTML omits some end tags, and scripts are not markup (their data is read below).
QByteArray asXml(const QByteArray& html) {
    QString page = QString::fromUtf8(html);
    page.remove(QRegularExpression(QStringLiteral("^<!doctype html>"), QRegularExpression::CaseInsensitiveOption));
    page.replace(QRegularExpression(QStringLiteral("<(meta|br|img)\\b([^>]*?)/?>")), QStringLiteral("<\\1\\2/>"));
    page.replace(QRegularExpression(QStringLiteral("(<script [^>]*>)(.*?)(</script>)"),
                                    QRegularExpression::DotMatchesEverythingOption),
                 QStringLiteral("\\1\\3"));
    return page.toUtf8();
}

const char* const ordinary = "times";

struct Hostile {
    const char* name;
    const char* text;
};

constexpr Hostile corpus[] = {
    {"a script", "Times</title><script>alert(1)</script>"},
    {"an attribute", "\" onload=\"alert(1)\" x='"},
    {"an ampersand", "a&b <c>.mtx"},
    {"an entity", "&lt;&#60;&nope;"},
    {"a comment", "<!-- ]]> --> <![CDATA["},
    {"a formula", "=HYPERLINK(\"http://example.org\",\"see\")"},
    {"a sum", "+1+cmd|' /C calc'!A0"},
    {"a difference", "-2+3+cmd"},
    {"a mention", "@SUM(A1)"},
    {"controls", "bell\a escape\x1b[31m back\b"},
    {"lines", "one\ntwo\r\nthree\tfour"},
    {"not characters", "\xEF\xBF\xBE and \xEF\xBF\xBF"},
    {"right to left", "\xE2\x80\xAE"
                      "fdp.exe"},
    {"placeholders", "%1 %2 %n {order} url(#a) id=\"b\" href=\"#c\""},
    {"an image", "<img src=x onerror=alert(1)>"},
};

void rows() {
    QTest::addColumn<QString>("text");
    for (const Hostile& one : corpus) QTest::newRow(one.name) << QString::fromUtf8(one.text);
}

Table hostileTable(const QString& text) {
    const std::string word = text.toStdString();
    Table table;
    table.title = ordinary;
    table.columns = {{"kernel", ""}, {"series", ""}, {"median", "ns"}};
    table.add_row({word, word, 1.5});
    table.add_row({std::string("ell"), word, -2.25});
    table.facts = {{"matrix", word}, {word, "a value"}};
    return table;
}

std::unique_ptr<ChartView> hostileChart(const QString& text) {
    ChartSpec spec;
    spec.title = text;
    spec.name = QStringLiteral("hostile");
    spec.category = "kernel";
    spec.value = "median";
    spec.series = "series";
    spec.value_title = text;
    auto chart = std::make_unique<ChartView>(spec);
    chart->setTable(hostileTable(text));
    return chart;
}

/// A result in which every text is one of the corpus.
experiment::Result hostileResult() {
    const QByteArray file = contents(QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/data/experiments/tiny.json"));
    Json json = Json::parse(file.toStdString());
    json["title"] = json["charts"][0]["title"] = corpus[0].text;
    json["place"] = corpus[1].text;
    json["conclusion"] = corpus[2].text;
    const Json profile = json["profiles"][0], claim = json["claims"][0];
    json["profiles"] = json["claims"] = Json::array();
    experiment::Result result;
    for (const Hostile& one : corpus) {
        json["claims"].push_back(claim);
        json["claims"].back()["text"] = one.text;
        json["profiles"].push_back(profile);
        json["profiles"].back()["title"] = one.text;
        result.profiles.push_back({one.text, one.text, one.text, {}, {1, 2}, {1, 1}, {3, 3}, {2, 2}});
        result.facts.emplace_back(one.text, one.text);
        result.words += one.text;
    }
    for (std::size_t i = 0; i < json["series"].size(); ++i) json["series"][i]["title"] = corpus[3 + i].text;
    result.experiment = experiment::experiment_from_json(json.dump(2), "in the test");
    result.cells = experiment::expand(result.experiment, false);
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
        result.cells[i].measured.number = 1.5;
        result.cells[i].measured.note = corpus[i % std::size(corpus)].text;
        result.cells[i].modelled.why_not = corpus[(i + 5) % std::size(corpus)].text;
    }
    result.measured_on = result.author = corpus[0].text;
    result.modelled_on = result.date = corpus[2].text;
    return result;
}

} // namespace

class HostileTextsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void a_drawing_is_well_formed_and_says_what_it_was_told_data() { rows(); }
    void a_drawing_is_well_formed_and_says_what_it_was_told() {
        QFETCH(QString, text);
        const Parsed svg = parsed(svgText(*hostileChart(text)));
        QCOMPARE(svg.error, QString());
        QVERIFY(!svg.elements.contains("script"));
        for (const QString& name : svg.attributes) QVERIFY2(!name.startsWith("on"), qPrintable(name));
        for (const QString& word : text.split(QRegularExpression("[^a-z]+"), Qt::SkipEmptyParts))
            QVERIFY2(svg.title.contains(word), qPrintable(svg.title));
    }

    void a_table_as_html_is_well_formed_data() { rows(); }
    void a_table_as_html_is_well_formed() {
        QFETCH(QString, text);
        std::ostringstream html;
        write_html(html, hostileTable(text));
        const Parsed table = parsed(QByteArray::fromStdString(html.str()));
        QCOMPARE(table.error, QString());
        QVERIFY(!table.elements.contains("script") && !table.elements.contains("img"));
    }

    void numbers_for_a_spreadsheet_hold_no_formula_and_read_back_the_same_data() { rows(); }
    void numbers_for_a_spreadsheet_hold_no_formula_and_read_back_the_same() {
        QFETCH(QString, text);
        QTemporaryDir folder;
        const QString file = folder.filePath("a.csv");
        writeCsv(*hostileChart(text), file);
        const QByteArray csv = contents(file);
        const Table again = table_from_csv(csv.toStdString());
        QCOMPARE(again.rows.size(), std::size_t{2});
        QString expected = text;
        QCOMPARE(QString::fromStdString(again.text(0, 0)), expected);
        QCOMPARE(again.number(1, 2), -2.25); // numbers are not modified
        for (const QByteArray& line : csv.split('\n'))
            for (const char* start : {"=", "+", "-2+", "@", "\"=", "\"+", "\"@"})
                QVERIFY2(!line.startsWith(start), line.constData());
        const std::unique_ptr<QMimeData> copied(clipboardData(*hostileChart(text)));
        QVERIFY(!copied->text().contains("\n="));
        QVERIFY(!copied->text().contains("\n@"));
    }

    void a_report_of_an_experiment_holds_text_and_one_script() {
        QTemporaryDir folder;
        const QString file = folder.filePath("result.json");
        write_whole_file(file.toStdString(), experiment::result_to_json(hostileResult()));
        QProcess program;
        program.start(QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom"),
                      {"--experiment-report", file, "--out", folder.filePath("out")});
        QVERIFY(program.waitForFinished(120'000));
        QVERIFY2(program.exitCode() == 0, program.readAllStandardError().constData());
        const QStringList files = QString::fromUtf8(program.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
        QVERIFY(files.size() > static_cast<qsizetype>(std::size(corpus)));
        for (const QString& written : files) {
            QCOMPARE(QFileInfo(written).absolutePath(), folder.filePath("out"));
            const bool is_page = written.endsWith(".html");
            if (!is_page && !written.endsWith(".svg")) continue;
            const Parsed page = parsed(is_page ? asXml(contents(written)) : contents(written));
            QVERIFY2(page.error.isEmpty(), qPrintable(written + ": " + page.error));
            QCOMPARE(page.elements.count("script"), is_page ? 1 : 0);
            QVERIFY(!page.elements.contains("img"));
            for (const QString& name : page.attributes) QVERIFY2(!name.startsWith("on"), qPrintable(name));
        }
        const std::string html = contents(folder.filePath("out/tiny.html")).toStdString();
        QVERIFY(experiment::check_seal(html, "the page").is_intact);
    }

    void labels_tool_tips_and_messages_show_a_name_as_it_stands_data() { rows(); }
    void labels_tool_tips_and_messages_show_a_name_as_it_stands() {
        QFETCH(QString, text);
        QWidget window;
        QLabel label(text, &window);
        QStatusBar bar(&window);
        Banner banner(bar, {});
        banner.show(text, text);
        window.show();
        QCOMPARE(label.textFormat(), Qt::PlainText);
        for (const QLabel* const one : banner.findChildren<QLabel*>())
            QVERIFY(!one->text().contains("<script") && !one->text().contains("<img"));
        QMessageBox box(QMessageBox::Warning, text, text, QMessageBox::Ok, &window);
        box.setInformativeText(text);
        box.show();
        for (const QLabel* const one : box.findChildren<QLabel*>())
            QVERIFY2(one->text().isEmpty() || one->textFormat() == Qt::PlainText, qPrintable(one->text()));
        QToolTip::showText(window.mapToGlobal(QPoint(5, 5)), text, &window);
        bool is_shown = false;
        for (QWidget* const one : QApplication::topLevelWidgets())
            if (auto* const tip = qobject_cast<QLabel*>(one); tip != nullptr && tip->inherits("QTipLabel")) {
                is_shown = true;
                QCOMPARE(tip->textFormat(), Qt::PlainText);
            }
        QVERIFY(is_shown);
        QToolTip::hideText();
    }
};

WARPLOOM_WINDOW_TEST(HostileTextsTest);
#include "hostile_texts_test.moc"
