// inout: a T[n
// n: 1 .. 100

// line: 1
// says: Invalid `inout` line.
// hint: Write the name, the type and the size
