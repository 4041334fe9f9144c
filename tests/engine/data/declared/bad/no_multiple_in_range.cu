// out: b T[n]
// n: multiples of 32, 33 .. 63

// line: 2
// says: There is no value for `n`: its range is empty.
// hint: Write the smaller number first.
