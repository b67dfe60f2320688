import { FormatError } from "../../errors.ts";
import { createPointList, reserve, trimmed } from "../growing-list.ts";
import { readNumber } from "./read-number.ts";
import { hasMore, quote } from "./text-cursor.ts";

/** The finite numbers of a text, separated by blanks. Throws `FormatError`; `where` begins its message. */
export function numbersIn(text: string, where: string): Float64Array {
  const cursor = { bytes: new TextEncoder().encode(text), source: where, at: 0 };
  const list = createPointList();
  while (hasMore(cursor)) {
    if (list.length === list.values.length) reserve(list, 1);
    const start = cursor.at;
    if (!readNumber(cursor, list.values, list.length) || !Number.isFinite(list.values[list.length])) {
      cursor.at = start;
      throw new FormatError(`${where}: number ${list.length} is ${quote(cursor)}, not a finite number`);
    }
    list.length++;
  }
  return trimmed(list);
}
