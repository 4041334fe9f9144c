#pragma once

// Vectors and scalars of the conjugate gradient method. Scalars stay in device memory, so no iteration waits for the
// host. A launch never reads a scalar that it writes. Host code also includes this file.

/// Ways to compute z from r: z = r; z = D⁻¹ r, computed on the fly; or a separate solve between the launches.
constexpr int cg_unscaled = 0;
constexpr int cg_diagonal = 1;
constexpr int cg_solved = 2;

/// Maximum number of iterations with a recorded (r, r). Longer batches are split.
constexpr int cg_history_size = 4096;
/// Number of threads per block of the vector kernels. It does not depend on the block size of the product.
constexpr int cg_block_size = 256;
/// Maximum number of blocks. It is limited because every block adds up the partial sums of all blocks.
constexpr int cg_most_blocks = 1024;

template <typename T> struct CgScalars {
    T rz;        ///< (r, z) of the current residual; written by the direction kernel
    T rz_before; ///< (r, z) of the previous residual; written by the residual kernel
    T alpha;     ///< step length; written by the residual kernel
    T p_ap;      ///< (p, A p); written by the residual kernel
    T rr;        ///< (r, r) of the current residual; written by the direction kernel
    T threshold; ///< iterations stop if (r, r) <= threshold, so never if it is negative
    T omega;     ///< used only by BiCGSTAB; written by its residual kernel
};

struct CgFlags {
    int done;
    int limit;
    int stopped; ///< if set, all later iterations do nothing; written by the direction kernel
    int halted;  ///< if set, the rest of this iteration does nothing; written by the residual kernel
    int broken;  ///< whether p·Ap was not positive, or a value was not finite
};

template <typename T> struct CgVectors {
    long long n;
    int blocks;
    int scaling;      ///< type of preconditioner: cg_unscaled, cg_diagonal or cg_solved
    T *x, *r, *p, *q; ///< arrays of n elements; q = A p
    T* z;             ///< array of n elements; only for cg_solved
    T* kept;          ///< copy of p while the product computes A x
    const T *b, *inverse_diagonal;
    T *sums_pq, *sums_rr, *sums_rz;
    CgScalars<T>* scalar;
    CgFlags* flag;
    T* history; ///< cg_history_size elements
};
