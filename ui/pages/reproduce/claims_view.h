#pragma once

#include "engine/experiment/claims.h"
#include "ui/pages/reproduce/experiment_store.h"

#include <QWidget>

#include <string>
#include <vector>

class QLabel;
class QTableWidget;

namespace warploom::ui {

/// Returns the verdict, such as "fails", with a symbol, so that it does not depend on color.
QString verdictText(experiment::Verdict verdict);
/// Returns text such as "Claims that hold: 5 of 6 as published, 4 of 6 modelled.", or an empty string if there are no
/// claims.
QString claimsReading(const std::vector<experiment::ClaimResult>& claims);

/// The claims of the paper, and whether the values of each column support them.
class ClaimsView : public QWidget {
    Q_OBJECT
public:
    explicit ClaimsView(QWidget* parent = nullptr);

    void setResult(const ResultHandle& result);
    const std::vector<experiment::ClaimResult>& claims() const { return claims_; }
    /// Sets a text above the claims: the conclusion of the paper, if the page has no space for it.
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
    std::vector<experiment::ClaimResult> printed_; ///< verdicts based on all published values, for quick runs
    std::string printed_of_;                       ///< the ID of the experiment
    QTableWidget* table_ = nullptr;
    QLabel *preface_ = nullptr, *why_ = nullptr;
};

} // namespace warploom::ui
