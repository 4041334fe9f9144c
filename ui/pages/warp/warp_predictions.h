#pragma once

#include "ui/components/warp/step_question.h"
#include "ui/pages/warp/comparison/pair_question.h"

#include <QObject>

#include <memory>
#include <set>
#include <variant>

class QToolButton;

namespace warploom::ui {

class QuestionStrip;
class Session;

/// Prediction mode of the Warp page, which asks a question about a step or a comparison before showing it. Records the
/// answers in the session.
class WarpPredictions : public QObject {
    Q_OBJECT
public:
    WarpPredictions(Session& session, QObject* parent);

    QToolButton* button() const { return button_; } ///< Returns the toggle button for prediction mode.
    QuestionStrip* strip() const { return strip_; }
    static bool isSetting(const QString& key);
    /// Sets whether steps that show something new stay hidden until the user makes a prediction.
    void setOn(bool on);
    /// Returns whether a step stays hidden until the user answers the question about it.
    bool isHidden(const WarpAnalysis& analysis, int step) const;
    /// Returns whether a comparison stays hidden until the user answers the question about it. `name` identifies the
    /// comparison.
    bool isPairHidden(const QString& name) const;
    bool isAsking() const;

    /// Asks the question about a hidden step.
    void askStep(const std::shared_ptr<const WarpAnalysis>& analysis, int step);
    /// Asks which side of a comparison costs less, and by what factor. A question that is already open stays open.
    void askPair(const QString& name, const PairQuestion& question);
    void close();       ///< closes the question
    void forgetSteps(); ///< asks the questions about the steps of the trace again

signals:
    /// Emitted when the user has answered. The page then shows the step or the comparison.
    void revealed();

private:
    struct AskedStep {
        std::shared_ptr<const WarpAnalysis> analysis;
        int step = 0;
    };
    struct AskedPair {
        QString name;
        PairQuestion question;
        /// Answer to the first question, while the second question, which asks for the factor, is open. Empty at all
        /// other times.
        QString side;
    };
    void answered(const QString& said);
    void answer(const AskedStep& asked, const QString& said);
    void answer(AskedPair asked, const QString& said);

    Session& session_;
    QToolButton* button_ = nullptr;
    QuestionStrip* strip_ = nullptr;
    std::set<int> seen_;           ///< steps whose question has been answered
    std::set<QString> seen_pairs_; ///< names of the comparisons whose question has been answered
    std::variant<std::monostate, AskedStep, AskedPair> asked_; ///< open question
};

} // namespace warploom::ui
