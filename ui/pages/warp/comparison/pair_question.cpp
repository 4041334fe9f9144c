#include "ui/pages/warp/comparison/pair_question.h"

#include "ui/style/number_text.h"
#include "ui/style/text.h"

#include <algorithm>
#include <cmath>

namespace warploom::ui {

PairQuestion pairQuestion(const BesideView& view) {
    const bool is_cards = view.scored(0).analysis().card().id != view.scored(1).analysis().card().id;
    const bool is_sparse = view.unit() == WorkDone::Unit::nonzeros;
    const auto asked = [&](int side) {
        const WarpScore& all = view.scored(side).all();
        return is_cards ? all.bytes_fetched : all.transactions;
    };
    const std::int64_t left = asked(0), right = asked(1), work = view.scored(0).all().work;
    const QString what = is_cards ? Text::tr("bytes") : Text::tr("transactions");
    PairQuestion question;
    const QString pair =
        Text::tr("%1 and %2, for the same %3")
            .arg(view.title(0), view.title(1), is_sparse ? counted(work, "nonzero", "nonzeros") : Text::tr("rows"));
    question.text = Text::tr("%1: which of them will need fewer %2?").arg(pair, what);
    question.choices = {view.title(0), view.title(1), Text::tr("as many")};
    question.answer = question.choices[left == right ? 2 : left < right ? 0 : 1];
    const QString figures = Text::tr("%1 and %2 %3").arg(countText(left), countText(right), what);
    question.because = figures;
    const std::int64_t fewer = std::min(left, right), more = std::max(left, right);
    if (fewer == 0) return question;
    question.factor = static_cast<double>(more) / static_cast<double>(fewer);
    question.how_much =
        Text::tr("%1: how many times as many %2 will the other one need? Within 25 % is correct.").arg(pair, what);
    if (left != right) question.because = Text::tr("%1: %2 times as many").arg(figures, valueText(question.factor, 3));
    return question;
}

bool PairQuestion::isRightFactor(const QString& said) const {
    bool is_number = false;
    const double guess = QString(said).replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&is_number);
    return is_number && std::abs(guess - factor) <= within * factor;
}

} // namespace warploom::ui
