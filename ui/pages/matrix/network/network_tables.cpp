#include "ui/pages/matrix/network/network_tables.h"

#include "engine/network/network_source.h"
#include "engine/network/water_network.h"
#include "ui/components/spy/spy_painting.h"
#include "ui/pages/matrix/network/network_painting.h"
#include "ui/session/matrix_names.h"
#include "ui/style/number_text.h"
#include "ui/style/text.h"

#include <QLocale>

#include <cmath>

namespace warploom::ui {

namespace {

using NodeKind = NetworkDrawing::NodeKind;
using LinkKind = NetworkDrawing::LinkKind;

const NetworkDrawing::Node& nodeOf(const NetworkDrawing& network, int number) { return network.nodes[number]; }

QString kindText(NodeKind kind) {
    return kind == NodeKind::junction ? Text::tr("junction")
           : kind == NodeKind::tank   ? Text::tr("tank")
                                      : Text::tr("reservoir");
}

QString kindText(LinkKind kind) {
    return kind == LinkKind::pipe ? Text::tr("pipe") : kind == LinkKind::pump ? Text::tr("pump") : Text::tr("valve");
}

Cell rowCell(const NetworkDrawing& network, int node) {
    return network.isJunction(node) ? Cell(std::int64_t{node}) : Cell();
}

} // namespace

Table networkLinkTable(const NetworkDrawing& network, const QString& matrix_name) {
    Table table{.title = "links",
                .facts = {{"matrix", shortName(matrix_name).toStdString()},
                          {"junctions", std::to_string(network.junctions)},
                          {"links", std::to_string(network.links.size())}}};
    if (network.computed_places)
        table.facts.emplace_back("places", Text::tr("computed (not in the file)").toStdString());
    table.columns = {{"link", ""},     {"kind", ""},   {"from", ""},
                     {"to", ""},       {"status", ""}, {"conductance", network.unit_conductances ? "" : "ft2_per_s"},
                     {"from_row", ""}, {"to_row", ""}};
    for (const NetworkDrawing::Link& link : network.links)
        table.add_row({link.id.toStdString(), kindText(link.kind).toStdString(),
                       nodeOf(network, link.from).id.toStdString(), nodeOf(network, link.to).id.toStdString(),
                       (link.closed ? Text::tr("closed") : Text::tr("open")).toStdString(),
                       number_cell(link.conductance), rowCell(network, link.from), rowCell(network, link.to)});
    return table;
}

Table networkNodeTable(const NetworkDrawing& network) {
    Table table{.title = "nodes", .columns = {{"node", ""}, {"kind", ""}, {"row", ""}, {"x", ""}, {"y", ""}}};
    for (std::size_t i = 0; i < network.nodes.size(); ++i) {
        const NetworkDrawing::Node& node = network.nodes[i];
        table.add_row({node.id.toStdString(), kindText(node.kind).toStdString(), rowCell(network, static_cast<int>(i)),
                       node.place.x(), node.place.y()});
    }
    return table;
}

QString networkReading(const NetworkDrawing& network, const LoadedMatrix& matrix, bool brief) {
    std::int64_t links[3] = {}, nodes[3] = {};
    for (const auto& link : network.links) ++links[static_cast<int>(link.kind)];
    for (const auto& node : network.nodes) ++nodes[static_cast<int>(node.kind)];
    QStringList parts{Text::tr("%n junctions", nullptr, pluralOf(nodes[0]))};
    if (brief) {
        parts.append(linksText(links[0] + links[1] + links[2]));
    } else {
        parts.append(Text::tr("%n pipes", nullptr, pluralOf(links[0])));
        if (links[1] > 0) parts.append(Text::tr("%n pumps", nullptr, pluralOf(links[1])));
        if (links[2] > 0) parts.append(Text::tr("%n valves", nullptr, pluralOf(links[2])));
        if (nodes[1] > 0) parts.append(Text::tr("%n reservoirs", nullptr, pluralOf(nodes[1])));
        if (nodes[2] > 0) parts.append(Text::tr("%n tanks", nullptr, pluralOf(nodes[2])));
    }
    QString text = parts.join(QStringLiteral(", ")) + QLatin1Char('.');
    const double ratio = network.lowest > 0 ? network.highest / network.lowest : 1;
    if (network.unit_conductances) {
        text += QLatin1Char(' ') +
                Text::tr("All conductances are 1, so the matrix shows only which junctions are connected.");
    } else if (ratio >= 10) {
        const double decades = std::log10(ratio);
        text += QLatin1Char(' ') + (decades < 3 ? Text::tr("Pipe conductances span %1 decades.")
                                                : Text::tr("Pipe conductances span %1 decades, which slows CG."))
                                       .arg(QLocale().toString(decades, 'f', decades < 3 ? 1 : 0));
    } else if (ratio > 1) {
        text += QLatin1Char(' ') +
                Text::tr("Pipe conductances are similar: %1 to %2.")
                    .arg(conductanceText(network, network.lowest), conductanceText(network, network.highest));
    }
    if (matrix.matrix.explicit_zeros > 0)
        text += QLatin1Char(' ') +
                Text::tr("%n entries are Cholesky fill-in.", nullptr, pluralOf(matrix.matrix.explicit_zeros));
    return text;
}

HoveredNonzero nonzeroOf(const NetworkDrawing& network, const NetworkSpot& spot) {
    if (spot.node >= 0) return network.isJunction(spot.node) ? HoveredNonzero{spot.node, spot.node} : HoveredNonzero{};
    if (spot.link < 0) return {};
    const NetworkDrawing::Link& link = network.links[spot.link];
    const bool from = network.isJunction(link.from), to = network.isJunction(link.to);
    if (from && to) return {link.from, link.to};
    if (from) return {link.from, link.from};
    if (to) return {link.to, link.to};
    return {};
}

QString networkSpotText(const NetworkDrawing& network, const NetworkSpot& spot) {
    if (spot.node >= 0) {
        const auto& node = nodeOf(network, spot.node);
        const auto links = static_cast<std::int64_t>(network.linksAt(spot.node).size());
        const QString count = linksText(links);
        return network.isJunction(spot.node)
                   ? Text::tr("junction %1 · row and column %2 · %3")
                         .arg(node.id, shortCount(std::int64_t{spot.node}), count)
                   : Text::tr("%1 %2 · fixed head, no row in the matrix · %3").arg(kindText(node.kind), node.id, count);
    }
    if (spot.link < 0) return {};
    const NetworkDrawing::Link& link = network.links[spot.link];
    QString text = Text::tr("%1 %2 · %3 – %4")
                       .arg(kindText(link.kind), link.id, nodeOf(network, link.from).id, nodeOf(network, link.to).id);
    const QString dot = QStringLiteral(" · ");
    if (link.closed) text += dot + Text::tr("closed");
    if (std::isfinite(link.conductance))
        text += dot + Text::tr("conductance %1").arg(conductanceText(network, link.conductance));
    const HoveredNonzero at = nonzeroOf(network, spot);
    if (!at.isValid()) return text + dot + Text::tr("connects two nodes with fixed heads, so it is not in the matrix");
    if (at.row == at.col)
        return text + dot +
               Text::tr("one end has a fixed head, so the link affects only the diagonal entry in row %1")
                   .arg(shortCount(at.row));
    text += dot + Text::tr("entries (%1, %2) and (%2, %1)").arg(shortCount(at.row), shortCount(at.col));
    const auto together = static_cast<int>(network.linksBetween(link.from, link.to).size());
    if (together > 1) text += dot + Text::tr("shared by %n links", nullptr, together);
    return text;
}

QStringList networkRemarks(const NetworkDrawing& network, const Matrix& matrix) {
    QStringList remarks;
    if (network.computed_places)
        remarks.append(Text::tr("The file has no coordinates, so the layout is computed from the links."));
    if (network.guessed_places > 0)
        remarks.append(Text::tr("%n nodes have no coordinates and are drawn next to their neighbors.", nullptr,
                                network.guessed_places));
    for (const network::Remark& remark : matrix.network->remarks) {
        const QString text = QString::fromStdString(remark.text);
        remarks.append(remark.line > 0 ? Text::tr("Line %1: %2").arg(remark.line).arg(text) : text);
    }
    return remarks;
}

QString networkExplanation(const NetworkDrawing& network, const LoadedMatrix& matrix, const HoveredNonzero& hovered) {
    const CsrMatrix& csr = matrix.matrix.csr;
    QString html;
    if (hovered.isValid() && hovered.row < network.junctions && hovered.col < network.junctions) {
        const int row = static_cast<int>(hovered.row), col = static_cast<int>(hovered.col);
        html += Text::tr("<h3>In the network</h3>");
        const auto name = [&](int node) { return nodeOf(network, node).id.toHtmlEscaped(); };
        const std::vector<int> links = row == col ? network.linksAt(row) : network.linksBetween(row, col);
        if (row == col)
            html += Text::tr("<p>The diagonal entry of junction %1 is the sum of the conductances of its links.</p>")
                        .arg(name(row));
        else if (links.empty() && !storedValue(csr, row, col))
            html += Text::tr("<p>Junctions %1 and %2 are not linked, so the matrix has no entry here.</p>")
                        .arg(name(row), name(col));
        else if (links.empty())
            html +=
                Text::tr(
                    "<p>Junctions %1 and %2 are not linked. However, eliminating a junction connects its neighbors, so "
                    "the Cholesky factor has an entry here. A stores an explicit zero at this position.</p>")
                    .arg(name(row), name(col));
        else
            html += Text::tr("<p>Junctions %1 and %2 are linked. The entry is the negated sum of the conductances of "
                             "the links between them.</p>")
                        .arg(name(row), name(col));
        html += QStringLiteral("<table>");
        for (const int number : links) {
            const auto& link = network.links[number];
            html += QStringLiteral("<tr><td>%1 %2&nbsp;&nbsp;</td><td>%3</td></tr>")
                        .arg(kindText(link.kind), link.id.toHtmlEscaped(),
                             link.closed ? Text::tr("closed") : conductanceText(network, link.conductance));
        }
        html += QStringLiteral("</table>");
    }
    html += Text::tr("<h3>The matrix of a water network</h3><p>Each junction with an unknown head has a row. Tanks and "
                     "reservoirs have fixed heads, which appear on the right-hand side. A link with conductance p adds "
                     "p to the diagonal entries of its two junctions and -p to the two off-diagonal entries between "
                     "them. The global gradient method (Todini and Pilati) solves A h = b in each Newton step, where p "
                     "= 1 / (dh/dQ) at the current flow. In step 0, water flows through every pipe at 1 ft/s.</p>");
    const bool filled =
        network::names_network(matrix.matrix.name) && network::parse_network_name(matrix.matrix.name).with_fill;
    const auto number = [](std::int64_t count) { return QLocale().toString(static_cast<qlonglong>(count)); };
    html += filled
                ? Text::tr("<h3>With fill</h3><p>%3 entries: %1 entries of A, plus %2 stored zeros at the fill "
                           "positions of its Cholesky factor (minimum degree ordering). prata2010 counts entries this "
                           "way: 3589 for its smallest network, although A itself has only 2751.</p>")
                      .arg(number(csr.nonzeros() - matrix.matrix.explicit_zeros), number(matrix.matrix.explicit_zeros),
                           number(csr.nonzeros()))
                : Text::tr("<h3>Without fill</h3><p>%1 entries. The counts in prata2010 (3589, 8244, 10025, 62463) are "
                           "larger than those of A (2751, 5758, 6721, 41155) because they include the fill of the "
                           "Cholesky factor. To include it here as well, select <i>With fill</i> above the map.</p>")
                      .arg(number(csr.nonzeros()));
    return html;
}

} // namespace warploom::ui
