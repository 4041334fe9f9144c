// Processor time of a browser's pages by thread, which excludes other programs on a busy machine.
#pragma once

#include <QDir>
#include <QFile>
#include <QHash>
#include <QSet>
#include <QString>

namespace warploom::test {

inline QByteArray text_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Returns the milliseconds of all threads by name, over all renderer processes below `ancestor`. The main thread of a
/// page has the name of its program, a worker is a "DedicatedWorker", and compilation threads are a "ThreadPoolForeg".
inline QHash<QString, double> page_threads(qint64 ancestor) {
    QHash<QString, QString> parents;
    const QStringList processes = QDir(QStringLiteral("/proc")).entryList({QStringLiteral("[0-9]*")}, QDir::Dirs);
    for (const QString& process : processes) {
        const QByteArray stat = text_of("/proc/" + process + "/stat");
        const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
        if (fields.size() > 1) parents[process] = QString::fromLatin1(fields[1]);
    }
    const QString first = QString::number(ancestor);
    QHash<QString, double> used;
    for (const QString& process : processes) {
        QString above = process;
        for (int steps = 0; above != first && parents.contains(above) && steps < 20; ++steps) above = parents[above];
        if (above != first || !text_of("/proc/" + process + "/cmdline").contains("--type=renderer")) continue;
        const QString tasks = "/proc/" + process + "/task";
        for (const QString& task : QDir(tasks).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QString name = QString::fromLatin1(text_of(tasks + "/" + task + "/comm").trimmed());
            used[name] += text_of(tasks + "/" + task + "/schedstat").split(' ').first().toDouble() / 1e6;
        }
    }
    return used;
}

/// Returns the time used between two readings, such as "page 98 ms, worker 81 ms, beside them 60 ms".
inline QString used_between(const QHash<QString, double>& before, const QHash<QString, double>& after) {
    double page = 0, worker = 0, beside = 0;
    for (auto each = after.begin(); each != after.end(); ++each) {
        const double ms = each.value() - before.value(each.key());
        if (each.key().startsWith(QLatin1String("DedicatedWorker"))) worker += ms;
        else if (each.key().startsWith(QLatin1String("chrom"))) page += ms;
        else beside += ms;
    }
    return QStringLiteral("page %1 ms, worker %2 ms, beside them %3 ms")
        .arg(page, 0, 'f', 0)
        .arg(worker, 0, 'f', 0)
        .arg(beside, 0, 'f', 0);
}

} // namespace warploom::test
