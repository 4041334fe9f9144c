#pragma once

#include "engine/error.h"
#include "engine/network/input_lines.h"
#include "engine/network/network_reader.h"
#include "engine/network/water_network.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warploom::network {

/// Builds a water network from the lines of a file. There are three passes, so the sections can be in any order. The
/// first pass reads nodes, curves, patterns and options. The second one reads links, and the third one reads sections
/// that refer to nodes and links.
class NetworkBuilder {
public:
    NetworkBuilder(const std::string& name, Defects defects);
    /// Builds the water network. May be called only once. The lines and their text must outlive the builder. Errors:
    /// "file.malformed", "cancelled".
    WaterNetwork build(const InputLines& input, const Progress& progress);

private:
    using Node = WaterNetwork::Node;
    using Link = WaterNetwork::Link;
    struct Demand {
        std::int32_t junction;
        double base;
        std::string_view pattern; ///< name of the demand pattern; empty for the default pattern
        std::int64_t line;
    };
    struct Place {
        std::int64_t line;
        std::int32_t number; ///< node number; negative for reservoirs and tanks until their numbers are assigned
    };
    using ReadLine = void (NetworkBuilder::*)();

    void pass(int number, const InputLines& input, const Progress& progress);
    /// Returns the function that reads lines of a section, or null if this pass skips the section.
    static ReadLine reader_of(int pass, Section section);
    void read_junction();
    void read_reservoir();
    void read_tank();
    void read_curve();
    void read_pattern();
    void read_option();
    void read_time();
    void read_pipe();
    void read_pump();
    void read_valve();
    void read_demand();
    void read_status();
    void read_place();
    void read_vertex();

    void add_node(Node node);
    void number_nodes();
    void settle_options();
    void apply_patterns();
    double multiplier(std::string_view pattern) const;
    void tell_of_nobody(std::int64_t lines, const char* section, const char* what);

    Link link_between(Link::Kind kind) const;
    void add_link(Link link);
    void add_curve_point(std::string_view id, Point point);
    void read_pump_numbers(Link& pump);
    void read_pump_words(Link& pump);
    std::int32_t curve_called(std::string_view id) const;
    std::int32_t pump_curve_called(std::string_view id);
    /// Maps the index of each curve checked so far to an error message, or to an empty string if the curve is valid.
    using Verdicts = std::unordered_map<std::int32_t, std::string>;
    const std::string& verdict_on(std::int32_t curve, Verdicts& known,
                                  std::string (*judge)(const std::vector<Point>&)) const;

    Error refusal(const std::string& problem) const;
    bool is_number(std::size_t index) const;
    double number(std::size_t index, const char* what) const;
    double positive(std::size_t index, const char* what) const;
    double at_least_zero(std::size_t index, const char* what) const;
    void require_words(std::size_t least, const char* form) const;

    WaterNetwork network_;
    Defects defects_;
    std::int64_t line_ = 0;
    std::vector<std::string_view> words_;

    std::vector<Node> junctions_, sources_;
    std::unordered_map<std::string_view, Place> nodes_, links_;
    std::unordered_map<std::string_view, std::int32_t> curves_;
    Verdicts pump_verdicts_, valve_verdicts_;
    std::unordered_map<std::string_view, std::vector<double>> patterns_;
    std::vector<Demand> demands_;    ///< demands defined in [JUNCTIONS]
    std::vector<Demand> categories_; ///< demands defined in [DEMANDS], which override demands_
    /// Head patterns of reservoirs; the member `junction` is the reservoir's index.
    std::vector<Demand> head_patterns_;
    std::vector<Demand> speed_patterns_; ///< speed patterns of pumps; the member `junction` is the pump's index
    std::string_view usual_pattern_ = "1";
    double pattern_start_ = 0, pattern_step_ = 3600; ///< start time and time step of patterns in seconds
    std::int64_t places_of_nobody_ = 0, vertices_of_nobody_ = 0;
    std::optional<PressureUnit> pressure_;
    /// Viscosity as specified in the file: relative, or in square feet or square meters per second.
    double viscosity_ = 1;
};

} // namespace warploom::network
