// The engine of pages, asked under node, and a browser that waits.
#pragma once

#include "app/page/page_file.h"
#include "engine/embedded_file.h"
#include "engine/embedded_files.h"
#include "engine/error.h"
#include "engine/protocol/serialization/json.h"
#include "ui/headless_browser.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>
#include <QString>
#include <QThread>

#include <string>
#include <vector>

namespace warploom {
const std::vector<EmbeddedFile>& method_texts();
}

namespace warploom::test {

/// Empty where the engine for pages is there.
inline std::string why_no_engine() {
    try {
        app::find_engine_files();
        return {};
    } catch (const Error& error) { return std::string(error.what()) + " " + error.hint(); }
}

inline QString page_engine_folder() {
    const QString named = qEnvironmentVariable("WARPLOOM_PAGE_ENGINE");
    return named.isEmpty() ? QStringLiteral(WARPLOOM_BINARY_DIR "/../page-engine") : named;
}

/// The test's program lies elsewhere than the programs that look beside themselves.
inline void use_page_engine() {
    if (qEnvironmentVariableIsEmpty("WARPLOOM_PAGE_ENGINE"))
        qputenv("WARPLOOM_PAGE_ENGINE", page_engine_folder().toUtf8());
}

/// Empty where the engine can be asked.
inline std::string why_no_node() {
    if (const std::string why = why_no_engine(); !why.empty()) return why;
    return QStandardPaths::findExecutable("node").isEmpty() ? "node is not there: on Debian, apt install nodejs." : "";
}

/// The line that gives an engine the texts of kernels, as a page does.
inline std::string line_of_texts() {
    Json files = Json::array();
    for (const auto* const list : {&shipped_texts(), &method_texts()})
        for (const EmbeddedFile& file : *list) files.push_back({{"name", file.name}, {"text", file.text}});
    return Json{{"do", "texts"}, {"files", files}}.dump();
}

/// Returns the answer of the engine for pages to each line; fewer answers if it failed.
inline std::vector<std::string> answers_of_node(const std::vector<std::string>& lines) {
    QProcess process;
    process.start(QStandardPaths::findExecutable("node"),
                  {QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/app/page/answer_lines.js"), page_engine_folder()});
    if (!process.waitForStarted()) return {};
    for (const std::string& line : lines) process.write((line + "\n").c_str());
    process.closeWriteChannel();
    if (!process.waitForFinished(560'000)) {
        process.kill();
        process.waitForFinished();
    }
    std::vector<std::string> answers;
    for (const QByteArray& line : process.readAllStandardOutput().split('\n'))
        if (!line.isEmpty()) answers.push_back(line.toStdString());
    if (answers.size() != lines.size()) qWarning("%s", process.readAllStandardError().constData());
    return answers;
}

/// Whether a condition of the page comes true within a minute.
inline bool comes_true(HeadlessBrowser& browser, const QString& condition) {
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < 60'000) {
        if (browser.evaluate(condition).toBool()) return true;
        QThread::msleep(20); // asking takes the page's own time
    }
    qWarning() << condition << browser.evaluate("document.querySelector('.verdict').textContent").toString()
               << browser.complaints;
    return false;
}

/// Puts another text into the page's editor, as typing does.
inline void write_text(HeadlessBrowser& browser, const QString& text) {
    const QByteArray json = QByteArray::fromStdString(Json(text.toStdString()).dump());
    browser.evaluate(QStringLiteral("(() => { const t = document.querySelector('textarea'); t.value = %1; "
                                    "t.dispatchEvent(new Event('input')); })()")
                         .arg(QString::fromUtf8(json)));
}

} // namespace warploom::test
