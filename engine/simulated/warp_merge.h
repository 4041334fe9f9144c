#pragma once

#include "engine/simulated/lane_log.h"
#include "engine/simulated/site_table.h"
#include "engine/simulated/trace.h"

#include <array>
#include <cstdint>

namespace warploom::simulated {

/// Merges the logs of the lanes of one warp into the steps that the warp makes: always the lanes with the smallest
/// source position go on, all that stand at the same place of the same turn of the same loops as one step. For
/// structured code that is where SIMT hardware brings lanes together again: at the end of a branch, of a turn and of a
/// loop. Lanes are run only as far as their next entry is wanted.
class WarpMerge {
public:
    enum class State {
        stepped,    ///< `step` holds a step
        missed,     ///< `step` holds lanes that would have accessed something outside of its array
        met,        ///< `step` holds a meeting of the warp, which is over
        at_barrier, ///< `step` holds a barrier; the warp waits for release()
        divergent,  ///< the lanes that are left wait at different meetings, or some have returned
        done
    };

    /// The lanes have been started. `order`: in which they are run; null for ascending.
    void begin(Lane* lanes, int count, SourceTree& tree, const std::uint8_t* order);
    State advance(Step& step);
    void release(); ///< every warp has reached the barrier

    bool is_at_barrier() const { return at_barrier_; }
    std::uint32_t alive() const { return alive_; } ///< lanes that have not returned
    std::uint32_t lanes() const { return all_; }
    std::uint32_t place(int lane) const { return at_[lane]; } ///< of LaneEvent: where a lane stands
    const char* file(int lane) const { return file_[lane]; }

private:
    static constexpr int deepest = 24;
    struct Level {
        int node = 0;
        std::uint32_t turn = 0;
        std::uint64_t outside = 0; ///< context around it
    };
    struct Cursor {
        int depth = 0;
        std::uint64_t context = 0; ///< stands for all levels together
        std::array<Level, deepest> level;
    };

    void fetch(int lane);
    void resume(Lane& lane);
    void take_mark(Cursor& cursor, const LaneEvent& event);
    static void turn(Cursor& cursor, std::uint32_t turns);
    std::uint32_t same_position(int lane) const;
    bool stands_before(int a, int b) const;
    State meet(Step& step);
    void fill(Step& step, std::uint32_t active);

    Lane* lane_ = nullptr;
    SourceTree* tree_ = nullptr;
    const std::uint8_t* order_ = nullptr;
    std::uint32_t all_ = 0, alive_ = 0;
    std::uint32_t wanted_ = 0; ///< lanes whose next entry is not known yet
    std::uint32_t met_ = 0;    ///< lanes that stand at a meeting
    bool at_barrier_ = false;
    // Where each lane stands.
    std::array<std::uint64_t, warp_size> position_{};
    std::array<std::uint32_t, warp_size> at_{};
    std::array<std::uint32_t, warp_size> flops_{};
    std::array<std::int64_t, warp_size> index_{};
    std::array<const char*, warp_size> file_{};
    std::array<Cursor, warp_size> cursor_;
};

} // namespace warploom::simulated
