#pragma once

#include <QCoreApplication>
#include <QStringList>

#include <cstdint>
#include <limits>

namespace warploom::ui {

/// Provides tr() for code outside QObject classes.
class Text {
    Q_DECLARE_TR_FUNCTIONS(warploom::ui::Text)
};

/// Returns the argument of tr() that selects the plural form for `count`. Use this function with "%1" if the number has
/// a special format; otherwise, use "%n". Numbers that do not fit in an int are reduced to a smaller number with the
/// same last six digits, which has the same plural form.
constexpr int pluralOf(std::int64_t count) {
    constexpr std::int64_t digits = 1'000'000;
    return static_cast<int>(count <= std::numeric_limits<int>::max() ? count : digits + count % digits);
}

/// Joins the nonempty sentences with spaces.
inline QString paragraph(QStringList sentences) {
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

} // namespace warploom::ui
