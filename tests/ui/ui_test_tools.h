#pragma once

#include "isolate_settings.h"

#include <QCoreApplication>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

/// Shared by the window tests: separate settings, and waiting.
namespace ui_test {

inline bool wait_until(const std::function<bool()>& condition, int limit_ms = 20'000) {
    return QTest::qWaitFor(condition, limit_ms);
}

inline QByteArray contents(const QString& file) {
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

inline QStringList fake_worker(const QString& behaviour) { return {QStringLiteral(WARPLOOM_FAKE_WORKER), behaviour}; }

/// Rows for a test that must hold at every scale: `scale` and whether the theme is `dark`.
inline void add_scales() {
    QTest::addColumn<double>("scale");
    QTest::addColumn<bool>("dark");
    QTest::newRow("100 %") << 1.0 << false;
    QTest::newRow("200 %") << 2.0 << false;
    QTest::newRow("200 %, dark") << 2.0 << true;
}

} // namespace ui_test
