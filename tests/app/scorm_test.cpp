// A SCORM 1.2 package in a minimal runtime: what the page reports, and what it restores.

#include "app/called_engine.h"
#include "app/page/page_answers.h"
#include "app/page/page_file.h"
#include "app/page/scorm.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/made_text.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace warploom;
using namespace warploom::app;

namespace {

/// The SCORM 1.2 API as far as a page may call it, with its errors: 301 before LMSInitialize, 403 for a wrong type, 405
/// for an element that is too long. Values persist, as in a platform. The page is in a frame.
constexpr const char* runtime = R"html(<!doctype html><title>LMS</title><script>
const kept = { 'cmi.core.student_name': 'Lovelace, Ada', 'cmi.core.lesson_status': 'not attempted', 'cmi.suspend_data': '' };
let running = false, error = '0', commits = 0, finishes = 0, refused = [];
const fail = (code, name) => { error = code; refused.push(code + ' ' + name); return 'false'; };
window.API = {
  LMSInitialize: (none) => { if (running || none !== '') return fail('101', 'LMSInitialize'); running = true; return 'true'; },
  LMSGetValue: (name) => { if (!running) { fail('301', name); return ''; } error = '0'; return kept[name] === undefined ? '' : kept[name]; },
  LMSSetValue: (name, value) => {
    if (!running) return fail('301', name);
    if (typeof value !== 'string') return fail('405', name);
    if (name.startsWith('cmi.core.score.') && !(Number(value) >= 0 && Number(value) <= 100)) return fail('405', name);
    if (name === 'cmi.core.lesson_status' && !['passed', 'completed', 'failed', 'incomplete', 'browsed'].includes(value)) return fail('405', name);
    if (name === 'cmi.suspend_data' && value.length > 4096) return fail('405', name);
    if (name === 'cmi.core.session_time' && !/^\d{4}:\d\d:\d\d$/.test(value)) return fail('405', name);
    if (name === 'cmi.core.student_name') return fail('403', name);
    kept[name] = value; error = '0'; return 'true';
  },
  LMSCommit: () => { ++commits; return running ? 'true' : fail('301', 'LMSCommit'); },
  LMSFinish: () => { if (!running) return fail('301', 'LMSFinish'); running = false; ++finishes; return 'true'; },
  LMSGetLastError: () => error, LMSGetErrorString: () => '', LMSGetDiagnostic: () => '',
};
function openAgain() { document.querySelector('iframe').remove(); const frame = document.createElement('iframe'); frame.src = 'index.html'; document.body.append(frame); }
</script><body><iframe src="index.html" width="1000" height="700"></iframe></body>)html";

