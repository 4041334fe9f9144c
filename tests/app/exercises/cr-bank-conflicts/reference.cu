// from: starter
// without: #define PLACE(i) (i)
// without: #define PLACES MOST
// instead: #define PLACE(i) ((i) + (i) / 16)
// instead: #define PLACES (MOST + MOST / 16)
