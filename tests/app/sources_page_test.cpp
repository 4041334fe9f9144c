// Checks docs/sources.md: every name in it must exist, and every missing topic must have a reason. Each claim that
// fails in docs/results/fidelity.md must be explained in docs/results/one-change.md.

#include "engine/error.h"
#include "engine/experiment/cells.h"
#include "engine/experiment/experiment.h"
#include "kernels/machine/machine.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMap>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace warploom;

namespace {

const QDir root(WARPLOOM_SOURCE_DIR);

QString text_of(const QString& path) {
    QFile file(root.filePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// A row of a table on the page.
struct Item {
    int line = 0;
    QString location, topic, status, in_warploom;
};

QList<Item> items_of(const QString& page) {
    QList<Item> items;
    int number = 0;
    for (const QString& line : page.split('\n')) {
        ++number;
        if (!line.startsWith("| ") || line.startsWith("| location |") || line.startsWith("| --- ")) continue;
        const QStringList cells = line.split(" | ");
        if (cells.size() == 4)
            items << Item{number, cells[0].mid(2).trimmed(), cells[1].trimmed(), cells[2].trimmed(),
                          QString(cells[3]).remove(QRegularExpression("\\s*\\|$")).trimmed()};
        else items << Item{number, line, {}, {}, {}};
    }
    return items;
}

QStringList names_in(const QString& cell) {
    static const QRegularExpression code("`([^`]+)`");
    QStringList names;
    auto matches = code.globalMatch(cell);
    while (matches.hasNext()) names << matches.next().captured(1);
    return names;
}

bool has_claim(const experiment::Experiment& experiment, const QString& id) {
    return std::any_of(experiment.claims.begin(), experiment.claims.end(),
                       [&](const auto& claim) { return claim.id == id.toStdString(); });
}

/// Returns the anchor of a heading: lowercase, with hyphens for spaces and without punctuation.
QString anchor_of(const QString& heading) {
    QString anchor = heading.toLower();
    anchor.remove(QRegularExpression("[^\\w\\- ]", QRegularExpression::UseUnicodePropertiesOption));
    return anchor.replace(' ', '-');
}

bool has_anchor(const QString& page, const QString& anchor) {
    const auto lines = page.split('\n');
    return std::any_of(lines.begin(), lines.end(), [&](const QString& line) {
        return line.startsWith('#') && anchor_of(line.section(' ', 1)) == anchor;
    });
}

const experiment::Experiment* experiment_of(const QString& name) {
    for (const auto& experiment : experiment::own_experiments())
        if (experiment.id == name.section('#', 0, 0).toStdString()) return &experiment;
    return nullptr;
}

bool is_at(const experiment::Cell& cell, const std::vector<std::pair<std::string, std::string>>& where) {
    return std::all_of(where.begin(), where.end(), [&](const auto& wanted) {
        const std::string bound = experiment::value_of(cell.at, wanted.first);
        return bound.empty() || bound == wanted.second;
    });
}

/// Returns whether each series of the chart has a matching cell.
bool is_drawable(const experiment::Experiment& experiment, const experiment::ChartWish& chart) {
    const auto cells = experiment::expand(experiment, false);
    return std::all_of(chart.series.begin(), chart.series.end(), [&](const std::string& id) {
        return std::any_of(cells.begin(), cells.end(),
                           [&](const auto& cell) { return cell.series == id && is_at(cell, chart.where); });
    });
}

/// Returns why a reference such as "`experiment` (chart *title*)" or "(series *title*)" is invalid; empty if all are
/// valid.
QString unknown_parts(const QString& cell) {
    static const QRegularExpression part("`([^`]+)` \\((chart|series) \\*([^*]+)\\*\\)");
    auto matches = part.globalMatch(cell);
    while (matches.hasNext()) {
        const auto match = matches.next();
        const auto* const experiment = experiment_of(match.captured(1));
        const std::string title = match.captured(3).toStdString();
        if (experiment == nullptr) return match.captured(1) + ": there is no such experiment";
        const bool is_there =
            match.captured(2) == "series"
                ? std::any_of(experiment->series.begin(), experiment->series.end(),
                              [&](const auto& series) { return series.title == title; })
                : std::any_of(experiment->charts.begin(), experiment->charts.end(), [&](const auto& chart) {
                      return chart.title == title && is_drawable(*experiment, chart);
                  });
        if (!is_there) return match.captured(0) + ": there is no such " + match.captured(2);
    }
    return {};
}

/// Returns whether a name refers to something that users can see: a claim, a chart, a kernel, a card or a page.
/// Documents and other source files do not count.
bool shows(const QString& name) {
    if (const auto* const experiment = experiment_of(name)) return name.contains('#') || !experiment->charts.empty();
    for (const char* start : {"paper:", "Step ", "datasets/cards/", "datasets/lessons/", "datasets/exercises/",
                              "datasets/published/", "ui/components/", "ui/pages/", "kernels/wrong/", "app/pitfalls/"})
        if (name.startsWith(start)) return true;
    return name.contains(' '); // an operation and its kernel
}

/// Returns why a name on the page is invalid; empty if it is valid.
QString unknown(const QString& name) {
    const auto& experiments = experiment::own_experiments();
    const QString id = name.section('#', 0, 0), claim = name.section('#', 1);
    for (const auto& experiment : experiments)
        if (experiment.id == id.toStdString())
            return claim.isEmpty() || has_claim(experiment, claim) ? QString() : "the experiment has no such claim";
    if (name.startsWith("paper:"))
        return QFileInfo::exists(root.filePath("kernels/papers/" + name.mid(6))) ? QString() : "there is no such file";
    if (name.startsWith("Step ")) {
        // The file lists each topic by name, or as the construction of a format.
        const QString text = text_of("ui/pages/step/walkthroughs/walkthrough.cpp"), topic = name.mid(5);
        const bool is_known = text.contains(".name = QStringLiteral(\"" + topic + "\")") ||
                              text.contains("wide(\"" + topic + "\"") ||
                              (topic.startsWith("building-") && text.contains('"' + topic.mid(9) + '"'));
        return is_known ? QString() : "Step has no such topic";
    }
    const auto operation = kernels::operation_from(name.section(' ', 0, 0).toStdString());
    if (operation && name.contains(' '))
        return kernels::find_kernel(*operation, name.section(' ', 1).toStdString()) != nullptr
                   ? QString()
                   : "there is no such kernel";
    if (name.contains('/')) {
        const QString path = name.section('#', 0, 0), anchor = name.section('#', 1);
        if (!QFileInfo::exists(root.filePath(path))) return "there is no such file";
        return anchor.isEmpty() || has_anchor(text_of(path), anchor) ? QString() : "the page has no such heading";
    }
    return "nobody knows what this is";
}

/// Returns the claims from papers that fail in the model, as `experiment#claim`, from the tables in
/// docs/results/fidelity.md.
QStringList missed_claims(const QString& page) {
    QStringList missed;
    const experiment::Experiment* at = nullptr;
    for (const QString& line : page.split('\n')) {
        if (line.startsWith("#")) {
            const std::string id = line.mid(4).section(':', 0, 0).toStdString();
            const auto& all = experiment::own_experiments();
            const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.id == id; });
            at = line.startsWith("### ") && found != all.end() ? &*found : nullptr;
        }
        const QStringList cells = line.split(" | ");
        if (at == nullptr || cells.size() < 4 || cells[2] != "holds" || cells[3] != "**fails**") continue;
        const auto claim = std::find_if(at->claims.begin(), at->claims.end(),
                                        [&](const auto& one) { return one.text == cells[0].mid(2).toStdString(); });
        missed << QString::fromStdString(at->id) + '#' +
                      (claim == at->claims.end() ? cells[0] : QString::fromStdString(claim->id));
    }
    missed.sort();
    return missed;
}

/// Returns the sections of docs/results/one-change.md, keyed by the claim in their heading.
QMap<QString, QString> parts_of(const QString& page) {
    QMap<QString, QString> parts;
    for (const QString& part : page.split("\n## `").mid(1)) parts[part.section('`', 0, 0)] = part;
    return parts;
}

} // namespace

