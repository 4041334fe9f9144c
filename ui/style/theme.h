#pragma once

#include <QColor>
#include <QFont>
#include <QHash>
#include <QIcon>
#include <QObject>
#include <QVector>

class QApplication;

namespace warploom::ui {

/// Every colour a view may use, by what it means. One value for each theme, and one for paper.
struct Colours {
    bool dark = false;
    QColor canvas;  ///< behind the data
    QColor surface; ///< behind widgets
    QColor text;
    QColor muted; ///< secondary text; still at least 4.5:1 on `canvas`
    QColor grid;
    QColor outline; ///< axes, frames of cells
    QColor accent;  ///< selection, focus, the one button that matters
    QColor problem; ///< background of the banner
    QColor active_lane, waiting_lane, padding, wasted, used, wrong;
    QVector<QColor> series; ///< Okabe-Ito, eight, exactly: for filled areas, which get an outline of the stroke colour
    QVector<QColor>
        strokes; ///< the same hues, darkened or lightened until they stand at least 3:1 on `canvas`: for lines

    QColor seriesColour(int index) const { return series[index % series.size()]; }
    QColor strokeColour(int index) const { return strokes[index % strokes.size()]; }
    /// Cividis at t in 0..1; on dark canvases too (an empty cell is canvas, not the lowest colour).
    static QColor density(double t);
    static QVector<QColor> cividis(); ///< eleven even stops
};

/// So much of one colour over another.
QColor mixed(const QColor& over, const QColor& under, double share);
/// The colour, so opaque: 0 to 1.
inline QColor pale(QColor colour, float opacity) {
    colour.setAlphaF(opacity);
    return colour;
}
/// Contrast of two opaque colours as WCAG 2 defines it, 1..21.
double contrast(const QColor& a, const QColor& b);
/// Black or white, whichever stands out on `fill`.
QColor inkOn(const QColor& fill);

/// Look of the whole program: light or dark, and how large. One instance: `theme()`.
class Theme : public QObject {
    Q_OBJECT
public:
    enum class Mode { follow_system, light, dark };

    Mode mode() const { return mode_; }
    bool isDark() const { return colours_.dark; }
    /// The colours of the screen as it is now.
    const Colours& colours() const { return colours_; }
    /// White paper, black text, whatever the screen shows.
    static const Colours& print();
    static const Colours& light();
    static const Colours& darkColours();

    /// 1.0 to 2.5; the teacher's *View > Presenter scale*.
    double scale() const { return scale_; }
    /// A length of `pixels` at 100 % as it is now; use it for every hard-coded size.
    int px(double pixels) const;
    /// Never under 11 px at 100 %. `relative` is a factor on the base size (1.0).
    QFont font(double relative = 1.0, bool bold = false) const;
    QFont monospace(double relative = 1.0) const;

    void setMode(Mode mode);
    void setScale(double scale);
    /// Installs style, palette and fonts on the application. Called once, by the program.
    void install(QApplication& application);

    /// The line icon ui/style/icons/NAME.svg in the colour of the text. An unknown name gives an empty icon.
    QIcon icon(const QString& name) const;

signals:
    void changed(); ///< colours, scale or both; repaint everything

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
    mutable QHash<QString, QIcon> icons_; ///< those asked for, in the colours of now
};

Theme& theme();

/// Gives a button or an action the icon of this name, and a new one whenever the colours change.
template <class W> void followIcon(W* widget, const QString& name) {
    const auto paint = [widget, name] { widget->setIcon(theme().icon(name)); };
    paint();
    QObject::connect(&theme(), &Theme::changed, widget, paint);
}

// How estimates look, everywhere: hatched (or hollow), in violets that no measured series has, with the word
// "modelled".

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
