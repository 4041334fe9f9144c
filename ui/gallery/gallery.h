#pragma once

#include <QString>

namespace warploom::ui {

class MainWindow;
class Session;

/// Takes screenshots of all pages with real data in the light theme, in the dark theme, and at a presentation scale of
/// 200 %. Writes them to a folder as PNG files with 1280 x 720 pixels (`matrix-light.png`, `run-dark.png`,
/// `run-light-200.png`). The screenshots include the Matrix page with a water network (`network-light.png`) and other
/// pages with different settings (`warp-cr-light.png`). Only names that start with `only` are included. Returns the
/// exit status of the program: 0 on success; otherwise 1, with a message on standard error.
int renderGallery(Session& session, MainWindow& window, const QString& folder, const QString& matrix,
                  const QString& only = {}, int limit_s = 180);

} // namespace warploom::ui
