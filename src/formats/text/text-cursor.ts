import { FormatError } from "../../errors.ts";
import { plainBytes } from "../plain-bytes.ts";

// A position in the bytes of a text file. Readers work on bytes: decoding 100 MB to a string and splitting it into lines
// would cost more than the parsing. Line numbers are counted only for errors.

export interface TextCursor {
  readonly bytes: Uint8Array;
  /** The file's name, for errors. */
  readonly source: string;
  at: number;
}

const TAB = 9;
const NEWLINE = 10;
/** A line end inside a continued line, as `joinLines` leaves it. Blank, but counted as a line. */
const JOINED = 11;
const RETURN = 13;
const SPACE = 32;
const HASH = 35;
const BACKSLASH = 92;
const LONGEST_QUOTE = 40;

/** A cursor at the start of a text. Handles byte order marks, UTF-16 and the line ends of old Macs. */
export function openText(bytes: Uint8Array, source: string): TextCursor {
  if (bytes.length === 0) throw new FormatError(`${source}, byte 0: the file is empty`);
  const text = withNewlines(inUtf8(plainBytes(bytes)));
  const hasMark = text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf;
  return { bytes: text, source, at: hasMark ? 3 : 0 };
}

function inUtf8(bytes: Uint8Array): Uint8Array {
  const mark = bytes.length < 2 ? 0 : (bytes[0] << 8) | bytes[1];
  if (mark !== 0xfeff && mark !== 0xfffe) return bytes;
  // TextDecoder supports utf-16be only with full ICU, so big-endian bytes are swapped first.
  const copy = bytes.slice(2, bytes.length - (bytes.length % 2));
  if (mark === 0xfeff)
    for (let i = 0; i < copy.length; i += 2) [copy[i], copy[i + 1]] = [copy[i + 1], copy[i]];
  return new TextEncoder().encode(new TextDecoder("utf-16le").decode(copy));
}

function withNewlines(bytes: Uint8Array): Uint8Array {
  if (bytes.includes(NEWLINE) || !bytes.includes(RETURN)) return bytes;
  return bytes.map((byte) => (byte === RETURN ? NEWLINE : byte));
}

/**
 * The text with "\" at a line end replaced by blanks, so that the line continues; lines keep their numbers. Comments do not
 * continue: they often end with a Windows path, and the next line would be lost.
 */
export function joinLines(cursor: TextCursor): TextCursor {
  const { bytes } = cursor;
  let at = bytes.indexOf(BACKSLASH);
  if (at < 0) return cursor;
  const joined = bytes.slice();
  // The first byte of the current line that is not blank. Both positions only advance, so lines of a million continuations
  // are read in one pass.
  let ink = 0;
  let newline = bytes.indexOf(NEWLINE);
  for (; at >= 0; at = bytes.indexOf(BACKSLASH, at + 1)) {
    while (newline >= 0 && newline < at) {
      if (joined[newline] === NEWLINE) ink = newline + 1;
      newline = bytes.indexOf(NEWLINE, newline + 1);
    }
    while (ink < at && isBlank(joined[ink])) ink++;
    const end = bytes[at + 1] === RETURN ? at + 2 : at + 1;
    if (bytes[end] !== NEWLINE || joined[ink] === HASH) continue;
    joined[at] = SPACE;
    joined[end] = JOINED;
  }
  return { ...cursor, bytes: joined };
}

export function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === RETURN || byte === JOINED || byte === 12;
}

/** Skips blanks; whether anything other than a comment is left on the line. */
export function hasMoreOnLine(cursor: TextCursor): boolean {
  const { bytes } = cursor;
  let at = cursor.at;
  while (at < bytes.length && isBlank(bytes[at])) at++;
  cursor.at = at;
  return at < bytes.length && bytes[at] !== NEWLINE && bytes[at] !== HASH;
}

/** Moves to the start of the next line, or to the end of the text. */
export function skipLine(cursor: TextCursor): void {
  const end = cursor.bytes.indexOf(NEWLINE, cursor.at);
  cursor.at = end < 0 ? cursor.bytes.length : end + 1;
}

/** Skips blanks, line ends and comments; false at the end of the text. */
export function hasMore(cursor: TextCursor): boolean {
  const { bytes } = cursor;
  let at = cursor.at;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === HASH) {
      at = bytes.indexOf(NEWLINE, at);
      if (at < 0) at = bytes.length;
    } else if (byte !== NEWLINE && !isBlank(byte)) break;
  }
  cursor.at = at < bytes.length ? at : bytes.length;
  return at < bytes.length;
}

/** Where the token that begins at the cursor ends. */
export function tokenEnd(cursor: TextCursor): number {
  const { bytes } = cursor;
  let at = cursor.at;
  while (at < bytes.length && bytes[at] !== NEWLINE && !isBlank(bytes[at])) at++;
  return at;
}

/** Whether the token at the cursor is this lower-case word, in any case. Skips it if so. */
export function skipWord(cursor: TextCursor, word: string): boolean {
  const { bytes, at } = cursor;
  const end = at + word.length;
  if (end > bytes.length) return false;
  for (let i = 0; i < word.length; i++) if ((bytes[at + i] | 32) !== word.charCodeAt(i)) return false;
  if (end < bytes.length && bytes[end] !== NEWLINE && !isBlank(bytes[end])) return false;
  cursor.at = end;
  return true;
}

/** The rest of the line without surrounding blanks; moves to the next line. */
export function readRestOfLine(cursor: TextCursor): string {
  const start = cursor.at;
  skipLine(cursor);
  return new TextDecoder().decode(cursor.bytes.subarray(start, cursor.at)).trim();
}

/** The token at the cursor, for an error. */
export function quote(cursor: TextCursor): string {
  if (cursor.at >= cursor.bytes.length) return "the end of the file";
  if (cursor.bytes[cursor.at] === NEWLINE) return "the end of the line";
  const end = Math.min(tokenEnd(cursor), cursor.at + LONGEST_QUOTE);
  return JSON.stringify(new TextDecoder("latin1").decode(cursor.bytes.subarray(cursor.at, end)));
}

/** The number, from 1, of the line that contains a byte. */
export function lineAt(bytes: Uint8Array, at: number): number {
  let line = 1;
  const end = Math.min(at, bytes.length);
  for (let i = 0; i < end; i++) if (bytes[i] === NEWLINE || bytes[i] === JOINED) line++;
  return line;
}

/** Throws `FormatError` with the file, the line and the reason. */
export function refuse(cursor: TextCursor, reason: string, at = cursor.at): never {
  throw new FormatError(`${cursor.source}, line ${lineAt(cursor.bytes, at)}: ${reason}`);
}
