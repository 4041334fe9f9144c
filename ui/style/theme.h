#pragma once

#include <QColor>
#include <QFont>
#include <QHash>
#include <QIcon>
#include <QObject>
#include <QVector>

class QApplication;

namespace warploom::ui {

/// A set of colors, named by their purpose. There is one set for each theme and one for print.
struct Colours {
    bool dark = false;
    QColor canvas;  ///< background of charts, tables and text
    QColor surface; ///< background of widgets
    QColor text;
    QColor muted; ///< secondary text, with a contrast of at least 4.5:1 against `canvas`
    QColor grid;
    QColor outline; ///< axes and cell borders
    QColor accent;  ///< color of the selection, the focus and the default button
    QColor problem; ///< background of the banner that shows errors
    QColor active_lane, waiting_lane, padding, wasted, used, wrong;
    /// The eight Okabe-Ito colors, for filled areas, which are outlined in a color of `strokes`.
    QVector<QColor> series;
    QVector<QColor> strokes; ///< the Okabe-Ito hues for lines, with a contrast of at least 3:1 against `canvas`

    QColor seriesColour(int index) const { return series[index % series.size()]; }
    QColor strokeColour(int index) const { return strokes[index % strokes.size()]; }
    /// Returns the color at position `t` (0 to 1) of the cividis color map, which is the same for all themes. Do not
    /// use it for empty cells, which have the color of the canvas.
    static QColor density(double t);
    static QVector<QColor> cividis(); ///< Returns eleven evenly spaced colors of the color map.
};

/// Mixes the color `over` into the color `under`. `share` is the fraction of `over`, from 0 to 1.
QColor mixed(const QColor& over, const QColor& under, double share);
/// Returns a color with the given opacity, from 0 (transparent) to 1 (opaque).
inline QColor pale(QColor colour, float opacity) {
    colour.setAlphaF(opacity);
    return colour;
}
/// Returns the WCAG 2 contrast ratio of two opaque colors, from 1 to 21.
double contrast(const QColor& a, const QColor& b);
/// Returns black or white, whichever has the higher contrast to `fill`.
QColor inkOn(const QColor& fill);

/// The colors and the scale of the application. theme() returns the only instance.
class Theme : public QObject {
    Q_OBJECT
public:
    enum class Mode { follow_system, light, dark };

    Mode mode() const { return mode_; }
    bool isDark() const { return colours_.dark; }
    const Colours& colours() const { return colours_; }
    /// Returns the colors for print, which are the same for all themes: black on white.
    static const Colours& print();
    static const Colours& light();
    static const Colours& darkColours();

    /// Returns the scale from *View > Presenter scale*, from 1.0 to 2.5.
    double scale() const { return scale_; }
    /// Scales a length, given in pixels at a scale of 100 %, to the current scale. Use this function for every
    /// hard-coded size.
    int px(double pixels) const;
    /// Returns the application font, which is at least 11 px at a scale of 100 %. `relative` scales the base size.
    QFont font(double relative = 1.0, bool bold = false) const;
    QFont monospace(double relative = 1.0) const;

    void setMode(Mode mode);
    void setScale(double scale);
    /// Installs the style, the palette and the fonts on the application. Called once at startup.
    void install(QApplication& application);

    /// Returns the icon ui/style/icons/NAME.svg in the text color, or an empty icon if the name is unknown.
    QIcon icon(const QString& name) const;

signals:
    void changed(); ///< Emitted when the colors or the scale have changed. All widgets must be repainted.

private:
    friend Theme& theme();
    Theme();
    void apply();

    Mode mode_ = Mode::follow_system;
    double scale_ = 1.0;
    double base_point_size_ = 10.0;
    bool system_dark_ = false;
    QApplication* application_ = nullptr;
    Colours colours_;
    mutable QHash<QString, QIcon> icons_; ///< icons in the current colors of the theme, cached by name
};

Theme& theme();

/// Sets the icon of a button or an action, and updates it when the colors change.
template <class W> void followIcon(W* widget, const QString& name) {
    const auto paint = [widget, name] { widget->setIcon(theme().icon(name)); };
    paint();
    QObject::connect(&theme(), &Theme::changed, widget, paint);
}

// Style of modeled values in all views: hatched or hollow, labeled "modeled", and in colors such as violet that are not
// used for measured series.

inline QColor modelledColour(int index, const Colours& colours) {
    static const QVector<QColor> light{"#6a3d9a", "#a0488f", "#4b5aa8", "#8a5a2b", "#3b6e8f", "#6d6d1f"};
    static const QVector<QColor> dark{"#b79ae0", "#e29acb", "#93a5ee", "#d3a878", "#8fc1de", "#cdcd7a"};
    const QVector<QColor>& all = colours.dark ? dark : light;
    return all[index % all.size()];
}

inline Qt::BrushStyle modelledHatch(int index) {
    static constexpr Qt::BrushStyle styles[] = {Qt::BDiagPattern, Qt::FDiagPattern, Qt::DiagCrossPattern,
                                                Qt::HorPattern,   Qt::VerPattern,   Qt::Dense6Pattern};
    return styles[index % 6];
}

} // namespace warploom::ui