class SourcesPageTest : public QObject {
    Q_OBJECT

    QString page_ = text_of("docs/sources.md");

private slots:
    void a_name_that_means_nothing_is_noticed() {
        for (const char* name : {"prata2010-table-6", "prata2010-table-5#no-such-claim", "paper:none.cu", "Step none",
                                 "spmv none", "docs/none.md", "docs/cg.md#none", "none"})
            QVERIFY2(!unknown(name).isEmpty(), name);
        for (const char* name : {"prata2010-table-5", "prata2010-table-5#host-ell-slower", "paper:prata2010_ell.cu",
                                 "Step cr", "spmv ell", "docs/cg.md", "docs/cg.md#preconditioners"})
            QVERIFY2(unknown(name).isEmpty(), name);
        QVERIFY(
            unknown_parts("`prata2010-table-5` (chart *Nonzeros*), `prata2010-table-5` (series *Nonzeros*)").isEmpty());
        for (const char* part :
             {"`prata2010-table-5` (chart *None*)", "`prata2010-table-5` (series *None*)", "`none` (chart *Nonzeros*)"})
            QVERIFY2(!unknown_parts(part).isEmpty(), part);
    }

    void every_item_has_its_four_cells() {
        const auto items = items_of(page_);
        QVERIFY(items.size() > 100);
        for (const Item& item : items)
            QVERIFY2(!item.topic.isEmpty() && !item.location.isEmpty() && !item.in_warploom.isEmpty(),
                     qPrintable(QStringLiteral("line %1").arg(item.line)));
    }

