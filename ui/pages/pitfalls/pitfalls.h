#pragma once

#include "engine/protocol/messages/pitfall.h"
#include "ui/charts/chart_spec.h"

#include <QList>

#include <optional>

namespace warploom::ui {

/// The data of a chart: published rows always, measured or modeled rows as soon as the worker has responded.
struct PitfallChart {
    ChartSpec spec;
    Table table;
};

/// A question that can be asked before a measurement is shown. The answer comes from the measurement.
struct PitfallQuestion {
    QString text;
    int answer = 0, within = 0; ///< tolerance of a guess, because times vary
};

/// A way in which measurements can mislead (cerny2011, appendix). To add one, add an entry in pitfalls.cpp and one in
/// app/pitfalls/pitfall.cpp that measures it.
struct PitfallDemonstration {
    struct Picture {
        QString title; ///< title for the selection if there are several
        /// `answer` is the worker's result; its name is empty before there is one. Rows with missing columns are
        /// omitted.
        PitfallChart (*chart)(const protocol::Pitfall& answer);
    };
    QString id; ///< protocol identifier: "clock", "first-run", "precision", "cache-end", "copies"
    QString title;
    QString text;   ///< explanation of the pitfall in a few sentences
    QString expect; ///< the expected observation
    QList<Picture> pictures;
    /// Returns std::nullopt if the answer does not contain the number.
    std::optional<PitfallQuestion> (*question)(const protocol::Pitfall& answer);
};
const QList<PitfallDemonstration>& pitfalls();

} // namespace warploom::ui
