// Names come from files and may hold anything. XML cannot hold control characters at all, terminals obey them, and
// half a surrogate pair has no UTF-8.

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNPRINTABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/gu;

/**
 * The text with each control character, except tab and line ends, as its picture (␛ for escape), and what has no picture as
 * U+FFFD. Different names may become one; keys in JSON are never changed.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
}
