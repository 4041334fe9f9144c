#include "ui/lesson/course_progress.h"

#include <QSettings>
#include <QStringList>

namespace warploom::ui {

namespace {

const QString finished_key = QStringLiteral("course/finished");

QString keyOf(course::ItemKind kind, const QString& name) {
    return QLatin1String(to_string(kind)) + QLatin1Char(':') + name;
}

} // namespace

bool isFinished(course::ItemKind kind, const QString& name) {
    return QSettings().value(finished_key).toStringList().contains(keyOf(kind, name));
}

void setFinished(course::ItemKind kind, const QString& name) {
    QSettings settings;
    QStringList all = settings.value(finished_key).toStringList();
    const QString key = keyOf(kind, name);
    if (all.contains(key)) return;
    all.append(key);
    settings.setValue(finished_key, all);
}

} // namespace warploom::ui
