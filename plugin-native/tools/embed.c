/* Turns a text file (standard input) into a C string (standard output): the tuner file that the plugin is
 * built with. */
#include <stdio.h>

int main(int argc, char **argv) {
  if (argc != 2) {
    fputs("usage: embed NAME < FILE > HEADER\n", stderr);
    return 2;
  }
  printf("static const char %s[] = \"", argv[1]);
  for (int c; (c = getchar()) != EOF;) {
    if (c == '\n')
      fputs("\\n\"\n    \"", stdout);
    else if (c == '"' || c == '\\' || c == '?')
      printf("\\%c", c); /* a question mark could begin a trigraph */
    else
      putchar(c);
  }
  puts("\";");
  return ferror(stdin) || fflush(stdout) != 0 ? 1 : 0;
}
