// out: b T[n]
// n: 1 .. 100
// tolerance: 1e-6
// tolerance: exact

// line: 4
// says: `tolerance` has already been declared on line 3.
// hint: Remove one of the two lines.
