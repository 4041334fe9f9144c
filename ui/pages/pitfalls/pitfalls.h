#pragma once

#include "engine/protocol/messages/pitfall.h"
#include "ui/charts/chart_spec.h"

#include <QList>

#include <optional>

namespace warploom::ui {

/// The data in a pitfall's chart. Published rows are always included. Measured or modeled rows are added when the
/// worker has responded.
struct PitfallChart {
    ChartSpec spec;
    Table table;
};

/// A question about the result of a measurement, which is asked before the result is shown. The answer is computed from
/// the measurement.
struct PitfallQuestion {
    QString text;
    /// `within` is the maximum difference between the answer and a correct guess, because times vary.
    int answer = 0, within = 0;
};

/// A way in which measurements can be misleading (cerny2011, appendix). To add a pitfall, add an entry to pitfalls.cpp
/// and its measurement to app/pitfalls/pitfall.cpp.
struct PitfallDemonstration {
    struct Picture {
        QString title; ///< name of the chart in the chart selector, if there are several charts
        /// Creates the chart from the worker's response. Until the response arrives, the name in `answer` is empty.
        /// Rows with missing columns are omitted.
        PitfallChart (*chart)(const protocol::Pitfall& answer);
    };
    QString id; ///< protocol identifier: "clock", "first-run", "precision", "cache-end" or "copies"
    QString title;
    QString text;   ///< explanation of the pitfall in a few sentences
    QString expect; ///< hint about what to look for in the chart
    QList<Picture> pictures;
    /// Creates a question about the worker's response. Returns std::nullopt if the response lacks the required value.
    std::optional<PitfallQuestion> (*question)(const protocol::Pitfall& answer);
};
const QList<PitfallDemonstration>& pitfalls();

} // namespace warploom::ui
