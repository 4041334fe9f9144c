#pragma once

// What the kernels of conjugate gradients work on, and the figures of an iteration. Those stay where the vectors are, so
// that no iteration waits for the host. Each is written by one kernel and read by later ones: threads of one launch never
// read what it writes. The host part in C++ includes this as well.

/// How z comes from r: z = r, z = D⁻¹ r on the way, or z was solved for between the launches.
constexpr int cg_unscaled = 0;
constexpr int cg_diagonal = 1;
constexpr int cg_solved = 2;

/// (r, r) after each iteration of a stretch is kept for so many iterations; a longer stretch is cut.
constexpr int cg_history_size = 4096;
/// Threads a block, whatever the product takes.
constexpr int cg_block_size = 256;
/// Blocks at most: all of them add up one sum of every block.
constexpr int cg_most_blocks = 1024;

template <typename T> struct CgScalars {
    T rz;        ///< (r, z) of the present residual; written by the direction
    T rz_before; ///< the same one residual ago; written by the residual
    T alpha;     ///< written by the residual
    T p_ap;      ///< (p, A p); written by the residual
    T rr;        ///< (r, r) of the present residual; written by the direction
    T threshold; ///< the iteration stops where (r, r) is not above it; negative: never
    T omega;     ///< of BiCGSTAB; written by its residual
};

struct CgFlags {
    int done;    ///< iterations since the stretch began
    int limit;   ///< iterations of the stretch
    int stopped; ///< nothing more is done; written by the direction
    int halted;  ///< this iteration does nothing; written by the residual
    int broken;  ///< p·Ap was not positive, or something was not finite
};

template <typename T> struct CgVectors {
    long long n;
    int blocks;
    int scaling;      ///< cg_unscaled, cg_diagonal or cg_solved
    T *x, *r, *p, *q; ///< n entries each; q = A p
    T* z;             ///< n entries, cg_solved only
    T* kept;          ///< n entries, where p waits while the product is used for something else
    const T *b, *inverse_diagonal;
    T *sums_pq, *sums_rr, *sums_rz; ///< a sum of each block
    CgScalars<T>* scalar;
    CgFlags* flag;
    T* history; ///< cg_history_size
};
