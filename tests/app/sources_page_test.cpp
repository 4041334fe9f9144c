// docs/sources.md says what of the five sources is where. Every name in it must exist, and nothing may lack without a reason.
// Each claim of theirs that docs/results/fidelity.md finds to fail is explained in docs/results/one-change.md.

#include "engine/error.h"
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

/// A line of one of the page's tables.
struct Item {
    int line = 0;
    QString where, what, state, here;
};

QList<Item> items_of(const QString& page) {
    QList<Item> items;
    int number = 0;
    for (const QString& line : page.split('\n')) {
        ++number;
        if (!line.startsWith("| ") || line.startsWith("| where |") || line.startsWith("| --- ")) continue;
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

/// Why a name of the page means nothing; empty where it means something.
QString unknown(const QString& name) {
    const auto& experiments = experiment::own_experiments();
    const QString id = name.section('#', 0, 0), claim = name.section('#', 1);
    for (const auto& experiment : experiments)
        if (experiment.id == id.toStdString())
            return claim.isEmpty() || has_claim(experiment, claim) ? QString() : "the experiment has no such claim";
    if (name.startsWith("paper:"))
        return QFileInfo::exists(root.filePath("kernels/papers/" + name.mid(6))) ? QString() : "there is no such file";
    if (name.startsWith("Step ")) {
        // A topic stands there with its name, or as the building of a format.
        const QString text = text_of("ui/pages/step/lessons/lesson.cpp"), topic = name.mid(5);
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
    if (name.contains('/')) return QFileInfo::exists(root.filePath(name)) ? QString() : "there is no such file";
    return "nobody knows what this is";
}

/// The claims of sources that fail in the model, as `experiment#claim`, from the tables of the page on fidelity.
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

/// The parts of the page of changes, by the claim in their heading.
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
                                 "spmv none", "docs/none.md", "none"})
            QVERIFY2(!unknown(name).isEmpty(), name);
        for (const char* name : {"prata2010-table-5", "prata2010-table-5#host-ell-slower", "paper:prata2010_ell.cu",
                                 "Step cr", "spmv ell", "docs/cg.md"})
            QVERIFY2(unknown(name).isEmpty(), name);
    }

    void every_item_has_its_four_cells() {
        const auto items = items_of(page_);
        QVERIFY(items.size() > 100);
        for (const Item& item : items)
            QVERIFY2(!item.what.isEmpty() && !item.where.isEmpty() && !item.here.isEmpty(),
                     qPrintable(QStringLiteral("line %1").arg(item.line)));
    }

    void every_name_means_something() {
        QStringList wrong;
        for (const Item& item : items_of(page_)) {
            const QStringList names = names_in(item.here);
            if (names.isEmpty()) wrong << QStringLiteral("line %1: names nothing").arg(item.line);
            for (const QString& name : names)
                if (const QString why = unknown(name); !why.isEmpty())
                    wrong << QStringLiteral("line %1: %2: %3").arg(item.line).arg(name, why);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable("\n" + wrong.join('\n')));
    }

    void nothing_is_partly_there_or_missing_without_a_reason() {
        static const QRegularExpression reason("^(partly|missing): .{20,}$");
        for (const Item& item : items_of(page_)) {
            const bool is_fine =
                item.state == "whole" || item.state.startsWith("whole: ") || reason.match(item.state).hasMatch();
            QVERIFY2(is_fine, qPrintable(QStringLiteral("line %1: %2").arg(item.line).arg(item.state)));
        }
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
        for (const Item& item : items_of(page_)) names << names_in(item.here);
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
