import { FormatError } from "../../errors.ts";
import { type Budget, checkDepth, limitOf } from "../budget.ts";
import { lineAt, type TextCursor } from "../text/text-cursor.ts";

// The syntax of a STEP file (ISO 10303-21), in which IFC is written: statements such as #12=IFCWALL('name',$,(#3,#4));
// web-ifc never returns if a parenthesis is missing, and silently reads what a broken download has left. So the syntax is
// checked before web-ifc sees the file; what the statements mean is left to it.

const SPACE = 32;
const EXCLAMATION = 33;
const QUOTES = 34; // "
const HASH = 35;
const DOLLAR = 36;
const QUOTE = 39; // '
const OPEN = 40;
const CLOSE = 41;
const STAR = 42;
const PLUS = 43;
const COMMA = 44;
const MINUS = 45;
const DOT = 46;
const SLASH = 47;
const SEMICOLON = 59;
const EQUALS = 61;
const UNDERSCORE = 95;
const LETTER_E = 101;

/** Letters, digits, and the characters of numbers, enumerations, references, keywords, $ and *. */
const IS_WORD = Uint8Array.from({ length: 256 }, (_, code) =>
  /[\w.+\-#$*!&]/.test(String.fromCharCode(code)) && code < 128 ? 1 : 0,
);

// The parser's state: what may come next.
const STATEMENT = 0; // a section's name, an entity of the header, or #12
const HEAD = 1; // after a statement's name: = ( or ;
const KEYWORD = 2; // after = the entity's name
const LIST = 3; // after the entity's name: (
const FIRST = 4; // after ( a value, a list, or )
const VALUE = 5; // after a comma: a value or a list
const TYPED = 6; // after a word among values: , ) or ( for IFCLABEL('name')
const NEXT = 7; // after a value: , or ) or, outside all lists, ;
const PARTIAL = 8; // in #12=(LENGTH_UNIT()NAMED_UNIT(*)); an entity's name, or )

const WANTED = [
  "a statement",
  '"=", "(" or ";"',
  "the name of an entity",
  '"("',
  'a value, "(" or ")"',
  'a value or "("',
  '",", ")" or "("',
  '"," or ")"',
  'the name of an entity or ")"',
];
const END = "END-ISO-10303-21";

/**
 * Throws `FormatError` with the line unless the text from the cursor to its end is a STEP file. Entities of several types at once
 * occur in CAD models and not in IFC, and web-ifc does not expect them.
 */
export function checkStep(
  { bytes, source, at: start }: TextCursor,
  budget: Budget,
  permitsComplex = false,
): void {
  const end = bytes.length;
  let at = start;
  let state = STATEMENT;
  let depth = 0;
  const deepest = limitOf(budget, "depth");
  let statement = start;
  let isComplex = false;
  const complain = (where: number, complaint: string): never => {
    throw new FormatError(`${source}, line ${lineAt(bytes, where)}: ${complaint}`);
  };
  const refuse = (): never => {
    const wanted = state === NEXT && depth === 0 ? '";"' : WANTED[state];
    return complain(at, `expected ${wanted}, got "${String.fromCharCode(bytes[at])}"`);
  };
  while (at < end) {
    const code = bytes[at];
    if (code <= SPACE) at++;
    else if (IS_WORD[code] === 1) {
      const word = at;
      while (at < end && IS_WORD[bytes[at]] === 1) at++;
      if (state >= KEYWORD && !isWellFormed(bytes, word, at, state === KEYWORD || state === PARTIAL))
        complain(word, `"${quote(bytes, word, at)}" is neither a name nor a value`);
      if (state === STATEMENT) {
        statement = word;
        state = HEAD;
      } else if (state === KEYWORD || state === PARTIAL) state = LIST;
      else if (state === FIRST || state === VALUE) state = TYPED;
      else {
        at = word;
        refuse();
      }
    } else if (code === COMMA) {
      if (depth === 0 || state < TYPED || state === PARTIAL) refuse();
      state = VALUE;
      at++;
    } else if (code === OPEN) {
      if (state === KEYWORD && permitsComplex) isComplex = true;
      else if (state === STATEMENT || state === KEYWORD || state === NEXT || state === PARTIAL) refuse();
      depth++;
      if (depth > deepest) checkDepth(budget, depth, `${source}, line ${lineAt(bytes, at)}`);
      state = state === KEYWORD ? PARTIAL : FIRST;
      at++;
    } else if (code === CLOSE) {
      if (depth === 0 || (state !== FIRST && state < TYPED)) refuse();
      depth--;
      state = isComplex && depth === 1 ? PARTIAL : NEXT;
      at++;
    } else if (code === QUOTE || code === QUOTES) {
      if (state !== FIRST && state !== VALUE) refuse();
      const close = bytes.indexOf(code, at + 1);
      if (close < 0) complain(at, "a string without an end");
      // A doubled quote stands for one quote within the string.
      at = close + 1;
      state = bytes[at] === code ? VALUE : NEXT;
    } else if (code === SEMICOLON) {
      if (depth > 0 || (state !== HEAD && state !== NEXT)) refuse();
      if (state === HEAD && isWord(bytes, statement, END)) return;
      state = STATEMENT;
      isComplex = false;
      at++;
    } else if (code === EQUALS) {
      if (state !== HEAD || bytes[statement] !== HASH) refuse();
      state = KEYWORD;
      at++;
    } else if (code === SLASH && bytes[at + 1] === STAR) {
      const close = endOfComment(bytes, at + 2);
      if (close < 0) complain(at, "a comment without an end");
      at = close;
    } else refuse();
  }
  complain(end, `the file ends before ${END};, it was cut off`);
}

/** Whether a word is a name, a number, a reference such as #12, an enumeration such as .T., or one of $ and *. */
function isWellFormed(bytes: Uint8Array, from: number, to: number, isName: boolean): boolean {
  const first = bytes[from];
  if (isName || isLetter(first)) {
    for (let at = from; at < to; at++) if (!isLetter(bytes[at]) && !isDigit(bytes[at])) return false;
    return isLetter(first);
  }
  if (first === DOLLAR || first === STAR) return to === from + 1;
  if (first === HASH) {
    for (let at = from + 1; at < to; at++) if (!isDigit(bytes[at])) return false;
    return to > from + 1;
  }
  if (first === DOT && bytes[to - 1] === DOT && to > from + 2) {
    for (let at = from + 1; at < to - 1; at++) if (!isLetter(bytes[at]) && !isDigit(bytes[at])) return false;
    return true;
  }
  return isNumber(bytes, from, to);
}

/**
 * Sign and digits; a real number also has a dot, digits and an exponent. A real number without digits before its dot is
 * accepted.
 */
function isNumber(bytes: Uint8Array, from: number, to: number): boolean {
  let at = isSign(bytes[from]) ? from + 1 : from;
  const digits = at;
  while (at < to && isDigit(bytes[at])) at++;
  let count = at - digits;
  if (at < to && bytes[at] === DOT) {
    const decimals = ++at;
    while (at < to && isDigit(bytes[at])) at++;
    count += at - decimals;
  }
  if (count === 0) return false;
  if (at < to && (bytes[at] | 32) === LETTER_E) {
    at += isSign(bytes[at + 1]) ? 2 : 1;
    const power = at;
    while (at < to && isDigit(bytes[at])) at++;
    if (at === power) return false;
  }
  return at === to;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  const small = code | 32;
  return (small >= 97 && small <= 122) || code === UNDERSCORE || code === EXCLAMATION;
}

function isSign(code: number): boolean {
  return code === PLUS || code === MINUS;
}

function quote(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, Math.min(to, from + 40)));
}

function isWord(bytes: Uint8Array, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false;
  return IS_WORD[bytes[at + word.length]] === 0;
}

function endOfComment(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(STAR, from); at >= 0; at = bytes.indexOf(STAR, at + 1))
    if (bytes[at + 1] === SLASH) return at + 2;
  return -1;
}

/** The first name in FILE_SCHEMA, such as "IFC4"; "" if the file names no schema. */
export function schemaOf({ bytes, at }: TextCursor): string {
  const longest = 2 ** 16; // headers have a few hundred bytes
  const header = new TextDecoder("latin1").decode(bytes.subarray(at, at + longest));
  return /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/i.exec(header)?.[1]?.toUpperCase() ?? "";
}
