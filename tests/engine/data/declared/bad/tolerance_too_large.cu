// out: b T[n]
// n: 1 .. 100
// tolerance: 2

// line: 3
// says: `2` is not a tolerance.
// hint: such as `1e-6`, or `exact`
