#include "ui/pages/write/writing.h"

#include <QTime>

namespace warploom::ui {

namespace {

constexpr std::size_t most_versions = 50;

bool isSameTask(const protocol::Check& a, const protocol::Check& b) {
    return a.inputs == b.inputs && a.matrix.hash == b.matrix.hash && a.card == b.card && a.precision == b.precision &&
           a.block == b.block;
}

bool isSameCost(const protocol::CheckCosts& a, const protocol::CheckCosts& b) {
    return a.transactions == b.transactions && a.bytes == b.bytes && a.steps == b.steps &&
           a.bank_passes == b.bank_passes && a.mean_active_lanes == b.mean_active_lanes &&
           a.modelled_ns == b.modelled_ns;
}

} // namespace

void WritePage::Writing::add(const QString& text, const CheckHandle& check) {
    if (check->costs && check->verdict == protocol::CheckVerdict::right) {
        const auto last = std::find_if(versions.rbegin(), versions.rend(), [](const Version& version) {
            return version.check->verdict == protocol::CheckVerdict::right && version.check->costs.has_value();
        });
        if (last == versions.rend() || !isSameTask(*last->check, *check)) before.reset();
        else if (last->text != text && !isSameCost(*last->check->costs, *check->costs)) before = last->check->costs;
    }
    const QString words = tr("%1, %2").arg(QTime::currentTime().toString(QStringLiteral("HH:mm:ss")),
                                           QLatin1String(to_string(check->verdict)));
    if (!versions.empty() && versions.back().text == text) versions.back() = {text, words, check};
    else versions.push_back({text, words, check});
    if (versions.size() > most_versions) versions.erase(versions.begin());
}

} // namespace warploom::ui
