#include "ui/session/kernel_files.h"

#include "engine/embedded_files.h"
#include "engine/protocol/messages/words.h"
#include "ui/style/qt_text.h"

#include <QStringList>

namespace warploom::ui {

namespace {

const QString suffix = QStringLiteral(".cu");

bool isThere(const QString& file) { return find_embedded_file(shipped_texts(), file.toStdString()) != nullptr; }

/// Returns the value of a comment line such as "// title: value" in a kernel source, or an empty string if there is no
/// such line.
QString noted(const QStringList& lines, const QString& name) {
    const QString begin = QStringLiteral("// %1: ").arg(name);
    for (const QString& line : lines)
        if (line.startsWith(begin)) return line.mid(begin.size());
    return {};
}

} // namespace

QString fileOfKernel(const QString& operation, const QString& kernel) {
    const QString paper = QStringLiteral("paper:");
    QString file = kernel.startsWith(paper) ? QStringLiteral("papers/") + kernel.mid(paper.size()) : QString();
    if (file.isEmpty()) {
        QString stem = kernel.section(QLatin1Char('@'), 0, 0);
        file = operation + QLatin1Char('/') + stem.replace(QLatin1Char('-'), QLatin1Char('_')) + suffix;
    }
    return isThere(file) ? file : QString();
}

QString kernelOfFile(const QString& file) {
    if (!protocol::named<Operation>(file.section(QLatin1Char('/'), 0, 0).toStdString()) || !isThere(file)) return {};
    QString stem = file.section(QLatin1Char('/'), -1).chopped(suffix.size());
    return stem.replace(QLatin1Char('_'), QLatin1Char('-'));
}

QString wordsOfFile(const QString& file) {
    const EmbeddedFile* const found = find_embedded_file(shipped_texts(), file.toStdString());
    if (found == nullptr) return {};
    const QStringList lines = toQString(found->text).split(QLatin1Char('\n'));
    const QString title = noted(lines, QStringLiteral("title")), summary = noted(lines, QStringLiteral("summary"));
    if (!title.isEmpty()) return summary.isEmpty() ? title : title + QStringLiteral(". ") + summary;
    for (const QString& line : lines) {
        const bool is_note =
            line.contains(QLatin1String(": ")) && line.section(QLatin1Char(':'), 0, 0).count(QLatin1Char(' ')) == 1;
        if (line.startsWith(QLatin1String("// ")) && !is_note) return line.mid(3);
    }
    return {};
}

} // namespace warploom::ui
