// Lesson pages as files: their contents without running scripts.
#include "support/runner.h"
#include "tests/ui/lesson_page_subjects.h"
#include "ui/export/shown_html.h"
#include "ui/mainwindow/main_window.h"
#include "ui/mainwindow/pages.h"

#include "engine/atomic_file.h"
#include "engine/protocol/framing/trace_file.h"
#include "ui/components/warp/player.h"
#include "ui/components/warp/step_question.h"
#include "ui/mainwindow/window_exports.h"
#include "ui/pages/step/step_page.h"

#include <QApplication>
#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <qcustomplot.h>

#include <map>

using namespace warploom;
using namespace warploom::ui;

namespace {

/// Converts the page to XML: HTML omits some end tags, and scripts and styles are not markup.
QByteArray asXml(const QByteArray& html) {
    QString page = QString::fromUtf8(html);
    page.remove(QRegularExpression(QStringLiteral("^<!doctype html>")));
    page.replace(QRegularExpression(QStringLiteral("<(meta|br|input)\\b([^>]*?)/?>")), QStringLiteral("<\\1\\2/>"));
    page.replace(QRegularExpression(QStringLiteral("(<(?:script|style)>)(.*?)(</(?:script|style)>)"),
                                    QRegularExpression::DotMatchesEverythingOption),
                 QStringLiteral("\\1\\3"));
    page.replace(QRegularExpression(QStringLiteral(" hidden(?=[ />])")), QStringLiteral(" hidden=\"\""));
    page.replace(QLatin1String("&nbsp;"), QLatin1String("&#160;"));
    return page.toUtf8();
}

struct Read {
    QString error, text;
    QSet<QString> elements, attributes, ids;
    QStringList sentences, twice, targets;
};

/// Parses the page into elements and attributes.
Read read(const QByteArray& html) {
    QXmlStreamReader xml(asXml(html));
    Read all;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isCharacters()) all.text += xml.text();
        if (!xml.isStartElement()) continue;
        all.elements << xml.name().toString();
        const auto attributes = xml.attributes();
        for (const auto& attribute : attributes) all.attributes << attribute.name().toString();
        const QString id = attributes.value(QLatin1String("id")).toString();
        if (all.ids.contains(id) && !id.isEmpty()) all.twice << id;
        all.ids << id;
        for (const char* name : {"aria-labelledby", "aria-describedby", "for"})
            if (attributes.hasAttribute(QLatin1String(name)))
                all.targets << attributes.value(QLatin1String(name)).toString();
        const QString href = attributes.value(QLatin1String("href")).toString();
        if (href.startsWith(QLatin1Char('#'))) all.targets << href.mid(1);
        if (attributes.value(QLatin1String("class")) == QLatin1String("sentence")) {
            const QString sentence = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            all.sentences << sentence;
            all.text += sentence;
        }
    }
    if (xml.hasError()) all.error = QStringLiteral("line %1: %2").arg(xml.lineNumber()).arg(xml.errorString());
    return all;
}

struct Ended {
    int status = -1;
    QByteArray output, errors;
};

