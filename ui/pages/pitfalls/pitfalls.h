#pragma once

#include "engine/protocol/messages/pitfall.h"
#include "ui/charts/chart_spec.h"

#include <QList>

#include <optional>

namespace warploom::ui {

/// The data of a chart. Published rows are always included, and measured or modeled rows as soon as the worker has
/// responded.
struct PitfallChart {
    ChartSpec spec;
    Table table;
};

/// A question that can be asked before a measurement is shown. The measurement gives the answer.
struct PitfallQuestion {
    QString text;
    int answer = 0, within = 0; ///< `within` is the tolerance of a guess, because times vary
};

/// A way in which measurements can mislead (cerny2011, appendix). To add one, add an entry in pitfalls.cpp, and one in
/// app/pitfalls/pitfall.cpp that measures it.
struct PitfallDemonstration {
    struct Picture {
        QString title; ///< the title for the selection if there are several charts
        /// `answer` is the result of the worker; its name is empty before there is a result. Rows with missing columns
        /// are omitted.
        PitfallChart (*chart)(const protocol::Pitfall& answer);
    };
    QString id; ///< protocol identifier: "clock", "first-run", "precision", "cache-end" or "copies"
    QString title;
    QString text;   ///< explains the pitfall in a few sentences
    QString expect; ///< the expected observation
    QList<Picture> pictures;
    /// Returns std::nullopt if the answer does not contain the number.
    std::optional<PitfallQuestion> (*question)(const protocol::Pitfall& answer);
};
const QList<PitfallDemonstration>& pitfalls();

} // namespace warploom::ui
