#include "app/page/warp_picture.h"

#include "engine/html.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>

namespace warploom::app {

namespace {

using simulated::warp_size;

constexpr int piece_bytes = 32, bank_count = 32, bank_bytes = 4;

/// Returns a color of medium lightness for the array with this index. The contrast is at least 3:1 against white and
/// against the dark page background.
const char* tone(int array) {
    constexpr std::array tones{"#2f7ed8", "#c2571a", "#2e8b57", "#b0489c", "#8a6d1d", "#0f8a9d", "#d0455b", "#6c6ad9"};
    constexpr const char* none = "#7a7f87"; // color of steps without memory access, such as shuffles and barriers
    return array < 0 ? none : tones[static_cast<std::size_t>(array) % tones.size()];
}

std::string number(int value) { return std::to_string(value); }

std::string rectangle(int x, int y, int width, int height, const std::string& rest) {
    return "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(width) + "\" height=\"" +
           number(height) + "\" " + rest + "/>";
}

std::string word(int x, int y, const std::string& text, const char* anchor = "start") {
    return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor +
           "\" font-size=\"12\" font-family=\"sans-serif\" fill=\"currentColor\">" + html_escaped(text) + "</text>";
}

std::string picture(int width, int height, const std::string& title, const std::string& content) {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"" + number(width) + "\" height=\"" +
           number(height) + "\" viewBox=\"0 0 " + number(width) + " " + number(height) + "\" aria-label=\"" +
           html_escaped(title) + "\"><title>" + html_escaped(title) + "</title>" + content + "</svg>";
}

bool touches_global(const protocol::WarpSite& site) {
    return site.array >= 0 && site.space == simulated::Space::global && site.element_bytes > 0;
}

/// Returns the 32-byte memory sectors that the lanes access in a step, by address. Each bit of a value represents a
/// requested byte.
std::map<std::uint64_t, std::uint32_t> pieces_of(const protocol::WarpDocument& warp, int step) {
    std::map<std::uint64_t, std::uint32_t> pieces;
    const auto addresses = warp.addresses(step);
    const int bytes = warp.site_of(step).element_bytes;
    for (int lane = 0; lane < warp_size; ++lane)
        if (warp.steps[static_cast<std::size_t>(step)].is_active(lane))
            for (int b = 0; b < bytes; ++b) {
                const std::uint64_t at = addresses[static_cast<std::size_t>(lane)] + static_cast<std::uint64_t>(b);
                pieces[at / piece_bytes] |= 1U << (at % piece_bytes);
            }
    return pieces;
}

/// Returns the distinct words that the lanes request from each shared-memory bank in a step.
std::array<std::set<std::uint64_t>, bank_count> words_of_banks(const protocol::WarpDocument& warp, int step) {
    std::array<std::set<std::uint64_t>, bank_count> words;
    const auto addresses = warp.addresses(step);
    const auto bytes = static_cast<std::uint64_t>(warp.site_of(step).element_bytes);
    for (int lane = 0; lane < warp_size; ++lane) {
        if (!warp.steps[static_cast<std::size_t>(step)].is_active(lane)) continue;
        const std::uint64_t first = addresses[static_cast<std::size_t>(lane)];
        for (std::uint64_t at = first / bank_bytes; at <= (first + bytes - 1) / bank_bytes; ++at)
            words[at % bank_count].insert(at);
    }
    return words;
}

int lanes_of(const protocol::WarpStep& step) {
    int lanes = 0;
    for (int lane = 0; lane < warp_size; ++lane) lanes += step.is_active(lane);
    return lanes;
}

/// Draws a legend that shows the array names in their colors. Lines are broken at the given width.
std::string legend(const protocol::WarpDocument& warp, int top, int width, int& bottom) {
    std::set<int> used;
    bool has_none = false;
    for (const protocol::WarpStep& step : warp.steps) {
        const int array = warp.sites[static_cast<std::size_t>(step.site)].array;
        if (array < 0) has_none = true;
        else used.insert(array);
    }
    std::string svg;
    int x = 0, y = top;
    const auto add = [&](int array, const std::string& name) {
        const int needed = 24 + 8 * static_cast<int>(name.size());
        if (x > 0 && x + needed > width) {
            x = 0;
            y += 18;
        }
        svg += rectangle(x, y, 12, 12, std::string("fill=\"") + tone(array) + "\"") + word(x + 17, y + 11, name);
        x += needed;
    };
    for (const int array : used) add(array, warp.arrays[static_cast<std::size_t>(array)].name);
    if (has_none) add(-1, sentence("no memory access"));
    bottom = y + 18;
    return svg;
}

} // namespace

std::string step_sentence(const protocol::WarpDocument& warp, int step) {
    const protocol::WarpStep& done = warp.steps[static_cast<std::size_t>(step)];
    const protocol::WarpSite& site = warp.site_of(step);
    const std::string array = warp.array_of(step);
    const int lanes = lanes_of(done);
    const std::int64_t steps = warp.all_steps.value_or(warp.step_count());
    const std::string first =
        array.empty() ? sentence("Step {step} of {steps}, line {line}: {n} {n:lane|lanes}, {access}.",
                                 {{"step", step + 1},
                                  {"steps", steps},
                                  {"line", site.line},
                                  {"n", lanes},
                                  {"access", simulated::to_string(site.access)}})
                      : sentence("Step {step} of {steps}, line {line}: {n} {n:lane|lanes}, {access} {array}.",
                                 {{"step", step + 1},
                                  {"steps", steps},
                                  {"line", site.line},
                                  {"n", lanes},
                                  {"access", simulated::to_string(site.access)},
                                  {"array", array}});
    if (touches_global(site)) {
        const auto pieces = pieces_of(warp, step);
        int used = 0;
        for (const auto& [at, bytes] : pieces)
            for (int b = 0; b < piece_bytes; ++b) used += bytes >> b & 1U;
        return sentence("{step} This step accesses {n} 32-byte {n:sector|sectors} and uses {share}% of their bytes.",
                        {{"step", first},
                         {"n", pieces.size()},
                         {"share", 100 * used / (piece_bytes * static_cast<int>(pieces.size()))}});
    }
    if (site.space == simulated::Space::shared && site.array >= 0) {
        std::size_t most = 0;
        for (const auto& words : words_of_banks(warp, step)) most = std::max(most, words.size());
        return sentence("{step} The busiest of 32 banks serves {n} {n:word|words}.", {{"step", first}, {"n", most}});
    }
    return first;
}

std::string lanes_picture(const protocol::WarpDocument& warp, int first, int chosen) {
    constexpr int column = 12, row = 8, left = 34, top = 18;
    const int all = warp.step_count();
    first = std::clamp(first, 0, std::max(0, all - 1));
    chosen = std::clamp(chosen, 0, std::max(0, all - 1));
    const int count = std::min(most_steps_drawn, all - first), width = std::max(left + count * column + 2, 360);
    std::string svg;
    for (const int lane : {0, 8, 16, 24, 31}) svg += word(left - 6, top + lane * row + 8, number(lane), "end");
    for (int c = 0; c < count; ++c) {
        const int step = first + c, x = left + c * column;
        const protocol::WarpStep& done = warp.steps[static_cast<std::size_t>(step)];
        const std::string fill = std::string("fill=\"") + tone(warp.site_of(step).array) + "\"";
        svg += "<g class=\"step\" data-step=\"" + number(step) + "\"><title>" +
               html_escaped(step_sentence(warp, step)) + "</title>" +
               rectangle(x, top, column, warp_size * row, "fill=\"none\" pointer-events=\"all\"");
        if (step == first || (step + 1) % 10 == 0) svg += word(x + column / 2, top - 6, number(step + 1), "middle");
        for (int lane = 0; lane < warp_size; ++lane) {
            if (done.is_active(lane)) svg += rectangle(x + 1, top + lane * row + 1, column - 2, row - 2, fill);
            else if ((done.waiting.bits >> lane & 1U) != 0)
                svg += rectangle(x + 1, top + lane * row + 1, column - 2, row - 2, fill + " fill-opacity=\"0.2\"");
        }
        if (step == chosen)
            svg += rectangle(x, top - 1, column, warp_size * row + 2,
                             "fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\"");
        svg += "</g>";
    }
    int bottom = top + warp_size * row + 10;
    svg += legend(warp, bottom, width, bottom);
    return picture(width, bottom + 4,
                   sentence("Lanes of a warp over time, steps {first} to {last} of {all}",
                            {{"first", first + 1}, {"last", first + count}, {"all", warp.all_steps.value_or(all)}}),
                   svg);
}

std::string addresses_picture(const protocol::WarpDocument& warp, int step) {
    const protocol::WarpSite& site = warp.site_of(step);
    const std::string fill = std::string("fill=\"") + tone(site.array) + "\"",
                      frame = "fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.6\"";
    // `scale` is the width of a byte in pixels, and `gap` is the space between sectors in pixels.
    constexpr int scale = 4, gap = 8, in_line = 5, height = 14, line_height = 34;
    if (touches_global(site)) {
        std::string svg;
        int n = 0;
        const auto pieces = pieces_of(warp, step);
        const auto base = warp.arrays[static_cast<std::size_t>(site.array)].base;
        for (const auto& [at, bytes] : pieces) {
            const int x = 1 + n % in_line * (piece_bytes * scale + gap), y = 14 + n / in_line * line_height;
            for (int b = 0; b < piece_bytes; ++b)
                if ((bytes >> b & 1U) != 0) svg += rectangle(x + b * scale, y, scale, height, fill);
            svg += rectangle(x, y, piece_bytes * scale, height, frame);
            const auto element = (static_cast<std::int64_t>(at * piece_bytes) - static_cast<std::int64_t>(base)) /
                                 std::max(1, site.element_bytes);
            svg += word(x, y - 3, warp.array_of(step) + "[" + std::to_string(element) + "]");
            ++n;
        }
        return picture(in_line * (piece_bytes * scale + gap), 14 + (n + in_line - 1) / in_line * line_height,
                       step_sentence(warp, step), svg);
    }
    if (site.space == simulated::Space::shared && site.array >= 0) {
        std::string svg;
        std::size_t most = 1;
        const auto words = words_of_banks(warp, step);
        for (const auto& each : words) most = std::max(most, each.size());
        const int bar = 6, top = static_cast<int>(most) * bar + 4;
        for (int bank = 0; bank < bank_count; ++bank) {
            const int x = bank * 20 + 1, tall = static_cast<int>(words[static_cast<std::size_t>(bank)].size()) * bar;
            svg += rectangle(x, top - tall, 16, tall, fill) + rectangle(x, top, 16, 3, frame);
            if (bank % 4 == 0) svg += word(x + 8, top + 18, number(bank), "middle");
        }
        return picture(bank_count * 20, top + 24, step_sentence(warp, step), svg);
    }
    return picture(360, 20, step_sentence(warp, step), word(0, 14, sentence("This step does not access memory.")));
}

} // namespace warploom::app
