/**
 * Whether a whole text matches: `*` stands for any characters, including none and `/`, `?` for one, and `\` quotes the next
 * one. Nothing else is special, because names of parts are full of brackets and dots.
 *
 * Two cursors and one position to return to: no pattern takes more steps than its length times the text's.
 */
export function createGlob(pattern: string): (text: string) => boolean {
  const symbols = parse(pattern);
  return (text) => matches(symbols, Array.from(text));
}

const ANY_TEXT = Symbol("*");
const ANY_LETTER = Symbol("?");
type GlobSymbol = string | typeof ANY_TEXT | typeof ANY_LETTER;

function parse(pattern: string): GlobSymbol[] {
  const symbols: GlobSymbol[] = [];
  const letters = Array.from(pattern);
  for (let i = 0; i < letters.length; i++) {
    const letter = letters[i];
    if (letter === "*") symbols.push(ANY_TEXT);
    else if (letter === "?") symbols.push(ANY_LETTER);
    else if (letter === "\\" && i + 1 < letters.length) symbols.push(letters[++i]);
    else symbols.push(letter);
  }
  return symbols;
}

function matches(symbols: readonly GlobSymbol[], letters: readonly string[]): boolean {
  let s = 0;
  let t = 0;
  let star = -1; // the last * seen
  let behind = 0; // where the text after the part matched by the star begins
  while (t < letters.length) {
    if (symbols[s] === ANY_TEXT) {
      star = s++;
      behind = t;
    } else if (s < symbols.length && (symbols[s] === ANY_LETTER || symbols[s] === letters[t])) {
      s++;
      t++;
    } else if (star >= 0) {
      s = star + 1;
      t = ++behind;
    } else return false;
  }
  while (symbols[s] === ANY_TEXT) s++;
  return s === symbols.length;
}
