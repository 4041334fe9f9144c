// title: Grayscale
// summary: Converts an image with three bytes per pixel to one byte per pixel, with integer weights.
// in: rgb unsigned char[pixels * 3]
// out: gray unsigned char[pixels]
// pixels: 0 .. 10000000

void expected(int pixels, const unsigned char* rgb, unsigned char* gray) {
    for (int p = 0; p < pixels; ++p) gray[p] = (77 * rgb[3 * p] + 150 * rgb[3 * p + 1] + 29 * rgb[3 * p + 2]) / 256;
}
