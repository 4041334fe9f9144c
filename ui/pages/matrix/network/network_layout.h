#pragma once

#include <QPointF>

#include <utility>
#include <vector>

namespace warploom::ui {

/// Places for the nodes of a graph that come without any, so that neighbours are about one apart and far nodes far: a
/// first picture by pivot multidimensional scaling (Brandes and Pich 2007, from a few breadth-first searches), then
/// stress majorised term by term (Zheng, Pawar and Goodman 2019). The same graph always gets the same picture.
/// `edges`: pairs of node numbers below `nodes`. Time: about (nodes + edges) x 60 steps.
std::vector<QPointF> computedPlaces(int nodes, const std::vector<std::pair<int, int>>& edges);

} // namespace warploom::ui
