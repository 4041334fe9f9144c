#include "ui/pages/write/proposal_bar.h"

#include "engine/error.h"
#include "engine/proposal/proposal.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <QLabel>
#include <QPushButton>

namespace warploom::ui {

ProposalBar::ProposalBar(QWidget* parent) : QFrame(parent), words_(sentenceLabel("")) {
    setObjectName(QStringLiteral("writeProposal"));
    setFrameShape(QFrame::StyledPanel);
    add_ =
        named(new QPushButton(tr("Add proposed lines")), "writeAddProposal", tr("Add the proposed lines"), QString());
    inRow(this, {{words_, 1}, add_}, -1, {9, 9, 9, 9});
    connect(add_, &QPushButton::clicked, this, [this] {
        hide();
        emit accepted(proposed_);
    });
    hide();
}

void ProposalBar::setSource(const QString& text) {
    const std::string source = text.toStdString();
    const bool is_needed = proposal::needs_proposal(source);
    if (is_needed) {
        try {
            const proposal::Proposal made = proposal::propose(source);
            proposed_ = QString::fromStdString(made.source);
            words_->setText(made.is_complete
                                ? tr("This source has no function run. Warploom can add it, based on your kernel.")
                                : tr("This source has no function run. Warploom can add it, but you must write the "
                                     "function expected, which computes the correct result."));
            QStringList guesses;
            for (const std::string& guess : made.guesses) guesses += toQString(guess);
            add_->setToolTip(guesses.join(QLatin1Char('\n')));
            add_->show();
        } catch (const Error& error) {
            proposed_.clear();
            words_->setText(toQString(error.what()) + QLatin1Char(' ') + toQString(error.hint()));
            add_->hide();
        }
    }
    setVisible(is_needed);
}

} // namespace warploom::ui
