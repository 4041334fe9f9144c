#pragma once

#include "engine/experiment/claims.h"
#include "ui/pages/reproduce/experiment_store.h"

#include <QWidget>

#include <string>
#include <vector>

class QLabel;
class QTableWidget;

namespace warploom::ui {

/// Returns a verdict such as "fails", preceded by a symbol so that users can distinguish verdicts without color.
QString verdictText(experiment::Verdict verdict);
/// Returns a summary such as "The published values confirm 5 of 6 claims.", or an empty string if there are no
/// claims.
QString claimsReading(const std::vector<experiment::ClaimResult>& claims);

/// Shows the claims of a paper and, for each claim, whether the published, modeled and measured values support it.
class ClaimsView : public QWidget {
    Q_OBJECT
public:
    explicit ClaimsView(QWidget* parent = nullptr);

    void setResult(const ResultHandle& result);
    const std::vector<experiment::ClaimResult>& claims() const { return claims_; }
    /// Sets the text above the claims. It contains the paper's conclusion if there is no room for it elsewhere on the
    /// page.
    void setPreface(const QString& html);
    QTableWidget* table() const { return table_; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fill();
    void explain();
    void fitHeight();

    ResultHandle result_;
    std::vector<experiment::ClaimResult> claims_;
    /// Verdicts on the claims in a quick run, computed from all published values.
    std::vector<experiment::ClaimResult> printed_;
    std::string printed_of_; ///< ID of the experiment to which `printed_` belongs
    QTableWidget* table_ = nullptr;
    QLabel *preface_ = nullptr, *why_ = nullptr;
};

} // namespace warploom::ui
