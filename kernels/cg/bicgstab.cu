// title: BiCGSTAB, one launch after the other
// summary: Two products an iteration, for matrices that need not be symmetric, such as those of a reservoir.
// source: van der Vorst 1992; next step of rossignon2013

// What an iteration of BiCGSTAB does beside its two products and its two applications of the preconditioner (van der Vorst
// 1992; Saad 2003, algorithm 7.7, preconditioned from the right, so that r stays b - A x). Dot products end as those of
// the conjugate gradient method do: a launch leaves a sum for each block, the next one adds them up.
//
//   product             q = A p                      p is M⁻¹ d, q becomes v
//   bicgstab_dot        v = q, sums of r̂·v
//   bicgstab_half       α = ρ / r̂·v;  r -= α v;  x += α p;  p = M⁻¹ r
//   product             q = A p                      q is t
//   bicgstab_stabilise  sums of t·r and t·t
//   bicgstab_residual   ω = t·r / t·t;  x += ω p;  r -= ω q;  sums of r·r and r̂·r
//   bicgstab_direction  β = (ρ' / ρ) (α / ω);  d = r + β (d - ω v);  p = M⁻¹ d
//
// This text has no run: kernels/cg/launched_bicgstab.h launches the kernels by their names.

#include "../headers/bicgstab_step.cuh"
#include "../headers/cg_start.cuh"
#include "../headers/factor_level.cuh"
#include "../headers/level_solves.cuh"
