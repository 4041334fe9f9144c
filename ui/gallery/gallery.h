#pragma once

#include <QString>

namespace warploom::ui {

class MainWindow;
class Session;

/// Renders every page, light, dark and at 200 % presenter scale, with real data, as PNG of 1280 x 720 into a folder
/// (`matrix-light.png`, `run-dark.png`, `run-light-200.png`), the Matrix page with a water network
/// (`network-light.png`), and Formats, Warp, Model and Step with other choices (`warp-cr-light.png`); those whose name
/// begins with `only`. Returns the exit code of the program: 0 when every picture was written with its data, 1 (and a
/// sentence on standard error) otherwise.
int renderGallery(Session& session, MainWindow& window, const QString& folder, const QString& matrix,
                  const QString& only = {}, int limit_s = 180);

} // namespace warploom::ui
