// The page engine under Node.js, and a headless browser that waits for conditions.
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

/// Returns why the page engine is not available; empty if it is.
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

/// The test executable is not in the folder where the page engine is searched for.
inline void use_page_engine() {
    if (qEnvironmentVariableIsEmpty("WARPLOOM_PAGE_ENGINE"))
        qputenv("WARPLOOM_PAGE_ENGINE", page_engine_folder().toUtf8());
}

/// Returns why the page engine cannot be run under Node.js; empty if it can.
inline std::string why_no_node() {
    if (const std::string why = why_no_engine(); !why.empty()) return why;
    return QStandardPaths::findExecutable("node").isEmpty() ? "node is not there: on Debian, apt install nodejs." : "";
}

/// Returns the request that sends the kernel sources to an engine, as a page does.
inline std::string line_of_texts() {
    Json files = Json::array();
    for (const auto* const list : {&shipped_texts(), &method_texts()})
        for (const EmbeddedFile& file : *list) files.push_back({{"name", file.name}, {"text", file.text}});
    return Json{{"do", "texts"}, {"files", files}}.dump();
}

/// Returns the answer of the page engine to each line; fewer answers if it failed.
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

/// Returns whether a condition in the page becomes true within a minute.
inline bool comes_true(HeadlessBrowser& browser, const QString& condition) {
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < 60'000) {
        if (browser.evaluate(condition).toBool()) return true;
        QThread::msleep(20); // evaluating the condition slows down the page
    }
    qWarning() << condition << browser.evaluate("document.querySelector('.verdict').textContent").toString()
               << browser.complaints;
    return false;
}

/// Replaces the text in the page's editor, as typing does.
inline void write_text(HeadlessBrowser& browser, const QString& text) {
    const QByteArray json = QByteArray::fromStdString(Json(text.toStdString()).dump());
    browser.evaluate(QStringLiteral("(() => { const t = document.querySelector('textarea'); t.value = %1; "
                                    "t.dispatchEvent(new Event('input')); })()")
                         .arg(QString::fromUtf8(json)));
}

} // namespace warploom::test
