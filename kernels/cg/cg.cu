// title: Conjugate gradients, one launch after the other
// summary: The product, then three launches for dot products and updates; the host starts each of them.
// source: prata2010 4.3

// What an iteration of the conjugate gradient method does beside the product, in three launches (prata2010, section 4.3;
// Hestenes & Stiefel 1952). Three textbook steps are fused into each, so that a vector is read and written as rarely as the
// dependences allow: 16 + 24 + 40 bytes a row in double instead of 112.
//
//   product      q = A p
//   cg_dot       sums of p·q
//   cg_residual  α = (r, z) / p·q;  r -= α q;  sums of r·r and r·z
//   cg_direction β = (r, z) / (r, z) before;  x += α p;  p = z + β p
//
// With a preconditioner the last two have kernels of their own, which read z or make it on the way.
//
// A dot product ends in two launches: every block leaves its own sum, and every block of the next launch adds up all of
// those, in one fixed order. So no block waits for another, there are no atomics, and two runs give the same bits.
//
// This text has no run: kernels/cg/launched_cg.h launches the kernels by their names.

#include "../headers/cg_start.cuh"
#include "../headers/cg_step.cuh"
#include "../headers/factor_level.cuh"
#include "../headers/level_solves.cuh"
