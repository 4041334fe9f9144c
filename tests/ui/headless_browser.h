#pragma once

#include <QElapsedTimer>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QProcess>
#include <QStandardPaths>
#include <QStringList>
#include <QTemporaryDir>

/// Controls Chromium without a window through a pipe: no port is opened, and only the given file is loaded.
class HeadlessBrowser {
public:
    /// Returns the browser; empty if none is installed. WARPLOOM_CHROMIUM overrides it.
    static QString program() {
        const QString named = qEnvironmentVariable("WARPLOOM_CHROMIUM");
        if (!named.isEmpty()) return named;
        for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
            if (const QString found = QStandardPaths::findExecutable(QLatin1String(name)); !found.isEmpty())
                return found;
        return {};
    }

    ~HeadlessBrowser() {
        if (process_.state() == QProcess::NotRunning) return;
        call("Browser.close");
        if (!process_.waitForFinished(10'000)) process_.kill();
        process_.waitForFinished();
    }

    /// Starts the browser. Returns why it failed; empty if it succeeded. `more` contains further command-line
    /// arguments.
    QString start(const QStringList& more = {}) {
        // The browser reads commands from file descriptor 3 and writes answers to 4.
        QStringList words{QStringLiteral("-c"),
                          QStringLiteral("exec \"$0\" \"$@\" 3<&0 4>&1 >/dev/null 2>/dev/null"),
                          program(),
                          QStringLiteral("--headless"),
                          QStringLiteral("--no-sandbox"),
                          QStringLiteral("--disable-gpu"),
                          QStringLiteral("--disable-dev-shm-usage"),
                          QStringLiteral("--no-first-run"),
                          QStringLiteral("--disable-background-networking"),
                          QStringLiteral("--user-data-dir=") + profile_.path(),
                          QStringLiteral("--remote-debugging-pipe")};
        words += more;
        words += QStringLiteral("about:blank");
        process_.start(QStringLiteral("bash"), words);
        if (!process_.waitForStarted()) return process_.errorString();
        const QString target = call("Target.createTarget", {{"url", "about:blank"}})["targetId"].toString();
        if (target.isEmpty()) return QStringLiteral("the browser does not answer");
        session_ = call("Target.attachToTarget", {{"targetId", target}, {"flatten", true}})["sessionId"].toString();
        for (const char* domain : {"Page.enable", "Network.enable", "Runtime.enable", "Log.enable"}) call(domain);
        return {};
    }

    /// All URLs that the page requested, including its own.
    QStringList requests;
    /// Errors of the page: exceptions in scripts, and violations of its content security policy.
    QStringList complaints;

    qint64 processId() const { return process_.processId(); }

    void open(const QString& file) {
        loaded_ = false;
        call("Page.navigate", {{"url", QStringLiteral("file://") + file}});
        QElapsedTimer timer;
        timer.start();
        while (!loaded_ && timer.elapsed() < 120'000) readSome(); // the machine may be busy
    }
    /// Evaluates an expression and returns its value as JSON; a string "!..." if it fails.
    QJsonValue evaluate(const QString& expression) {
        const QJsonObject answer =
            call("Runtime.evaluate", {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}});
        if (answer.contains(QStringLiteral("exceptionDetails")))
            return QLatin1Char('!') + QString::fromUtf8(QJsonDocument(answer).toJson());
        return answer["result"].toObject()["value"];
    }
    void press(const QString& key) {
        static const QHash<QString, int> codes{{QStringLiteral("ArrowLeft"), 37}, {QStringLiteral("ArrowRight"), 39},
                                               {QStringLiteral("Home"), 36},      {QStringLiteral("End"), 35},
                                               {QStringLiteral("ArrowDown"), 40}, {QStringLiteral("Tab"), 9},
                                               {QStringLiteral("Enter"), 13},     {QStringLiteral(" "), 32}};
        for (const char* type : {"keyDown", "keyUp"}) {
            QJsonObject event{{"type", type}, {"key", key}, {"windowsVirtualKeyCode", codes.value(key)}};
            if (key == QLatin1String("Enter") && type[3] == 'D') event["text"] = QStringLiteral("\r");
            if (key == QLatin1String(" ") && type[3] == 'D') event["text"] = key;
            call("Input.dispatchKeyEvent", event);
        }
    }
    void type(const QString& text) { call("Input.insertText", {{"text", text}}); }
    /// Swipes from one position to another on the page as it is currently painted. All events are sent together: on a
    /// busy machine, waiting for an answer could take so long that the browser recognizes a different gesture.
    void swipe(double from_x, double to_x, double y) {
        picture();
        call("Emulation.setTouchEmulationEnabled", {{"enabled", true}});
        const auto send = [&](const char* type, const QJsonArray& points) {
            return post("Input.dispatchTouchEvent", {{"type", type}, {"touchPoints", points}});
        };
        const auto at = [&](double x) { return QJsonArray{QJsonObject{{"x", x}, {"y", y}}}; };
        QList<int> parts{send("touchStart", at(from_x))};
        for (int i = 1; i <= 4; ++i) parts << send("touchMove", at(from_x + (to_x - from_x) * i / 4));
        parts << send("touchEnd", {});
        for (const int part : std::as_const(parts)) answer(part);
    }
    /// Taps the center of an element. Returns false if it is not visible.
    bool tap(const QString& selector) {
        const QJsonArray at =
            evaluate(QStringLiteral("(() => { const e = document.querySelector('%1'); if (!e) return []; "
                                    "e.scrollIntoView({ block: 'center' }); const r = "
                                    "e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + "
                                    "r.height / 2]; })()")
                         .arg(selector))
                .toArray();
        if (at.size() != 2) return false;
        call("Emulation.setTouchEmulationEnabled", {{"enabled", true}});
        const QJsonArray point{QJsonObject{{"x", at[0]}, {"y", at[1]}}};
        call("Input.dispatchTouchEvent", {{"type", "touchStart"}, {"touchPoints", point}});
        call("Input.dispatchTouchEvent", {{"type", "touchEnd"}, {"touchPoints", QJsonArray{}}});
        return true;
    }
    void setDark(bool on) {
        call("Emulation.setEmulatedMedia", {{"features", QJsonArray{QJsonObject{{"name", "prefers-color-scheme"},
                                                                                {"value", on ? "dark" : "light"}}}}});
    }
    /// Sets the folder for files that the page saves.
    void setDownloads(const QString& folder) {
        call("Page.setDownloadBehavior", {{"behavior", "allow"}, {"downloadPath", folder}});
    }
    void setOffline() {
        call("Network.emulateNetworkConditions",
             {{"offline", true}, {"latency", 0}, {"downloadThroughput", -1}, {"uploadThroughput", -1}});
    }
    void setScripts(bool on) { call("Emulation.setScriptExecutionDisabled", {{"value", !on}}); }
    void setSize(int width, int height) {
        call("Emulation.setDeviceMetricsOverride",
             {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", width < 600}});
    }
    /// Returns a screenshot as PNG.
    QByteArray picture() {
        return QByteArray::fromBase64(call("Page.captureScreenshot")["data"].toString().toLatin1());
    }

private:
    QJsonObject call(const char* method, const QJsonObject& parameters = {}) {
        return answer(post(method, parameters));
    }

    int post(const char* method, const QJsonObject& parameters) {
        const int id = ++last_;
        QJsonObject message{{"id", id}, {"method", method}, {"params", parameters}};
        if (!session_.isEmpty()) message["sessionId"] = session_;
        process_.write(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\0');
        return id;
    }

    QJsonObject answer(int id) {
        QElapsedTimer timer;
        timer.start();
        while (!answers_.contains(id) && timer.elapsed() < 60'000 && process_.state() == QProcess::Running) readSome();
        return answers_.take(id)["result"].toObject();
    }

    void readSome() {
        process_.waitForReadyRead(200);
        buffer_ += process_.readAllStandardOutput();
        for (qsizetype end = buffer_.indexOf('\0'); end >= 0; end = buffer_.indexOf('\0')) {
            const QJsonObject message = QJsonDocument::fromJson(buffer_.left(end)).object();
            buffer_.remove(0, end + 1);
            const QJsonObject parameters = message["params"].toObject();
            const QString method = message["method"].toString();
            if (message.contains(QStringLiteral("id"))) answers_[message["id"].toInt()] = message;
            else if (method == QLatin1String("Page.loadEventFired")) loaded_ = true;
            else if (method == QLatin1String("Network.requestWillBeSent")) {
                const QString url = parameters["request"].toObject()["url"].toString();
                if (!url.startsWith(QLatin1String("data:"))) requests << url; // data URLs are in the page itself
            } else if (method == QLatin1String("Runtime.exceptionThrown") || method == QLatin1String("Log.entryAdded"))
                complaints << QString::fromUtf8(QJsonDocument(parameters).toJson(QJsonDocument::Compact));
        }
    }

    QTemporaryDir profile_;
    QProcess process_;
    QByteArray buffer_;
    QHash<int, QJsonObject> answers_;
    QString session_;
    int last_ = 0;
    bool loaded_ = false;
};
