// Automatic accessibility tests of interactive pages (docs/accessibility.md), and use with the keyboard only.

#include "app/called_engine.h"
#include "app/page/page_answers.h"
#include "support/runner.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <map>

using namespace warploom;

class PageAccessibilityTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    HeadlessBrowser browser_;
    QString script_, why_not_;

    QString page(const QString& name, const QStringList& words) {
        const QString file = folder_.filePath(name + ".html");
        if (QFile::exists(file)) return file;
        const auto called = test::call_engine(QStringList{"page", name} + words + QStringList{"--out", file});
        if (called.status != 0) qWarning("%s", qPrintable(called.error));
        return file;
    }
    static const std::map<QString, std::pair<QStringList, QString>>& pages() {
        static const std::map<QString, std::pair<QStringList, QString>> all{
            {"write", {{}, "document.documentElement.dataset.verdicts === '1'"}},
            {"exercise",
             {{"--exercise", "ell-side-by-side,warp-a-row"}, "document.documentElement.dataset.verdicts === '1'"}},
            {"lesson", {{"warp"}, "document.documentElement.dataset.started === '1'"}},
            {"explore", {{}, "document.documentElement.dataset.started === '1'"}}};
        return all;
    }

private slots:
    void initTestCase() {
        test::use_page_engine();
        if (const std::string why = test::why_no_engine(); !why.empty()) QSKIP(why.c_str());
        if (HeadlessBrowser::program().isEmpty()) QSKIP("chromium is not there.");
        why_not_ = browser_.start();
        if (!why_not_.isEmpty()) QSKIP(qPrintable("chromium does not start: " + why_not_));
        QFile script(QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/page/accessible.js"));
        QVERIFY(script.open(QIODevice::ReadOnly));
        script_ = QString::fromUtf8(script.readAll());
    }

    void the_checks_find_what_is_wrong() {
        QFile file(folder_.filePath("wrong.html"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "<!doctype html><html><body><h3 id='a'>Low</h3><p id='a' style='color:#999;background:#fff'>grey</p>"
            "<input><button style='border:1px solid #eee;background:#fff'>x</button><svg width='9' height='9'></svg>"
            "<div style='width:2000px'>wide</div></body></html>");
        file.close();
        browser_.setSize(1280, 720);
        browser_.open(file.fileName());
        const QString all = QString::fromUtf8(QJsonDocument(browser_.evaluate(script_).toArray()).toJson());
        for (const char* const criterion :
             {"3.1.1", "2.4.2", "1.3.1", "4.1.1", "4.1.2", "1.4.3", "1.1.1", "1.4.10", "1.4.11", "2.5.5"})
            QVERIFY2(all.contains(QLatin1String(criterion)), qPrintable(QLatin1String(criterion) + all));
    }

    void every_page_passes_at_each_width_light_and_dark_data() {
        QTest::addColumn<QString>("name");
        for (const auto& [name, page] : pages()) QTest::newRow(qPrintable(name)) << name;
    }
    void every_page_passes_at_each_width_light_and_dark() {
        QFETCH(QString, name);
        const auto& [words, is_ready] = pages().at(name);
        browser_.setSize(1280, 720);
        browser_.open(page(name, words));
        QVERIFY(test::comes_true(browser_, is_ready));
        browser_.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
        if (name != "explore")
            for (const char* const section : {"warps", "debugged"})
                QVERIFY(test::comes_true(
                    browser_, QStringLiteral("Number(document.documentElement.dataset.%1) >= 1").arg(section)));
        for (const bool is_dark : {false, true})
            for (const int width : {1280, 320}) {
                browser_.setDark(is_dark);
                browser_.setSize(width, 720);
                const QJsonArray wrong = browser_.evaluate(script_).toArray();
                QVERIFY2(wrong.isEmpty(), QJsonDocument(wrong).toJson().constData());
            }
        browser_.setDark(false);
    }

    /// Runs the rules of axe-core for WCAG 2.1 A and AA if it is installed (docs/accessibility.md).
    void axe_core_finds_nothing_data() { every_page_passes_at_each_width_light_and_dark_data(); }
    void axe_core_finds_nothing() {
        QFETCH(QString, name);
        const QByteArray named = qgetenv("WARPLOOM_AXE");
        QFile axe(named.isEmpty() ? QStringLiteral("/usr/share/nodejs/axe-core/axe.min.js") : QString::fromUtf8(named));
        if (!axe.open(QIODevice::ReadOnly)) QSKIP("axe-core is not there: WARPLOOM_AXE names axe.min.js.");
        const QString rules = QString::fromUtf8(axe.readAll());
        const auto found = [&] {
            browser_.evaluate(rules);
            return browser_
                .evaluate("axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then((all) => "
                          "all.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.target.join(' ')).join(', ')))")
                .toArray();
        };
        QFile wrong(folder_.filePath("axe.html"));
        QVERIFY(wrong.open(QIODevice::WriteOnly));
        wrong.write("<!doctype html><html><body><input></body></html>");
        wrong.close();
        browser_.open(wrong.fileName());
        QVERIFY(found().size() >= 3); // no language, no title, no name

        const auto& [words, is_ready] = pages().at(name);
        browser_.setSize(1280, 720);
        browser_.open(page(name, words));
        QVERIFY(test::comes_true(browser_, is_ready));
        browser_.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
        if (name != "explore")
            for (const char* const section : {"warps", "debugged"})
                QVERIFY(test::comes_true(
                    browser_, QStringLiteral("Number(document.documentElement.dataset.%1) >= 1").arg(section)));
        for (const bool is_dark : {false, true}) {
            browser_.setDark(is_dark);
            const QJsonArray violations = found();
            QVERIFY2(violations.isEmpty(), QJsonDocument(violations).toJson().constData());
        }
        browser_.setDark(false);
    }

    /// On a phone: select a step by touch, continue, and open a hint.
    void a_finger_leads_through_an_exercise() {
        const auto& [words, is_ready] = pages().at("exercise");
        browser_.setSize(320, 640);
        browser_.open(page("exercise", words));
        QVERIFY(test::comes_true(browser_, is_ready));
        QVERIFY(browser_.tap("details.hints > summary"));
        QVERIFY(test::comes_true(browser_, "document.querySelector('details.hints').open"));
        QVERIFY(browser_.tap("details.warp > summary"));
        QVERIFY(test::comes_true(browser_, "Number(document.documentElement.dataset.warps) >= 1"));
        QVERIFY(browser_.tap("details.warp .step:nth-of-type(3)") || browser_.tap("details.warp .step"));
        QVERIFY(test::comes_true(browser_, "Number(document.documentElement.dataset.warps) >= 2"));
        QVERIFY(browser_.tap("nav button:nth-of-type(2)"));
        QVERIFY(test::comes_true(browser_, "document.documentElement.dataset.verdicts === '2'"));
        QVERIFY2(browser_.complaints.isEmpty(), qPrintable(browser_.complaints.join('\n')));
        browser_.setSize(1280, 720);
    }

    /// Tab moves from the first control to the last, and out of the editor.
    void keys_alone_lead_through_an_exercise() {
        const auto& [words, is_ready] = pages().at("exercise");
        browser_.setSize(1280, 720);
        browser_.open(page("exercise", words));
        QVERIFY(test::comes_true(browser_, is_ready));
        QStringList visited;
        for (int i = 0; i < 40 && !visited.contains("who"); ++i) {
            browser_.press("Tab");
            visited << browser_.evaluate("document.activeElement.id || document.activeElement.tagName").toString();
        }
        for (const char* const place : {"TEXTAREA", "again", "open-text", "who"})
            QVERIFY2(visited.contains(QLatin1String(place)), qPrintable(QLatin1String(place) + visited.join(' ')));
        QVERIFY2(browser_.evaluate("getComputedStyle(document.activeElement).outlineStyle").toString() != "none",
                 "the place of the keyboard is seen");

        // Completion of names: two letters, Down arrow, Enter.
        browser_.evaluate("(() => { const t = document.querySelector('textarea'); t.focus(); t.value = ''; })()");
        browser_.type("le");
        QVERIFY(browser_.evaluate("!document.querySelector('#offers').hidden").toBool());
        browser_.press("ArrowDown");
        QCOMPARE(
            browser_.evaluate("document.querySelector('textarea').getAttribute('aria-activedescendant')").toString(),
            QStringLiteral("offer-0"));
        browser_.press("Enter");
        const QString text = browser_.evaluate("document.querySelector('textarea').value").toString();
        QVERIFY2(text == "length" || text == "leading_dimension", qPrintable(text));
        QVERIFY(browser_.evaluate("document.querySelector('#offers').hidden").toBool());
        browser_.evaluate("window.onbeforeunload = null"); // disables the prompt about unsaved changes
        QVERIFY2(browser_.complaints.isEmpty(), qPrintable(browser_.complaints.join('\n')));
    }

    void a_matrix_of_ones_own_is_read_in_the_page() {
        browser_.open(page("explore", {}));
        QVERIFY(test::comes_true(browser_, "document.documentElement.dataset.started === '1'"));
        const auto drop = [&](const char* text, int looked) {
            browser_.evaluate(
                QStringLiteral(
                    "(() => { const d = new DataTransfer(); d.items.add(new File([%1], 'mine.mtx')); const f = "
                    "document.querySelector('#file'); f.files = d.files; f.dispatchEvent(new Event('change')); })()")
                    .arg(QString::fromStdString(Json(text).dump())));
            return test::comes_true(browser_,
                                    QStringLiteral("document.documentElement.dataset.looked === '%1'").arg(looked));
        };
        const auto verdict = [&] {
            return browser_.evaluate("document.querySelector('.verdict').textContent").toString();
        };
        QVERIFY(drop("%%MatrixMarket matrix coordinate real general\n3 3 4\n1 1 2\n2 2 3\n3 3 4\n3 1 5\n", 2));
        QVERIFY2(verdict().startsWith("3 rows, 3 columns, 4 nonzeros."), qPrintable(verdict()));
        QCOMPARE(browser_.evaluate("document.querySelectorAll('.spy .dot').length").toInt(), 4);
        QVERIFY(browser_.evaluate("document.querySelectorAll('#formats tr').length").toInt() > 5);
        QVERIFY(drop("%%MatrixMarket matrix coordinate real general\n3 3 1\n1 x 2\n", 3));
        QVERIFY2(verdict().contains("line 3"), qPrintable(verdict()));

        // A compressed file is dropped. Files that are too large are rejected by their size; compressed ones while they
        // are being decompressed.
        const auto drop_packed = [&](const char* content, int looked) {
            browser_.evaluate(
                QStringLiteral("new Response(new Blob([%1]).stream().pipeThrough(new CompressionStream('gzip'))).blob()"
                               ".then((packed) => { const d = new DataTransfer(); d.items.add(new File([packed], "
                               "'mine.mtx.gz')); document.querySelector('#drop').dispatchEvent(new DragEvent('drop', "
                               "{ dataTransfer: d, cancelable: true })); })")
                    .arg(QLatin1String(content)));
            return test::comes_true(browser_,
                                    QStringLiteral("document.documentElement.dataset.looked === '%1'").arg(looked));
        };
        QVERIFY(drop_packed("'%%MatrixMarket matrix coordinate real general\\n2 5 1\\n1 1 2\\n'", 4));
        QVERIFY2(verdict().startsWith("2 rows, 5 columns, 1 nonzeros."), qPrintable(verdict()));
        const QString advice = browser_.evaluate("document.querySelector('#advice').textContent").toString();
        QVERIFY2(advice.contains("only lower bounds are known") && advice.contains("based on row lengths only"),
                 qPrintable(advice));
        QVERIFY(drop_packed("new Uint8Array(64000001)", 5));
        QVERIFY2(verdict().startsWith("The uncompressed file exceeds 64,000,000 bytes"), qPrintable(verdict()));
        browser_.evaluate("(() => { const d = new DataTransfer(); d.items.add(new File([new Uint8Array(64000001)], "
                          "'mine.mtx')); const f = document.querySelector('#file'); f.files = d.files; "
                          "f.dispatchEvent(new Event('change')); })()");
        QVERIFY(test::comes_true(browser_, "document.documentElement.dataset.looked === '6'"));
        QVERIFY2(verdict().startsWith("The file has 64,000,001 bytes"), qPrintable(verdict()));
    }

    void a_question_is_answered_in_the_page() {
        browser_.open(page("lesson", {"warp"}));
        QVERIFY(test::comes_true(browser_, "document.documentElement.dataset.started === '1'"));
        const auto answer = [&](const char* said, int answered) {
            browser_.evaluate(
                QStringLiteral("(() => { const f = document.querySelectorAll('form.question')[%2]; "
                               "f.querySelector('input').value = '%1'; f.querySelector('button').click(); })()")
                    .arg(QLatin1String(said))
                    .arg(answered - 1));
            return test::comes_true(browser_,
                                    QStringLiteral("document.documentElement.dataset.answered === '%1'").arg(answered));
        };
        QVERIFY(answer("2", 1)); // 64 rows are two warps, each with one store
        QVERIFY(answer("1000", 2));
        QCOMPARE(
            browser_.evaluate("[...document.querySelectorAll('.told')].slice(0, 2).map((t) => t.textContent[0]).join()")
                .toString(),
            QStringLiteral("✓,✗"));
        QVERIFY(browser_.evaluate("document.querySelector('#score').textContent").toString().startsWith("1 of 2 "));
        QVERIFY2(browser_.complaints.isEmpty(), qPrintable(browser_.complaints.join('\n')));
    }
};

WARPLOOM_TEST(PageAccessibilityTest);
#include "page_accessibility_test.moc"