    void every_name_means_something() {
        QStringList wrong;
        for (const Item& item : items_of(page_)) {
            const QStringList names = names_in(item.in_warploom);
            if (names.isEmpty()) wrong << QStringLiteral("line %1: names nothing").arg(item.line);
            for (const QString& name : names)
                if (const QString why = unknown(name); !why.isEmpty())
                    wrong << QStringLiteral("line %1: %2: %3").arg(item.line).arg(name, why);
            if (const QString why = unknown_parts(item.in_warploom); !why.isEmpty())
                wrong << QStringLiteral("line %1: %2").arg(item.line).arg(why);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n')));
    }

    void partial_and_missing_topics_have_a_reason() {
        static const QRegularExpression reason("^(partial|missing): .{20,}$");
        for (const Item& item : items_of(page_)) {
            const bool is_fine = item.status == "complete" || item.status.startsWith("complete: ") ||
                                 reason.match(item.status).hasMatch();
            QVERIFY2(is_fine, qPrintable(QStringLiteral("line %1: %2").arg(item.line).arg(item.status)));
        }
    }

    void complete_topics_name_a_part_that_shows_them() {
        for (const char* name : {"docs/cg.md", "engine/simulated/model.h", "kernels/formats/ell.h"})
            QVERIFY2(!shows(name), name);
        QStringList wrong;
        for (const Item& item : items_of(page_)) {
            const QStringList names = names_in(item.in_warploom);
            if (item.status.startsWith("complete") && std::none_of(names.begin(), names.end(), shows))
                wrong << QStringLiteral("line %1: %2").arg(item.line).arg(item.topic);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n')));
    }

    void every_chart_of_an_experiment_can_be_drawn() {
        for (const auto& experiment : experiment::own_experiments())
            for (const auto& chart : experiment.charts)
                QVERIFY2(is_drawable(experiment, chart), (experiment.id + ": " + chart.title).c_str());
    }

    void every_claim_that_misses_stands_among_the_changes_and_no_other_does() {
        const QStringList missed = missed_claims(text_of("docs/results/fidelity.md"));
        QVERIFY(missed.size() > 5);
        QCOMPARE(QStringList(parts_of(text_of("docs/results/one-change.md")).keys()), missed);
    }

    void a_change_makes_each_of_them_hold_or_a_sentence_says_why_none_does() {
        static const QRegularExpression as_it_is("\\n\\| nothing \\| [^|]+ \\| fails \\|"),
            changed("\\n\\| (?!nothing)[^|]+ \\| [^|]+ \\| (holds|fails) \\|");
        for (const QString& part : parts_of(text_of("docs/results/one-change.md"))) {
            const bool is_open = !part.contains("| holds |");
            QVERIFY2(part.contains(as_it_is) && part.contains(changed), qPrintable(part));
            QCOMPARE(part.contains("*No change was found that makes it hold*: "), is_open);
        }
    }

    void every_experiment_every_paper_s_kernel_and_every_reason_stands_there() {
        QStringList names;
        for (const Item& item : items_of(page_)) names << names_in(item.in_warploom);
        QStringList missing;
        for (const auto& experiment : experiment::own_experiments()) {
            const QString id = QString::fromStdString(experiment.id);
            const auto is_of = [&](const QString& name) { return name.section('#', 0, 0) == id; };
            if (std::none_of(names.begin(), names.end(), is_of)) missing << id;
        }
        for (const QString& file : QDir(root.filePath("kernels/papers")).entryList({"*.cu"}))
            if (!names.contains("paper:" + file)) missing << "paper:" + file;
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(", ")));
    }
};

WARPLOOM_TEST(SourcesPageTest);
#include "sources_page_test.moc"
