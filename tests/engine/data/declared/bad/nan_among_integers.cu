// in: a int[n]
// out: b T[n]
// n: 1 .. 100
// a: one nan

// line: 4
// says: The elements of `a` are integers.
// hint: Write `integers 0 .. 9`
