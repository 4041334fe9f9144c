// in: a T[n]
// out: b T[n]
// n: 100 .. 1

// line: 3
// says: There is no value for `n`: its range is empty.
// hint: Write the smaller number first.
