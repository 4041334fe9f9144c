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
    PairQuestion question;
    const QString first = view.title(0), second = view.title(1), count = shortCount(work);
    const int n = pluralOf(work);
    if (is_sparse && is_cards)
        question.text =
            Text::tr("%1 and %2 process the same %3 nonzeros. Which one will fetch fewer bytes?", nullptr, n)
                .arg(first, second, count);
    else if (is_sparse)
        question.text =
            Text::tr("%1 and %2 process the same %3 nonzeros. Which one will need fewer transactions?", nullptr, n)
                .arg(first, second, count);
    else if (is_cards)
        question.text =
            Text::tr("%1 and %2 process the same rows. Which one will fetch fewer bytes?").arg(first, second);
    else
        question.text =
            Text::tr("%1 and %2 process the same rows. Which one will need fewer transactions?").arg(first, second);
    question.choices = {view.title(0), view.title(1), Text::tr("no difference")};
    question.answer = question.choices[left == right ? 2 : left < right ? 0 : 1];
    const QString left_count = countText(left), right_count = countText(right);
    question.because = is_cards ? Text::tr("%1 versus %2 bytes").arg(left_count, right_count)
                                : Text::tr("%1 versus %2 transactions").arg(left_count, right_count);
    const std::int64_t fewer = std::min(left, right), more = std::max(left, right);
    if (fewer == 0) return question;
    question.factor = static_cast<double>(more) / static_cast<double>(fewer);
    question.how_much =
        is_cards
            ? Text::tr("By what factor do the bytes fetched by %1 and %2 differ? Answers within 25% are accepted.")
                  .arg(first, second)
            : Text::tr("By what factor do the transaction counts of %1 and %2 differ? Answers within 25% are accepted.")
                  .arg(first, second);
    if (left == right) return question;
    const QString factor = valueText(question.factor, 3);
    question.because = is_cards
                           ? Text::tr("%1 versus %2 bytes, a factor of %3").arg(left_count, right_count, factor)
                           : Text::tr("%1 versus %2 transactions, a factor of %3").arg(left_count, right_count, factor);
    return question;
}

bool PairQuestion::isRightFactor(const QString& said) const {
    bool is_number = false;
    const double guess = QString(said).replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&is_number);
    return is_number && std::abs(guess - factor) <= within * factor;
}

} // namespace warploom::ui
