#pragma once

#include <QString>

namespace warploom::ui {

class MainWindow;
class Session;

/// Takes screenshots of all pages with real data, and writes them to a folder as PNG files with 1280 x 720 pixels. Each
/// page is shown in the light theme, in the dark theme, and at a presentation scale of 200 % (`matrix-light.png`,
/// `run-dark.png`, `run-light-200.png`). Some pages are shown with different settings, such as the Matrix page with a
/// water network (`network-light.png`). If `only` is not empty, only screenshots whose names start with it are taken.
/// Returns the exit status of the program: 0 on success; otherwise 1, with a message on standard error.
int renderGallery(Session& session, MainWindow& window, const QString& folder, const QString& matrix,
                  const QString& only = {}, int limit_s = 180);

} // namespace warploom::ui
