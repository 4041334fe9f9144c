#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

namespace warploom {

struct Matrix;
}

namespace warploom::ui {

/// The object under a place of the drawing: a node, a link, or nothing.
struct NetworkSpot {
    int node = -1, link = -1;
    bool isValid() const { return node >= 0 || link >= 0; }
    bool operator==(const NetworkSpot&) const = default;
};

/// A water network made ready to be drawn beside its matrix. Made once, in the background; never changes.
class NetworkDrawing {
public:
    enum class NodeKind { junction, reservoir, tank };
    enum class LinkKind { pipe, pump, valve };

    struct Node {
        QString id;
        NodeKind kind = NodeKind::junction;
        QPointF place;
    };
    struct Link {
        QString id;
        LinkKind kind = LinkKind::pipe;
        bool closed = false;
        int from = 0, to = 0;            ///< nodes
        int first_point = 0, points = 0; ///< of `points`, bends between them included
        double conductance = 0;          ///< ft²/s, or 1; NaN where the matrix does not say
    };

    /// `matrix` must carry a network.
    explicit NetworkDrawing(const Matrix& matrix);

    std::vector<Node> nodes; ///< junctions first: their number is the matrix' row
    std::vector<Link> links;
    std::vector<QPointF> points;
    int junctions = 0;
    QRectF bounds;
    bool computed_places = false; ///< the file has no coordinates
    int guessed_places = 0;       ///< nodes without coordinates, put beside their neighbours
    /// Conductances of the pipes that are open, on which the colours are scaled; both 0 where there is no such pipe.
    double lowest = 0, highest = 0;
    bool unit_conductances = false;

    bool isJunction(int node) const { return node >= 0 && node < junctions; }
    std::vector<int> linksAt(int node) const;
    std::vector<int> linksBetween(int a, int b) const;
    /// 0..1 on the logarithmic scale of the colours, clipped; 1 where all pipes conduct alike.
    double position(double conductance) const;
    /// The middle of a link along its bends, and the direction (of length 1) in which it runs there.
    std::pair<QPointF, QPointF> middle(const Link& link) const;

    /// The node nearest to a place within `node_reach`, else the link nearest to it within `link_reach`.
    NetworkSpot at(const QPointF& place, double node_reach, double link_reach) const;

private:
    void setPlaces(const std::vector<std::optional<QPointF>>& given);
    void indexLinksOfNodes();
    void indexPlaces();
    template <class Visit> void visitCells(const QRectF& area, Visit&& visit) const;

    std::vector<int> link_begin_, link_at_;   ///< links of each node
    int cells_ = 0;                           ///< of the places, in each direction
    std::vector<int> cell_begin_, cell_item_; ///< nodes by their numbers, links by theirs behind all nodes
};

/// Places for the nodes of a graph that come without any, so that neighbours are about one apart and far nodes far: a
/// first picture by pivot multidimensional scaling (Brandes and Pich 2007, from a few breadth-first searches), then
/// stress majorised term by term (Zheng, Pawar and Goodman 2019). The same graph always gets the same picture.
/// `edges`: pairs of node numbers below `nodes`. Time: about (nodes + edges) x 60 steps.
std::vector<QPointF> computedPlaces(int nodes, const std::vector<std::pair<int, int>>& edges);

} // namespace warploom::ui
