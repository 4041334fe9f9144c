// refused: 2:20 This `{` is never closed.
void run(int rows) {
    if (rows > 0) {
}