/// Runs `warploom --lesson-page ...` in a folder.
Ended call(const QString& folder, const QStringList& arguments) {
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(QStringLiteral(WARPLOOM_BINARY_DIR "/bin/warploom"), QStringList{"--lesson-page"} + arguments);
    if (!process.waitForFinished(120'000)) return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

constexpr const char* hostile = "</title></p><script>alert(1)</script> \" onload=\"x\" & &lt; <img src=x> \a \x1b";

/// Returns a page in which every text is the given one.
LessonPage hostilePage(const QString& text) {
    LessonPage page;
    page.name = QStringLiteral("hostile");
    page.title = page.summary = text;
    page.steps = 1;
    page.step = [text](int) {
        PageStep step;
        step.name = step.sentence = step.code = text;
        step.formula_light = step.formula_dark = QStringLiteral("<p><b>kept</b> ") + text;
        step.pictures.append({text, QSize(200, 100), [text](QCPPainter& painter, const QSize&, const Colours& colours) {
                                  painter.setPen(colours.text);
                                  painter.drawText(10, 20, text);
                              }});
        Table table;
        table.title = text.toStdString();
        table.columns = {{text.toStdString(), ""}};
        table.add_row({text.toStdString()});
        step.tables = {table};
        step.question = PageQuestion{text, text, {text, QStringLiteral("else")}};
        return step;
    };
    return page;
}

} // namespace

class LessonPageTest : public QObject {
    Q_OBJECT
    std::map<QString, QByteArray> pages_; ///< by subject; created once
    std::map<QString, Read> contents_;    ///< parsed once per page

    const QByteArray& htmlOf(const QString& name) {
        const auto known = pages_.find(name);
        return known != pages_.end()
                   ? known->second
                   : pages_.emplace(name, makeLessonPage(lesson_page_subjects::named(name)).html).first->second;
    }

    const Read& readOf(const QString& name) {
        const auto known = contents_.find(name);
        return known != contents_.end() ? known->second : contents_.emplace(name, read(htmlOf(name))).first->second;
    }

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void without_scripts_every_step_stands_there_with_its_sentence_data() { lesson_page_subjects::rows(); }
    void without_scripts_every_step_stands_there_with_its_sentence() {
        QFETCH(QString, name);
        const LessonPage page = lesson_page_subjects::named(name);
        QVERIFY(page.steps > 1);
        const QByteArray& html = htmlOf(name);
        const Read& all = readOf(name);
        QCOMPARE(all.error, QString());
        // If a walkthrough has more steps than a page can hold, the page says so.
        if (all.sentences.size() < page.steps)
            QVERIFY(all.text.contains(QStringLiteral("steps 1 to %1 of").arg(all.sentences.size())));
        for (int step = 0; step < all.sentences.size(); ++step) QCOMPARE(all.sentences[step], page.step(step).sentence);
        QVERIFY2(html.size() <= largest_lesson_page, qPrintable(QString::number(html.size())));
        qInfo("%s: %d steps, %d bytes", qPrintable(name), page.steps, static_cast<int>(html.size()));
    }

    void names_are_single_and_what_they_point_at_is_there_data() { lesson_page_subjects::rows(); }
    void names_are_single_and_what_they_point_at_is_there() {
        QFETCH(QString, name);
        const QByteArray& html = htmlOf(name);
        const Read& all = readOf(name);
        QVERIFY2(all.twice.isEmpty(), qPrintable(all.twice.join(' ')));
        QVERIFY(!all.targets.isEmpty());
        for (const QString& target : all.targets) QVERIFY2(all.ids.contains(target), qPrintable(target));
        auto patterns = QRegularExpression(QStringLiteral("url\\(#([^)]+)\\)")).globalMatch(QString::fromUtf8(html));
        while (patterns.hasNext()) {
            const QString target = patterns.next().captured(1);
            QVERIFY2(all.ids.contains(target), qPrintable(target));
        }
    }

    void the_document_names_every_topic() {
        const QByteArray text = ui_test::contents(QStringLiteral(WARPLOOM_SOURCE_DIR "/docs/lesson-pages.md"));
        for (const WalkthroughEntry& each : walkthroughEntries())
            if (!each.name.startsWith("building-")) // "and the eight other formats"
                QVERIFY2(text.contains('`' + each.name.toUtf8() + '`'), qPrintable(each.name));
    }

    void a_page_asks_for_nothing_from_anywhere_data() { lesson_page_subjects::rows(); }
    void a_page_asks_for_nothing_from_anywhere() {
        QFETCH(QString, name);
        const QByteArray& html = htmlOf(name);
        QVERIFY(html.contains("default-src 'none'"));
        QVERIFY(!html.contains("http://") && !html.contains("https://"));
        const Read& all = readOf(name);
        for (const char* element : {"link", "iframe", "object", "embed", "base", "a", "foreignObject"})
            QVERIFY2(!all.elements.contains(QLatin1String(element)), element);
        QVERIFY(!all.attributes.contains(QStringLiteral("src")) && !all.attributes.contains(QStringLiteral("style")));
    }

    void whatever_a_text_says_it_stays_text() {
        const Read ordinary = read(makeLessonPage(hostilePage(QStringLiteral("times"))).html);
        const Read all = read(makeLessonPage(hostilePage(QString::fromUtf8(hostile))).html);
        QCOMPARE(all.error, QString());
        // Text in several fonts is drawn in several pieces.
        const QSet<QString> drawn{QStringLiteral("g"), QStringLiteral("path"), QStringLiteral("rect")},
            placed{QStringLiteral("id"), QStringLiteral("transform"), QStringLiteral("d")};
        QCOMPARE(all.elements - drawn, ordinary.elements - drawn);
        QCOMPARE(all.attributes - placed, ordinary.attributes - placed);
        QVERIFY(all.text.count(QStringLiteral("<script>alert(1)</script>")) >= 8);
    }

    void of_what_the_window_shows_only_letters_and_colours_are_kept_data() {
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("kept");
        QTest::newRow("paragraphs") << "<p>a<br>b</p>"
                                    << "<p>a<br>b</p>";
        QTest::newRow("attributes") << "<p onclick='x()' style='color:red'>a</p>"
                                    << "<p>a</p>";
        QTest::newRow("a script") << "<script>x</script>"
                                  << "&lt;script&gt;x&lt;/script&gt;";
        QTest::newRow("left open") << "<p><b>a"
                                   << "<p><b>a</b></p>";
        QTest::newRow("crossed") << "<b><i>a</b>b</i>"
                                 << "<b><i>a</i></b>b";
        QTest::newRow("signs") << "a &amp; b & c < d > e &lt;f"
                               << "a &amp; b &amp; c &lt; d &gt; e &lt;f";
        QTest::newRow("closed twice") << "a</p></p>"
                                      << "a";
        QTest::newRow("a colour") << "<span style='color:#112233;font-weight:600'>k</span>"
                                  << "<span class=\"p0\">k</span>";
    }
    void of_what_the_window_shows_only_letters_and_colours_are_kept() {
        QFETCH(QString, shown);
        QFETCH(QString, kept);
        SvgBook book;
        QCOMPARE(QString::fromUtf8(shownHtml(shown, shown, book)), kept);
    }

    void letters_can_be_read_on_both_grounds() {
        SvgBook book;
        const QString pale = QStringLiteral("<span style='color:#eeee00'>k</span>"),
                      deep = QStringLiteral("<span style='color:#220000'>k</span>");
        shownHtml(pale, deep, book);
        auto colours = QRegularExpression(QStringLiteral("color:(#[0-9a-f]{6});")).globalMatch(book.styleSheet());
        QVERIFY(contrast(QColor(colours.next().captured(1)), Theme::light().canvas) >= 4.5);
        QVERIFY(contrast(QColor(colours.next().captured(1)), Theme::darkColours().canvas) >= 4.5);
    }

    void a_picture_is_written_once_with_the_colours_of_both_themes() {
        SvgBook book;
        const QByteArray svg = book.add(
            [](QCPPainter& painter, const QSize& size, const Colours& colours) {
                painter.fillRect(QRect(QPoint(), size), colours.canvas);
                painter.setPen(colours.text);
                painter.drawText(10, 20, QStringLiteral("wide"));
            },
            QSize(100, 50), "aria-label=\"test\"");
        QCOMPARE(svg.count("<svg"), 1);
        QCOMPARE(svg.count("wide"), 1);
        QVERIFY(!svg.contains('#')); // colors are defined only in the style sheet
        const QByteArray style = book.styleSheet();
        const qsizetype dark = style.indexOf("prefers-color-scheme:dark");
        QVERIFY(style.indexOf(Theme::light().text.name().toUtf8()) < dark);
        QVERIFY(style.indexOf(Theme::darkColours().text.name().toUtf8(), dark) > dark);
        QVERIFY(svg.contains("textLength=\""));
    }

    void what_stands_in_two_pictures_is_written_once() {
        SvgBook book;
        const auto grid = [](QCPPainter& painter, const QSize& size, const Colours& colours) {
            for (int i = 0; i < 200; ++i) {
                painter.setPen(QPen(i % 2 == 0 ? colours.grid : colours.text, 1));
                painter.drawLine(QPointF(0, i * size.height() / 200), QPointF(size.width(), i * 31 % size.height()));
            }
        };
        const QByteArray first = book.add(grid, QSize(400, 400), "aria-label=\"a\"");
        const QByteArray second = book.add(grid, QSize(400, 400), "aria-label=\"b\"");
        QVERIFY(second.size() * 4 < first.size());
        QVERIFY(second.contains("<use href=\"#u"));
    }

    void pictures_that_differ_in_more_than_colour_are_both_there() {
        SvgBook book;
        const QByteArray svg = book.add(
            [](QCPPainter& painter, const QSize&, const Colours& colours) {
                painter.setPen(colours.text);
                painter.drawText(10, 20, colours.dark ? QStringLiteral("night") : QStringLiteral("day"));
            },
            QSize(100, 50), "aria-label=\"test\"");
        QVERIFY(svg.contains("<svg class=\"light\"") && svg.contains("day"));
        QVERIFY(svg.contains("<svg class=\"dark\"") && svg.contains("night"));
    }

    void what_does_not_fit_is_left_out_and_said() {
        LessonPage page = lesson_page_subjects::warp();
        const qsizetype most = 200'000;
        const MadeLessonPage made = makeLessonPage(page, 0, most);
        const QByteArray& html = made.html;
        QVERIFY2(html.size() <= most, qPrintable(QString::number(html.size())));
        const Read all = read(html);
        QVERIFY(all.sentences.size() > 1 && all.sentences.size() < page.steps);
        QVERIFY(all.text.contains(QStringLiteral("steps 1 to %1 of %2").arg(all.sentences.size()).arg(page.steps)));
        const QString missing = QStringLiteral("steps %1 to %2").arg(all.sentences.size() + 1).arg(page.steps);
        QCOMPARE(made.leftOut(), missing);
        QVERIFY2(all.text.contains(QStringLiteral("it does not contain ") + missing), qPrintable(all.text.left(900)));
        const MadeLessonPage from_six = makeLessonPage(page, 5, most);
        QVERIFY2(from_six.leftOut().startsWith(QStringLiteral("steps 1 to 5 and step")),
                 qPrintable(from_six.leftOut()));
        QCOMPARE(makeLessonPage(lesson_page_subjects::topic(QStringLiteral("cr"))).leftOut(), QString());
        const Read later = read(from_six.html);
        QCOMPARE(later.sentences.constFirst(), page.step(5).sentence);
        QVERIFY(later.ids.contains(QStringLiteral("step-6")) && !later.ids.contains(QStringLiteral("step-1")));
    }

    void a_picture_leaves_room_for_words_and_player_on_a_screen_of_720() {
        const QByteArray html = makeLessonPage(lesson_page_subjects::topic(QStringLiteral("cr"))).html;
        const int rule = html.indexOf(".stepping .pictures svg {");
        QVERIFY(rule >= 0);
        QVERIFY(html.mid(rule, 120).contains("max-height: max(16rem, calc(100vh - 21rem))"));
    }

    void questions_are_those_of_the_engine() {
        const LessonPage page = lesson_page_subjects::topic(QStringLiteral("coo"));
        WalkthroughChoices choices;
        choices.system = walkthrough::second_difference(8);
        WalkthroughHandle lesson;
        for (const WalkthroughEntry& each : walkthroughEntries())
            if (each.name == QLatin1String("coo")) lesson = each.make(choices);
        int asked = 0;
        for (int step = 0; step < page.steps; ++step) {
            const std::optional<PageQuestion> question = page.step(step).question;
            const std::optional<StepQuestion> own = lesson->question(step);
            QCOMPARE(question.has_value(), own.has_value());
            if (!own) continue;
            ++asked;
            QCOMPARE(question->answer, QString::number(own->answer));
        }
        QVERIFY(asked > 5);
    }

    void a_warp_is_asked_for_what_the_page_asks() {
        const auto analysis = warp_support::analysis(warp_documents::csr_scalar("drawn"));
        const LessonPage page = warpLessonPage(analysis);
        int asked = 0;
        for (int step = 0; step < page.steps; ++step) {
            const std::optional<PageQuestion> question = page.step(step).question;
            const std::optional<StepQuestion> own = stepQuestion(*analysis, step);
            QCOMPARE(question.has_value(), own.has_value());
            if (own) QCOMPARE(question->answer, QString::number(own->answer));
            asked += own ? 1 : 0;
        }
        QVERIFY(asked > 2);
    }

    void two_kernels_stand_side_by_side_with_their_score_and_who_moves_is_asked() {
        const LessonPage page = lesson_page_subjects::beside();
        QVERIFY2(page.title.contains(QStringLiteral("csr-scalar and csr-vector")), qPrintable(page.title));
        int asked = 0;
        for (int step = 0; step < page.steps; ++step) {
            const PageStep shown = page.step(step);
            // The lanes of both, the score, and the accesses of the side that moves.
            QVERIFY(shown.pictures.size() == 4 || shown.pictures.size() == 5);
            QCOMPARE(shown.tables.size(), shown.pictures.size() - 2);
            asked += shown.question ? 1 : 0;
        }
        QVERIFY(asked > 2);
        const PageStep last = page.step(page.steps - 1);
        const Table& score = last.tables.constFirst();
        QCOMPARE(score.number(0, score.column("left_so_far")), score.number(0, score.column("left_in_all")));
        QCOMPARE(score.number(0, score.column("left_in_all")), score.number(0, score.column("right_in_all")));
    }

    void the_window_writes_what_the_page_in_front_shows() {
        QTemporaryDir folder;
        Session session;
        session.worker().setCommand(ui_test::fake_worker(QStringLiteral("normal")));
        MainWindow window(session);
        QStringList problems;
        connect(&session, &Session::problem, this, [&](const QString& sentence) { problems << sentence; });
        const auto show = [&](Page* page) { window.showPage(static_cast<int>(window.pages().indexOf(page))); };
        auto* const step = pageOf<StepPage>(window.pages());
        show(step);
        step->setTopic(QStringLiteral("pcr"));
        step->player()->setStep(0);
        const QString file = folder.filePath(QStringLiteral("pcr.html"));
        QVERIFY(window.exports().saveLessonPage(file));
        const Read all = read(ui_test::contents(file));
        QCOMPARE(all.sentences.size(), step->player()->steps());
        QCOMPARE(all.sentences[step->player()->step()], step->sentence());
        show(window.pages().constFirst());
        QVERIFY(!window.exports().saveLessonPage(folder.filePath(QStringLiteral("matrix.html"))));
        QCOMPARE(problems.size(), 1);
        QVERIFY2(problems.constFirst().contains(QStringLiteral("no steps to export")),
                 qPrintable(problems.constFirst()));
        show(step);
        QVERIFY(!window.exports().saveLessonPage(folder.filePath(QStringLiteral("no/such/folder.html"))));
        QCOMPARE(problems.size(), 2);
    }

    void the_command_line_writes_pages_of_each_kind_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("title");
        QTest::newRow("a topic") << QStringList{"step:pcr,n=16"} << "Parallel cyclic reduction";
        QTest::newRow("a topic of a matrix") << QStringList{"step:cr", "tridiagonal:n=8"} << "tridiagonal:n=8";
        QTest::newRow("a format") << QStringList{"format:ell,kernel=ell", "laplace2d:n=2"} << "laplace2d:n=2";
        QTest::newRow("formats") << QStringList{"formats", "laplace2d:n=2"} << "Formats of laplace2d:n=2";
        QTest::newRow("two kernels") << QStringList{"beside:csr-scalar,with=csr-vector", "laplace2d:n=2"}
                                     << "csr-scalar and csr-vector on laplace2d:n=2";
        QTest::newRow("two cards") << QStringList{"beside:csr-scalar,card=gtx295,other-card=h200", "laplace2d:n=2"}
                                   << "GeForce GTX 295";
        QTest::newRow("a trace") << QStringList{"drawn.warploom-trace"} << "csr-scalar on drawn";
        QTest::newRow("a result") << QStringList{"tiny.json"} << "ELL here and on the host";
    }
    void the_command_line_writes_pages_of_each_kind() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, title);
        QTemporaryDir folder;
        protocol::TraceFile trace;
        trace.warp = warp_documents::csr_scalar("drawn");
        protocol::write_trace_file(folder.filePath("drawn.warploom-trace").toStdString(), trace);
        write_whole_file(folder.filePath("tiny.json").toStdString(),
                         experiment::result_to_json(reproduce_test::filled(reproduce_test::tiny_text())));
        const Ended ended = call(folder.path(), arguments << "--out"
                                                          << "page.html");
        QVERIFY2(ended.status == 0, ended.errors.constData());
        QCOMPARE(ended.output, QByteArray("page.html\n"));
        const QByteArray html = ui_test::contents(folder.filePath("page.html"));
        const Read all = read(html);
        QCOMPARE(all.error, QString());
        QVERIFY2(all.text.contains(title), qPrintable(all.text.left(400)));
        QVERIFY(all.sentences.size() > 1);
        QVERIFY(html.size() <= largest_lesson_page);
    }

    void what_no_page_is_made_of_is_refused_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("a word") << QStringList{"lesson"} << QByteArray("A lesson page cannot be created from");
        QTest::newRow("a topic") << QStringList{"step:sorting"} << QByteArray("no step topic named \"sorting\"");
        QTest::newRow("a setting") << QStringList{"step:cr,m=8"} << QByteArray("no setting \"m\"");
        QTest::newRow("too many unknowns")
            << QStringList{"step:cr,n=4096"} << QByteArray("not an integer from 4 to 64");
        QTest::newRow("a format") << QStringList{"format:bsr", "laplace2d:n=4"}
                                  << QByteArray("no format named \"bsr\"");
        QTest::newRow("one kernel beside nothing")
            << QStringList{"beside:csr-scalar", "laplace2d:n=4"} << QByteArray("Compare two kernels");
        QTest::newRow("a kernel beside an unknown one")
            << QStringList{"beside:csr-scalar,with=csr-none", "laplace2d:n=4"} << QByteArray("csr-none");
        QTest::newRow("an unknown card") << QStringList{"beside:csr-scalar,card=none,other-card=h200"}
                                         << QByteArray("no card named \"none\"");
        QTest::newRow("a missing trace") << QStringList{"no.warploom-trace"} << QByteArray("no.warploom-trace");
        QTest::newRow("a large matrix") << QStringList{"step:cr", "tridiagonal:n=100"} << QByteArray("has 100 rows");
    }
    void what_no_page_is_made_of_is_refused() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, words);
        QTemporaryDir folder;
        const Ended ended = call(folder.path(), arguments);
        QCOMPARE(ended.status, 1);
        QVERIFY2(ended.errors.contains(words), ended.errors.constData());
        QVERIFY2(ended.errors.contains("Hint:"), ended.errors.constData());
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

WARPLOOM_WINDOW_TEST(LessonPageTest);
#include "lesson_page_test.moc"
