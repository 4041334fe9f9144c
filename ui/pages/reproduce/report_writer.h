#pragma once

#include "engine/experiment/result.h"

#include <QString>
#include <QStringList>

#include <functional>

namespace warploom::ui {

/// Writes a result's page, pictures and numbers into a folder (made if needed) and returns the files. Throws Error.
using ReportWriter = std::function<QStringList(const experiment::Result& result, const QString& folder)>;

/// The page's text is made where kernels and window meet, above this layer: the program gives the function at its start.
void setReportWriter(ReportWriter writer);
const ReportWriter& reportWriter(); ///< empty before

} // namespace warploom::ui
