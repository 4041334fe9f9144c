// Experiment results in files, and their comparison.
#pragma once

#include "engine/experiment/result.h"

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QTest>

namespace warploom::test {

inline QByteArray text_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline experiment::Result result_in(const QString& path) {
    return experiment::result_from_text(text_of(path).toStdString(), path.toStdString());
}

/// Checks that two results have the same cells with the same modeled figures, and measured figures in the same cells.
inline void has_the_figures_of(const experiment::Result& whole, const experiment::Result& result) {
    QCOMPARE(result.cells.size(), whole.cells.size());
    QVERIFY(result.is_complete);
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
        const experiment::Cell &a = whole.cells[i], &b = result.cells[i];
        QCOMPARE(b.series, a.series);
        QVERIFY(b.at == a.at);
        QVERIFY(b.modelled.number == a.modelled.number); // same trace, same time
        QCOMPARE(b.measured.number.has_value(), a.measured.number.has_value());
    }
}

} // namespace warploom::test
