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

/// A question that can be asked before a measurement is shown; the answer comes from the measurement itself.
struct PitfallQuestion {
    QString text;
    int answer = 0, within = 0; ///< how far a guess may be away: times are never the same twice
};

/// One of the ways in which a measurement misleads (cerny2011, appendix). One more is one more entry in pitfalls.cpp,
/// and one in app/pitfalls/pitfall.cpp that measures it.
struct PitfallDemonstration {
    struct Picture {
        QString title; ///< to choose by, where there are several
        /// `answer` is what the worker said; nameless before it did. Columns that are missing leave their rows out.
        PitfallChart (*chart)(const protocol::Pitfall& answer);
    };
    QString id; ///< of the wire: "clock", "first-run", "precision", "cache-end", "copies"
    QString title;
    QString text;   ///< explanation of the pitfall in a few sentences
    QString expect; ///< the expected observation
    QList<Picture> pictures;
    /// Nothing where the answer lacks the asked number.
    std::optional<PitfallQuestion> (*question)(const protocol::Pitfall& answer);
};
const QList<PitfallDemonstration>& pitfalls();

} // namespace warploom::ui
