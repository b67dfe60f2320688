import { checkText } from "./check-argument.ts";

// Names come from files and may hold any character. XML forbids control characters, terminals obey them, and a lone surrogate has
// no UTF-8.

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
const UNPRINTABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/gu;
/**
 * Invisible characters: marks of writing direction, joiners, fillers, line ends. Names that differ only in these look alike, and
 * direction marks can show letters in another order.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu;

/**
 * The text for terminals and pages: like `storable`, with each invisible character as its code, such as \\u202e. Keys and names
 * in JSON are never changed.
 */
export function printable(text: string): string {
  checkText(text, "text");
  return storable(text).replace(INVISIBLE, (character) => {
    const code = character.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
}

/**
 * The text with each control character, except tab and line ends, as its Unicode picture (␛ for escape) or as U+FFFD. Different
 * names may become equal; keys in JSON are never changed.
 */
export function storable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
}
