#include "ui/pages/write/language_card.h"

#include "engine/embedded_file.h"
#include "ui/style/qt_text.h"

#include <QRegularExpression>
#include <QStringList>

namespace warploom {
const std::vector<EmbeddedFile>& writing_guide_files(); // docs/write-a-kernel.md
} // namespace warploom

namespace warploom::ui {

namespace {

struct Card {
    Q_DECLARE_TR_FUNCTIONS(LanguageCard)
};

QString code(const QString& text) { return QStringLiteral("<code>%1</code>").arg(text.toHtmlEscaped()); }

QString row(const QString& name, const QString& meaning) {
    return QStringLiteral("<tr><td style='white-space:pre'><b>%1</b>&nbsp; </td><td>%2</td></tr>").arg(name, meaning);
}

QString titled(const QString& title, const QString& rows) {
    return QStringLiteral("<h4>%1</h4><table>%2</table>").arg(title, rows);
}

/// Returns the rows of the findings table in the guide to writing kernels, without links and text in parentheses.
QString findings() {
    QString rows;
    bool is_there = false;
    for (const QString& line : toQString(writing_guide_files().front().text).split(QLatin1Char('\n'))) {
        if (line.startsWith(QLatin1String("##"))) is_there = line == QLatin1String("## Findings");
        const bool is_finding = line.startsWith(QLatin1String("| `")) && !line.startsWith(QLatin1String("| `//"));
        if (!is_there || !is_finding) continue;
        const QStringList cells = line.split(QStringLiteral(" | "));
        QString happened = cells.value(1).remove(QLatin1Char('`'));
        happened.remove(QRegularExpression(QStringLiteral(": \\[[^\\]]*\\]\\([^)]*\\)")));
        happened.replace(QRegularExpression(QStringLiteral("\\[([^\\]]*)\\]\\([^)]*\\)")), QStringLiteral("\\1"));
        happened.remove(QRegularExpression(QStringLiteral(" \\(.*\\)")));
        rows += row(cells.value(0).mid(2).remove(QLatin1Char('`')), happened.toHtmlEscaped());
    }
    return rows;
}

QString boundNames(const std::vector<protocol::CheckName>& names) {
    QString rows;
    for (const protocol::CheckName& name : names)
        rows += row(code(toQString(name.type + " " + name.name)), toQString(name.about).toHtmlEscaped());
    return rows;
}

QString headLines() {
    return row(code(QStringLiteral("// format: ell")),
               Card::tr("matrix in ELL format. Other formats: csr, coo, csc, csr-sorted, ell-sorted, jad, hyb, bcsr, "
                        "bcsr-blocks, dia, sell")) +
           row(code(QStringLiteral("// scratch: sums T[rows]")),
               Card::tr("temporary array, passed to <code>run</code> as the parameter <code>T* sums</code>")) +
           row(code(QStringLiteral("// matrix: laplace2d:n=20")), Card::tr("first test matrix")) +
           row(code(QStringLiteral("// x: random:1")), Card::tr("values of x")) +
           row(code(QStringLiteral("// block: 96")), Card::tr("threads per block"));
}

QString begin() {
    return QStringLiteral("<h4>%1</h4><p style='margin-top:0'>%2</p><pre style='margin-top:0'>%3</pre>")
        .arg(Card::tr("run is the entry point"),
             Card::tr("<code>run</code> is called on the host. It can use scalars and launch kernels, but only kernels "
                      "can access arrays. Each launch starts when the previous one has finished."),
             QStringLiteral("template &lt;typename T&gt;\n"
                            "void run(int rows, const T* x, T* y, int block) {\n"
                            "    const int grid = (rows + block - 1) / block;\n"
                            "    mine&lt;&lt;&lt;grid, block&gt;&gt;&gt;(rows, x, y);\n"
                            "}"));
}

QString differences() {
    const QStringList all{
        Card::tr("<code>main</code>, <code>cudaMalloc</code> and <code>cudaMemcpy</code> are not needed: arrays are "
                 "bound by name"),
        Card::tr("<code>std::</code>, <code>new</code>, classes, lambdas, <code>goto</code> and recursion are not "
                 "supported"),
        Card::tr("shuffles and ballots require the <code>_sync</code> suffix and a mask"),
        Card::tr("a <code>__shared__</code> array must either have a constant size, or be <code>extern</code> and get "
                 "its size from the third launch argument"),
        Card::tr("<code>__CUDA_ARCH__</code> is always 900, regardless of the selected card"),
        Card::tr("multiplications and additions are rounded separately; nvcc fuses them into FMAs"),
        Card::tr("for the problems listed above, nvcc issues at most a warning")};
    return QStringLiteral("<h4>%1</h4><ul style='margin-top:0; -qt-list-indent:0'><li>%2</li></ul>")
        .arg(Card::tr("Differences from nvcc"), all.join(QStringLiteral("</li><li>")));
}

} // namespace

QString languageCard(const std::string& format, const std::vector<protocol::CheckName>& names, bool wide) {
    const QString title = format.empty()
                              ? Card::tr("Parameter names")
                              : Card::tr("Parameter names for the %1 format").arg(toQString(format).toHtmlEscaped());
    const QString left = begin() + (names.empty() ? QString() : titled(title, boundNames(names))) +
                         titled(Card::tr("Header directives"), headLines());
    const QString right =
        titled(Card::tr("Problems reported even if the results are correct"), findings()) + differences();
    if (!wide) return left + right;
    return QStringLiteral("<table width='100%'><tr><td width='50%'>%1</td><td width='50%' style='padding-left:14px'>%2"
                          "</td></tr></table>")
        .arg(left, right);
}

} // namespace warploom::ui
