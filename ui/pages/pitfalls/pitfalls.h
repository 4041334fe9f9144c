#pragma once

#include "engine/protocol/messages/pitfall.h"
#include "ui/charts/chart_spec.h"

#include <QList>

#include <optional>

namespace warploom::ui {

/// Data of a chart. Published rows are always included. Measured or modeled rows are added when the worker has
/// responded.
struct PitfallChart {
    ChartSpec spec;
    Table table;
};

/// A question to ask before the result of a measurement is shown. The answer is computed from the measurement.
struct PitfallQuestion {
    QString text;
    int answer = 0, within = 0; ///< `within` is the tolerance for predictions, because times vary
};

/// A way in which measurements can be misleading (cerny2011, appendix). To add one, add an entry to pitfalls.cpp and
/// its measurement to app/pitfalls/pitfall.cpp.
struct PitfallDemonstration {
    struct Picture {
        QString title; ///< name in the chart selector, if there are several charts
        /// `answer` is the worker's response; its name is empty until the response arrives. Rows with missing columns
        /// are omitted.
        PitfallChart (*chart)(const protocol::Pitfall& answer);
    };
    QString id; ///< protocol identifier: "clock", "first-run", "precision", "cache-end" or "copies"
    QString title;
    QString text;   ///< explanation of the pitfall in a few sentences
    QString expect; ///< what to look for in the chart
    QList<Picture> pictures;
    /// Returns std::nullopt if `answer` lacks the required value.
    std::optional<PitfallQuestion> (*question)(const protocol::Pitfall& answer);
};
const QList<PitfallDemonstration>& pitfalls();

} // namespace warploom::ui
