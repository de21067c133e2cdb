#include "utf8.h"

#include <stdbool.h>

/* Bytes of the characters that begin with this one; 0: none does. */
static unsigned length(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first < 0xc2 || first > 0xf4)
		return 0;
	return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/* Is a character in its shortest form, no surrogate, and at most U+10FFFF, as its second byte tells? */
static bool allowed(unsigned char first, unsigned char second)
{
	return !(first == 0xe0 && second < 0xa0) && !(first == 0xed && second > 0x9f) && !(first == 0xf0 && second < 0x90) && !(first == 0xf4 && second > 0x8f);
}

/* Bytes of the character that the text begins with; 0: it is not UTF-8. */
static unsigned character(const char *text, size_t size)
{
	const unsigned char *const c = (const unsigned char *)text;
	const unsigned n = length(*c);

	if (n > size || (n > 1 && !allowed(c[0], c[1])))
		return 0;
	for (unsigned i = 1; i < n; i++)
		if ((c[i] & 0xc0) != 0x80)
			return 0;
	return n;
}

size_t utf8_put(const char *text, size_t size, FILE *f)
{
	const unsigned char c = (unsigned char)*text;
	const unsigned n = character(text, size);

	if (n) {
		fwrite(text, 1, n, f);
		return n;
	}
	fputc(0xc0 | c >> 6, f);
	fputc(0x80 | (c & 0x3f), f);
	return 1;
}

void utf8_write(const char *text, size_t size, FILE *f)
{
	for (size_t i = 0; i < size;)
		i += utf8_put(text + i, size - i, f);
}
