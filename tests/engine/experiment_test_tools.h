#pragma once

#include "engine/error.h"
#include "engine/experiment/experiment.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <QTest>

#include <string>

namespace experiment_test {

inline const QString folder = QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/engine/data/experiments");

/// Returns a file of the folder. All invalid files are variants of good.json.
inline std::string text_of(const std::string& name) {
    QFile file(folder + "/" + QString::fromStdString(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

inline warploom::experiment::Experiment good() {
    return warploom::experiment::experiment_from_json(text_of("good.json"), "good.json");
}

inline void write(const QString& path, const std::string& text) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(text));
}

/// Returns "code|message|hint"; empty if nothing was thrown.
template <class Action> QString refusal(const Action& action) {
    try {
        action();
        return {};
    } catch (const warploom::Error& error) {
        return QString::fromStdString(error.code() + "|" + error.what() + "|" + error.hint());
    }
}

/// Returns `text` with `from`, which must occur exactly once, replaced by `to`.
inline std::string with(const std::string& text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos || text.find(from, at + 1) != std::string::npos)
        qFatal("not there once: %s", from.c_str());
    return text.substr(0, at) + to + text.substr(at + from.size());
}

} // namespace experiment_test
