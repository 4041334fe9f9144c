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

/// The node or link at a point on the map. If there is none, both indices are -1.
struct NetworkSpot {
    int node = -1, link = -1;
    bool isValid() const { return node >= 0 || link >= 0; }
    bool operator==(const NetworkSpot&) const = default;
};

/// A water network prepared for painting. The object is created once in the background and is then immutable.
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
        int from = 0, to = 0; ///< indices of the end nodes
        /// Index of the link's first point in NetworkDrawing::points, and number of its points, including bends.
        int first_point = 0, points = 0;
        double conductance = 0; ///< conductance in ft²/s, or 1 for unit conductances; NaN if unknown
    };

    /// Prepares the network of a matrix. The matrix must have been created from a water network.
    explicit NetworkDrawing(const Matrix& matrix);

    std::vector<Node> nodes; ///< nodes, with junctions first; the index of a junction is its matrix row
    std::vector<Link> links;
    std::vector<QPointF> points;
    int junctions = 0;
    QRectF bounds;
    bool computed_places = false; ///< whether the layout was computed because the network file has no coordinates
    /// Number of nodes without coordinates in the file. They are placed next to their neighbors.
    int guessed_places = 0;
    /// Range of the conductances of open pipes, for the color scale. Both are 0 if there are no open pipes.
    double lowest = 0, highest = 0;
    bool unit_conductances = false;

    bool isJunction(int node) const { return node >= 0 && node < junctions; }
    std::vector<int> linksAt(int node) const;
    std::vector<int> linksBetween(int a, int b) const;
    /// Returns the position of a conductance on the logarithmic color scale, clamped to [0, 1]. Returns 1 if all pipes
    /// have the same conductance.
    double position(double conductance) const;
    /// Returns the midpoint of a link along its bends, and the unit direction at that point.
    std::pair<QPointF, QPointF> middle(const Link& link) const;

    /// Returns the nearest node within a distance of `node_reach` or, if there is none, the nearest link within
    /// `link_reach`.
    NetworkSpot at(const QPointF& place, double node_reach, double link_reach) const;

private:
    void setPlaces(const std::vector<std::optional<QPointF>>& given);
    void indexLinksOfNodes();
    void indexPlaces();
    template <class Visit> void visitCells(const QRectF& area, Visit&& visit) const;

    std::vector<int> link_begin_, link_at_; ///< the links of each node, in CSR form
    int cells_ = 0;                         ///< number of cells of the search grid in each direction
    /// Indices of the nodes and links in each cell of the search grid. The index of a link is stored as its sum with
    /// the number of nodes.
    std::vector<int> cell_begin_, cell_item_;
};

/// Computes a layout for a graph without coordinates. Neighbors are placed about one unit apart, and distant nodes far
/// apart. The initial layout is computed by pivot multidimensional scaling (Brandes and Pich 2007) from a few
/// breadth-first searches. It is then refined by stochastic gradient descent (Zheng, Pawar and Goodman 2019). The
/// layout is deterministic. `edges` contains pairs of node indices less than `nodes`. The computation takes about
/// (nodes + edges) x 60 operations.
std::vector<QPointF> computedPlaces(int nodes, const std::vector<std::pair<int, int>>& edges);

} // namespace warploom::ui
