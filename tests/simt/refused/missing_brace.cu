// refused: 2:20 Missing `}` for this `{`.
void run(int rows) {
    if (rows > 0) {
}
