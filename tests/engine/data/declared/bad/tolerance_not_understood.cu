// out: b T[n]
// n: 1 .. 100
// tolerance: small

// line: 3
// says: `small` is not a tolerance.
// hint: such as `1e-6`, or `exact`
