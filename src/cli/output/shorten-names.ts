/** A word with the signs that follow it: "Building-", "ifc/", "house ", "007". */
const WORDS = /[\p{L}]+[^\p{L}\p{N}]*|\p{N}+[^\p{L}\p{N}]*|[^\p{L}\p{N}]+/gu;

/**
 * Makes a function that shortens one of `names` to a width. Words that many of the names have in common go first, the most common
 * ones before others: what differs is what a reader looks for. What is still too long then loses its middle.
 */
export function createShortener(names: Iterable<string>): (name: string, width: number) => string {
  const uses = new Map<string, number>();
  for (const name of new Set(names))
    for (const word of new Set(name.match(WORDS)?.map(coreOf))) uses.set(word, (uses.get(word) ?? 0) + 1);
  const usesOf = (word: string) => uses.get(coreOf(word)) ?? 0;
  return (name, width) => {
    if (lengthOf(name) <= width) return name;
    const words: string[] = name.match(WORDS) ?? [];
    const common = [...words.keys()]
      .filter((i) => usesOf(words[i]) > 1 && lengthOf(words[i]) > 1)
      .sort((i, j) => usesOf(words[j]) - usesOf(words[i]) || i - j);
    const isOut = new Uint8Array(words.length);
    let short = name;
    for (const i of common) {
      if (lengthOf(short) <= width) break;
      isOut[i] = 1;
      if (isOut.includes(0)) short = withoutWords(words, isOut);
    }
    return cut(short, width);
  };
}

/** A word without the signs that follow it. */
function coreOf(word: string): string {
  return word.replace(/[^\p{L}\p{N}]+$/u, "");
}

/** The words with "…" for each run of those that are out. */
function withoutWords(words: readonly string[], isOut: Uint8Array): string {
  return words
    .map((word, i) => {
      if (isOut[i] === 0) return isOut[i + 1] === 1 ? coreOf(word) : word;
      return i > 0 && isOut[i - 1] === 1 ? "" : "…";
    })
    .join("");
}

/** The text with its middle removed: the ends of names say most. */
export function cut(text: string, width: number): string {
  const letters = Array.from(text);
  if (letters.length <= width) return text;
  const front = Math.floor((width - 1) / 2);
  return [...letters.slice(0, front), "…", ...letters.slice(letters.length - (width - 1 - front))].join("");
}

/** The number of characters, not of code units. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
