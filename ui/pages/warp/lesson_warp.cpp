#include "ui/components/warp/walkthrough_warp.h"

#include <QHash>

namespace warploom::ui {

QString walkthroughOfKernel(const QString& operation, const QString& kernel) {
    static const QHash<QString, QString> lessons{
        {QStringLiteral("tridiagonal thomas-gpu"), QStringLiteral("thomas")},
        {QStringLiteral("tridiagonal cr"), QStringLiteral("cr")},
        {QStringLiteral("tridiagonal pcr"), QStringLiteral("pcr")},
        {QStringLiteral("ata tiled"), QStringLiteral("ata")},
    };
    return lessons.value(operation + QLatin1Char(' ') + kernel.section(QLatin1Char('@'), 0, 0));
}

} // namespace warploom::ui
