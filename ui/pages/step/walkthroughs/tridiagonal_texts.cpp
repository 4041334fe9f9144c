#include "ui/pages/step/walkthroughs/tridiagonal_walkthrough.h"

#include "ui/pages/step/walkthroughs/step_painting.h"
#include "ui/style/text.h"

namespace warploom::ui {

using walkthrough::Method;
using walkthrough::RowWork;
using walkthrough::StepAction;
using walkthrough::TridiagonalSteps;

namespace {

/// Returns a list of equations such as "e2, e4, e6 and e8", or "e2, e4, …, e64" if there are many.
QString rows_text(const std::vector<RowWork>& work, const QString& letter) {
    QStringList names;
    for (const RowWork& each : work) names << letter + QString::number(each.row + 1);
    if (names.size() > 5) return Text::tr("%1, %2, …, %3").arg(names[0], names[1], names.back());
    if (names.size() < 2) return names.join(QString());
    const QString last = names.takeLast();
    return Text::tr("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

} // namespace

QString methodSentence(const TridiagonalSteps& walk, int step) {
    const int steps = static_cast<int>(walk.steps.size());
    if (step >= steps)
        return Text::tr("%1 finished in step %2. All unknowns have been found.")
            .arg(methodShort(walk.method))
            .arg(steps);
    const walkthrough::Step& now = walk.steps[step];
    const int active = now.active_threads(), idle = walk.threads - active;
    const QString rows = rows_text(now.work, QStringLiteral("e"));
    switch (now.action) {
    case StepAction::eliminate: {
        const RowWork& work = now.work.front();
        if (work.left < 0) return Text::tr("A single thread divides equation e1 by its pivot b1. All other rows wait.");
        return Text::tr("A single thread subtracts k1 = a%2 times e%1 from e%2 and divides the result by the updated "
                        "b%2. The rows below wait.")
            .arg(work.left + 1)
            .arg(work.row + 1);
    }
    case StepAction::reduce: {
        const bool all = walk.method == Method::pcr;
        QStringList text{all ? Text::tr("All rows eliminate their neighbors at distance %1: each row subtracts k1 "
                                        "times its upper neighbor and k2 times its lower neighbor.")
                                   .arg(now.distance)
                             : Text::tr("%1 eliminate their neighbors at distance %2: each row subtracts k1 times its "
                                        "upper neighbor and k2 times its lower neighbor.")
                                   .arg(rows)
                                   .arg(now.distance)};
        if (all && step + 1 == steps)
            text << Text::tr(
                "Each equation now has a single unknown, so one division per row finds all unknowns at the same time.");
        else if (all)
            text << Text::tr("%n interleaved systems remain, and no thread is idle.", nullptr, 2 * now.distance);
        else
            text << (idle == 0 ? Text::tr("All %n threads are active.", nullptr, active)
                               : Text::tr("%1 of %n threads are active.", nullptr, walk.threads).arg(active));
        return paragraph(text);
    }
    case StepAction::solve:
        return now.work.size() == 1
                   ? Text::tr("Only %1 is left, with a single unknown. One thread solves it with one division; %n "
                              "threads are idle.",
                              nullptr, idle)
                         .arg(rows)
                   : Text::tr(
                         "Two equations in two unknowns are left: %1. One thread solves them; %n threads are idle.",
                         nullptr, idle)
                         .arg(rows);
    case StepAction::substitute: break;
    }
    const QString unknowns = rows_text(now.work, QStringLiteral("x"));
    if (walk.method == Method::thomas)
        return Text::tr(
                   "Back substitution: %1 is computed from the unknown below it. The rows above are still waiting.")
            .arg(unknowns);
    return paragraph({Text::tr("Back substitution: %1 are computed from their known neighbors.", nullptr,
                               static_cast<int>(now.work.size()))
                          .arg(unknowns),
                      Text::tr("%1 of %n threads are active.", nullptr, walk.threads).arg(active)});
}

QString methodShortSentence(const TridiagonalSteps& walk, int step) {
    const QString name = methodShort(walk.method);
    const int steps = static_cast<int>(walk.steps.size());
    if (step >= steps) return Text::tr("%1: finished in step %2.").arg(name).arg(steps);
    const walkthrough::Step& now = walk.steps[step];
    const QString rows =
        rows_text(now.work, now.action == StepAction::reduce ? QStringLiteral("e") : QStringLiteral("x"));
    const int active = now.active_threads(), n = walk.threads;
    switch (now.action) {
    case StepAction::reduce:
        if (walk.method == Method::cr)
            return Text::tr("%1: %2 eliminate their neighbors at distance %3 (%4 of %n threads active).", nullptr, n)
                .arg(name, rows)
                .arg(now.distance)
                .arg(active);
        if (step + 1 == steps)
            return Text::tr("%1: each row eliminates its neighbors at distance %2 and finds its unknown (%3 of %n "
                            "threads active).",
                            nullptr, n)
                .arg(name)
                .arg(now.distance)
                .arg(active);
        return Text::tr("%1: each row eliminates its neighbors at distance %2, leaving %3 independent systems (%4 of "
                        "%n threads active).",
                        nullptr, n)
            .arg(name)
            .arg(now.distance)
            .arg(2 * now.distance)
            .arg(active);
    case StepAction::solve:
        return Text::tr("%1: one thread solves the remaining equations for %2 (%3 of %n threads active).", nullptr, n)
            .arg(name, rows)
            .arg(active);
    default: break;
    }
    return Text::tr("%1: back substitution computes %2 from known neighbors (%3 of %n threads active).", nullptr, n)
        .arg(name, rows)
        .arg(active);
}

namespace {

/// Collects the lines of text that describe an elementary step: the formula with symbols, and the formula with values.
class Lines {
public:
    explicit Lines(bool letters) : letters_(letters) {}
    void add(const QString& left, const QString& letters, const QString& numbers, double value) {
        text_ += QStringLiteral("<tr><td style='padding-right:6px'>%1</td><td>= %2</td></tr>").arg(left, letters);
        if (!letters_)
            text_ += QStringLiteral("<tr><td></td><td>= %1%2</td></tr>")
                         .arg(numbers.isEmpty() ? QString() : numbers + QStringLiteral(" = "),
                              QStringLiteral("<b>%1</b>").arg(stepNumber(value)));
    }
    QString html() const { return QStringLiteral("<table cellspacing='0' cellpadding='2'>%1</table>").arg(text_); }

private:
    bool letters_;
    QString text_;
};

QString coloured(const QString& text, const QColor& colour) {
    return QStringLiteral("<span style='color:%1;font-weight:600'>%2</span>").arg(colour.name(), text);
}

QString bracketed(double value) {
    return value < 0 ? QStringLiteral("(%1)").arg(stepNumber(value)) : stepNumber(value);
}

QString equation_html(const walkthrough::Equation& row, int i, bool letters) {
    QString text;
    const auto term = [&](const char* letter, const walkthrough::Coefficient& c, int unknown) {
        if (c.is_zero || unknown < 0) return;
        if (!text.isEmpty()) text += QStringLiteral(" + ");
        text += (letters ? symbolOf(letter, i, c).html() : bracketed(c.value)) +
                QStringLiteral(" <i>x</i><sub>%1</sub>").arg(unknown + 1);
    };
    term("a", row.a, row.left);
    term("b", row.b, i);
    term("c", row.c, row.right);
    return text + QStringLiteral(" = ") + (letters ? symbolOf("h", i, row.h).html() : stepNumber(row.h.value));
}

} // namespace

QString methodFormula(const TridiagonalSteps& walk, int step, int chosen, bool letters, const Colours& colours) {
    const RowWork* work = TridiagonalWalkthrough::shownWork(walk, step, chosen);
    if (work == nullptr) return Text::tr("<p>%1 has finished.</p>").arg(methodShort(walk.method));
    if (chosen >= 0 && work->row != chosen) {
        const walkthrough::Equation& rests = walk.before(step)[static_cast<std::size_t>(chosen)];
        return Text::tr("<p><b>%1, equation e%2</b> is idle in this step.</p>")
                   .arg(methodShort(walk.method))
                   .arg(chosen + 1) +
               (rests.is_solved
                    ? QStringLiteral("<p><i>x</i><sub>%1</sub> = %2</p>").arg(chosen + 1).arg(stepNumber(rests.x))
                    : QStringLiteral("<p>%1</p>").arg(equation_html(rests, chosen, letters)));
    }
    const walkthrough::Equations& rows = walk.before(step);
    const int i = work->row;
    const auto symbol = [](const char* letter, int row, const walkthrough::Coefficient& c) {
        return symbolOf(letter, row, c).html();
    };
    const QString k1 = coloured(QStringLiteral("<i>k</i><sub>1</sub>"), colours.strokeColour(1));
    const QString k2 = coloured(QStringLiteral("<i>k</i><sub>2</sub>"), colours.strokeColour(4));
    const QString x = QStringLiteral("<i>x</i><sub>%1</sub>");
    const walkthrough::Equation &before = work->before, &after = work->after;
    const walkthrough::Equation left = work->left < 0 ? walkthrough::Equation{} : rows[work->left];
    const walkthrough::Equation right = work->right < 0 ? walkthrough::Equation{} : rows[work->right];
    QString html = Text::tr("<p><b>%1, equation e%2</b> (thread t%3)</p>")
                       .arg(methodShort(walk.method))
                       .arg(i + 1)
                       .arg(work->thread);
    if (!before.is_solved) html += QStringLiteral("<p>%1</p>").arg(equation_html(before, i, letters));
    Lines lines(letters);
    const auto times = [](const QString& a, const QString& b) { return a + QChar(0x00b7) + b; };
    const auto division = [&](const QString& k, const char* letter, const walkthrough::Coefficient& of,
                              const walkthrough::Coefficient& by, int row, double value) {
        lines.add(k, symbol(letter, i, of) + QStringLiteral(" / ") + symbol("b", row, by),
                  stepNumber(of.value) + QStringLiteral(" / ") + bracketed(by.value), value);
    };
    const bool has_left = work->left >= 0, has_right = work->right >= 0;
    switch (work->action) {
    case StepAction::reduce: {
        if (has_left) division(k1, "a", before.a, left.b, work->left, work->k1);
        if (has_right) division(k2, "c", before.c, right.b, work->right, work->k2);
        const QString minus = QStringLiteral(" − ");
        if (!after.a.is_zero)
            lines.add(symbol("a", i, after.a), QChar(0x2212) + times(k1, symbol("a", work->left, left.a)),
                      QChar(0x2212) + times(bracketed(work->k1), bracketed(left.a.value)), after.a.value);
        const auto both = [&](const char* letter, const walkthrough::Coefficient& old,
                              const walkthrough::Coefficient& made, const char* letter_left,
                              const walkthrough::Coefficient& from_left, const char* letter_right,
                              const walkthrough::Coefficient& from_right) {
            QString symbols = symbol(letter, i, old), numbers = stepNumber(old.value);
            if (has_left) {
                symbols += minus + times(k1, symbol(letter_left, work->left, from_left));
                numbers += minus + times(bracketed(work->k1), bracketed(from_left.value));
            }
            if (has_right) {
                symbols += minus + times(k2, symbol(letter_right, work->right, from_right));
                numbers += minus + times(bracketed(work->k2), bracketed(from_right.value));
            }
            lines.add(symbol(letter, i, made), symbols, numbers, made.value);
        };
        both("b", before.b, after.b, "c", left.c, "a", right.a);
        if (!after.c.is_zero)
            lines.add(symbol("c", i, after.c), QChar(0x2212) + times(k2, symbol("c", work->right, right.c)),
                      QChar(0x2212) + times(bracketed(work->k2), bracketed(right.c.value)), after.c.value);
        both("h", before.h, after.h, "h", left.h, "h", right.h);
        if (work->solves)
            lines.add(x.arg(i + 1), symbol("h", i, after.h) + QStringLiteral(" / ") + symbol("b", i, after.b),
                      stepNumber(after.h.value) + QStringLiteral(" / ") + bracketed(after.b.value), after.x);
        break;
    }
    case StepAction::eliminate: {
        const QString minus = QStringLiteral(" − "), pivot = QStringLiteral("<i>p</i>");
        double p = before.b.value;
        if (has_left) {
            p -= before.a.value * left.c.value;
            lines.add(k1, symbol("a", i, before.a), {}, work->k1);
            lines.add(pivot, symbol("b", i, before.b) + minus + times(k1, symbol("c", work->left, left.c)),
                      stepNumber(before.b.value) + minus + times(bracketed(work->k1), bracketed(left.c.value)), p);
        } else {
            lines.add(pivot, symbol("b", i, before.b), {}, p);
        }
        if (!after.c.is_zero)
            lines.add(symbol("c", i, after.c), symbol("c", i, before.c) + QStringLiteral(" / ") + pivot,
                      stepNumber(before.c.value) + QStringLiteral(" / ") + bracketed(p), after.c.value);
        if (has_left)
            lines.add(symbol("h", i, after.h),
                      QStringLiteral("(") + symbol("h", i, before.h) + minus +
                          times(k1, symbol("h", work->left, left.h)) + QStringLiteral(") / ") + pivot,
                      QStringLiteral("(") + stepNumber(before.h.value) + minus +
                          times(bracketed(work->k1), bracketed(left.h.value)) + QStringLiteral(") / ") + bracketed(p),
                      after.h.value);
        else
            lines.add(symbol("h", i, after.h), symbol("h", i, before.h) + QStringLiteral(" / ") + pivot,
                      stepNumber(before.h.value) + QStringLiteral(" / ") + bracketed(p), after.h.value);
        break;
    }
    case StepAction::solve:
        if (has_left) {
            division(k1, "a", before.a, left.b, work->left, work->k1);
            lines.add(symbol("b", i, after.b),
                      symbol("b", i, before.b) + QStringLiteral(" − ") + times(k1, symbol("c", work->left, left.c)),
                      stepNumber(before.b.value) + QStringLiteral(" − ") +
                          times(bracketed(work->k1), bracketed(left.c.value)),
                      after.b.value);
            lines.add(symbol("h", i, after.h),
                      symbol("h", i, before.h) + QStringLiteral(" − ") + times(k1, symbol("h", work->left, left.h)),
                      stepNumber(before.h.value) + QStringLiteral(" − ") +
                          times(bracketed(work->k1), bracketed(left.h.value)),
                      after.h.value);
            lines.add(x.arg(i + 1), symbol("h", i, after.h) + QStringLiteral(" / ") + symbol("b", i, after.b),
                      stepNumber(after.h.value) + QStringLiteral(" / ") + bracketed(after.b.value), after.x);
            break;
        }
        [[fallthrough]];
    case StepAction::substitute: {
        QString symbols = symbol("h", i, before.h), numbers = stepNumber(before.h.value);
        const walkthrough::Equations& now = walk.before(step + 1);
        const auto side = [&](const char* letter, const walkthrough::Coefficient& c, int unknown) {
            if (unknown < 0 || c.is_zero) return;
            symbols += QStringLiteral(" − ") + times(symbol(letter, i, c), x.arg(unknown + 1));
            numbers += QStringLiteral(" − ") + times(bracketed(c.value), bracketed(now[unknown].x));
        };
        side("a", before.a, work->left);
        side("c", before.c, work->right);
        if (!before.b.is_one) {
            symbols = QStringLiteral("(%1) / ").arg(symbols) + symbol("b", i, before.b);
            numbers = QStringLiteral("(%1) / ").arg(numbers) + bracketed(before.b.value);
        }
        lines.add(x.arg(i + 1), symbols, numbers, after.x);
        break;
    }
    }
    html += lines.html();
    if (!after.is_solved) html += Text::tr("<p>Remaining equation: %1</p>").arg(equation_html(after, i, letters));
    return html;
}

QString methodTitle(Method method) {
    switch (method) {
    case Method::thomas: return Text::tr("Thomas");
    case Method::cr: return Text::tr("Cyclic reduction (CR)");
    case Method::pcr: break;
    }
    return Text::tr("Parallel cyclic reduction (PCR)");
}

QString methodShort(Method method) {
    return method == Method::thomas ? Text::tr("Thomas") : method == Method::cr ? Text::tr("CR") : Text::tr("PCR");
}

} // namespace warploom::ui