std::string read_file(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

bool unpack(const QString& zip, const QString& folder) {
    QProcess process;
    process.start("python3", {"-m", "zipfile", "-e", zip, folder});
    return process.waitForFinished(60'000) && process.exitCode() == 0;
}

} // namespace

class ScormTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::use_page_engine(); }

    void the_manifest_names_one_activity_and_its_page() {
        QTemporaryDir folder;
        QFile zip(folder.filePath("a.zip"));
        QVERIFY(zip.open(QIODevice::WriteOnly));
        zip.write(QByteArray::fromStdString(scorm_package("a-b", "Rows & \"warps\"", "<p>page</p>")));
        zip.close();
        QVERIFY(unpack(zip.fileName(), folder.path()));
        QCOMPARE(read_file(folder.filePath("index.html")), std::string("<p>page</p>"));
        QXmlStreamReader reader(QByteArray::fromStdString(read_file(folder.filePath("imsmanifest.xml"))));
        QString version, type, page, reference, resource, title;
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement) {
                const auto attributes = reader.attributes();
                if (reader.name() == QLatin1String("item")) reference = attributes.value("identifierref").toString();
                if (reader.name() == QLatin1String("resource")) {
                    resource = attributes.value("identifier").toString();
                    page = attributes.value("href").toString();
                    type = attributes.value("http://www.adlnet.org/xsd/adlcp_rootv1p2", "scormtype").toString();
                }
                if (reader.name() == QLatin1String("schemaversion")) version = reader.readElementText();
                else if (reader.name() == QLatin1String("title")) title = reader.readElementText();
            }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(version, QStringLiteral("1.2"));
        QCOMPARE(type, QStringLiteral("sco"));
        QCOMPARE(page, QStringLiteral("index.html"));
        QCOMPARE(reference, resource);
        QCOMPARE(title, QStringLiteral("Rows & \"warps\""));
    }

    void a_platform_gets_points_status_and_the_text_and_gives_it_back() {
        if (const std::string why = test::why_no_engine(); !why.empty()) QSKIP(why.c_str());
        if (HeadlessBrowser::program().isEmpty()) QSKIP("chromium is not there.");
        QTemporaryDir folder;
        const QString zip = folder.filePath("package.zip");
        const auto called = test::call_engine(
            {"page", "exercise", "--exercise", "ell-side-by-side,warp-a-row", "--scorm", "--out", zip});
        QVERIFY2(called.status == 0, qPrintable(called.error));
        QVERIFY(unpack(zip, folder.path()));
        QFile lms(folder.filePath("lms.html"));
        QVERIFY(lms.open(QIODevice::WriteOnly));
        lms.write(runtime);
        lms.close();
        HeadlessBrowser browser;
        // Pages opened from disk have different origins; those of a platform do not.
        const QString why_not = browser.start({QStringLiteral("--allow-file-access-from-files")});
        if (!why_not.isEmpty()) QSKIP(qPrintable("chromium does not start: " + why_not));
        browser.open(folder.filePath("lms.html"));
        const QString in_page = "document.querySelector('iframe').contentDocument.";
        const auto kept = [&](const char* name) {
            return browser.evaluate(QStringLiteral("kept['cmi.%1']").arg(QLatin1String(name))).toString();
        };
        const auto comes = [&](const QString& condition) {
            QElapsedTimer timer;
            timer.start();
            while (timer.elapsed() < 60'000)
                if (browser.evaluate(condition).toBool()) return true;
            qWarning() << condition << browser.evaluate("JSON.stringify([kept, refused, commits])").toString()
                       << browser.complaints;
            return false;
        };
        QVERIFY(comes("kept['cmi.core.score.raw'] === '0' && commits === 1"));
        QCOMPARE(kept("core.lesson_status"), QStringLiteral("incomplete"));
        QCOMPARE(browser.evaluate(in_page + "querySelector('#who').value").toString(), QStringLiteral("Ada Lovelace"));

        const exercise::Exercise first = exercise::find_exercise("ell-side-by-side"),
                                 second = exercise::find_exercise("warp-a-row");
        const std::string path = WARPLOOM_SOURCE_DIR "/tests/app/exercises/ell-side-by-side/reference.cu";
        const std::string reference = exercise::made_text(read_file(QString::fromStdString(path)), path, first.starter);
        const QString share =
            QString::number(std::round(10000 * first.points() / (first.points() + second.points())) / 100, 'g', 6);
        const auto write = [&](const std::string& text) {
            browser.evaluate(QStringLiteral("(() => { const t = %1querySelector('textarea'); t.value = %2; "
                                            "t.dispatchEvent(new Event('input')); })()")
                                 .arg(in_page, QString::fromStdString(Json(text).dump())));
        };
        write(reference);
        QVERIFY(comes("kept['cmi.core.score.raw'] === '" + share + "'"));
        QCOMPARE(kept("core.lesson_status"), QStringLiteral("incomplete")); // the other exercise is not finished
        const int length = browser.evaluate("kept['cmi.suspend_data'].length").toInt();
        QVERIFY2(length > 100 && length <= 4096, qPrintable(QString::number(length)));

        // Submitting finishes the second one, too.
        browser.evaluate(in_page + "querySelectorAll('nav button')[1].click()");
        QVERIFY(comes(in_page + "documentElement.dataset.verdicts === '3'"));
        browser.evaluate(in_page + "querySelector('#hand-in button').click()");
        QVERIFY(comes("kept['cmi.core.lesson_status'] === 'completed'"));
        QCOMPARE(kept("core.score.raw"), share); // submitting does not give points

        // When opened again, it restores the source and the selected exercise.
        browser.evaluate("openAgain()");
        QVERIFY(comes("finishes === 1 && running"));
        QVERIFY(comes(in_page + "documentElement.dataset.verdicts === '1'"));
        QCOMPARE(browser.evaluate(in_page + "querySelector('nav [aria-current=true]').textContent").toString(),
                 QString::fromStdString(second.title));
        browser.evaluate(in_page + "querySelectorAll('nav button')[0].click()");
        QCOMPARE(browser.evaluate(in_page + "querySelector('textarea').value").toString().toStdString(), reference);
        QCOMPARE(kept("core.exit"), QStringLiteral("suspend"));

        // A source that does not fit in 4,096 characters is omitted, but the points are kept.
        std::string noise = reference;
        std::uint32_t random = 1;
        for (int i = 0; i < 12'000; ++i) {
            random = random * 1664525U + 1013904223U;
            if (i % 100 == 0) noise += "\n// ";
            noise += static_cast<char>('!' + (random >> 16) % 90);
        }
        write(noise);
        QVERIFY(
            comes(in_page + "querySelector('#platform').textContent.includes('too long for the platform to store')"));
        QVERIFY(browser.evaluate("kept['cmi.suspend_data'].length").toInt() <= 4096);
        QCOMPARE(kept("core.score.raw"), share);
        QCOMPARE(browser.evaluate("refused.join()").toString(), QString());
        QVERIFY2(browser.complaints.isEmpty(), qPrintable(browser.complaints.join('\n')));
    }
};

WARPLOOM_TEST(ScormTest);
#include "scorm_test.moc"
