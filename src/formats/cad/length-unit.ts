import type { OcctSettings } from "./occt.ts";

// The unit of a CAD file. OpenCASCADE converts everything to a unit it is asked for: asked for the file's own, it leaves the
// numbers as they are, where millimetres would turn 39.37 inches into 999.9999999999877.

export type CadUnit = OcctSettings["linearUnit"];

export const METRES: Readonly<Record<CadUnit, number>> = {
  millimeter: 1e-3,
  centimeter: 1e-2,
  meter: 1,
  inch: 0.0254,
  foot: 0.3048,
};

const SI: Readonly<Record<string, CadUnit>> = {
  $: "meter",
  ".MILLI.": "millimeter",
  ".CENTI.": "centimeter",
};
const NAMED: Readonly<Record<string, CadUnit>> = {
  INCH: "inch",
  FOOT: "foot",
  MILLIMETRE: "millimeter",
  MILLIMETER: "millimeter",
  CENTIMETRE: "centimeter",
  CENTIMETER: "centimeter",
  METRE: "meter",
  METER: "meter",
};
const FLAGS: Readonly<Record<string, CadUnit>> = {
  1: "inch",
  2: "millimeter",
  4: "foot",
  6: "meter",
  10: "centimeter",
};
const LONGEST_STATEMENT = 4096;
const NEWLINE = 10;
/** The letter D in column 73. */
const DIRECTORY = 68;
const SEMICOLON = 59;

/** The unit of all contexts of a STEP file; null if they differ, or it is another one. */
export function unitOfStep(bytes: Uint8Array): CadUnit | null {
  const units = new Map<string, CadUnit | null>();
  for (const statement of statementsWith(bytes, "LENGTH_UNIT")) {
    const [, id] = /^\s*(#\d+)\s*=/.exec(statement) ?? [];
    const [, prefix] = /SI_UNIT\s*\(\s*(\$|\.\w+\.)\s*,\s*\.METRE\.\s*\)/i.exec(statement) ?? [];
    const [, name] = /CONVERSION_BASED_UNIT\s*\(\s*'\s*(\w+)/i.exec(statement) ?? [];
    const unit = name === undefined ? SI[prefix?.toUpperCase() ?? ""] : NAMED[name.toUpperCase()];
    if (id !== undefined) units.set(id, unit ?? null);
  }
  const used = new Set<CadUnit | null>();
  for (const statement of statementsWith(bytes, "GLOBAL_UNIT_ASSIGNED_CONTEXT")) {
    const [, list = ""] = /GLOBAL_UNIT_ASSIGNED_CONTEXT\s*\(\s*\(([^)]*)\)/i.exec(statement) ?? [];
    for (const id of list.match(/#\d+/g) ?? []) if (units.has(id)) used.add(units.get(id)!);
  }
  return used.size === 1 ? [...used][0] : null;
}

/** The unit flag of an IGES file, the fourteenth value of its global section; null for another unit. */
export function unitOfIges(bytes: Uint8Array): CadUnit | null {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 2 ** 16));
  const section = head
    .split(/\r?\n/)
    .filter((line) => line[72] === "G")
    .map((line) => line.slice(0, 72))
    .join("");
  // Strings are written with their length, as 2HMM, and may contain commas. The first two values are the separators.
  const values: string[] = [];
  let at = 0;
  const comma = /^1H(.)/.exec(section)?.[1] ?? ",";
  while (values.length < 14 && at < section.length) {
    const [, length] = /^\s*(\d{1,5})H/.exec(section.slice(at, at + 12)) ?? [];
    const start = length === undefined ? at : section.indexOf("H", at) + 1 + Number(length);
    const end = section.indexOf(comma, start);
    if (end < 0) break;
    values.push(section.slice(at, end).trim());
    at = end + 1;
  }
  return FLAGS[values[13] ?? ""] ?? null;
}

/** How many statements of a STEP file define a face. */
export function countStepFaces(bytes: Uint8Array): number {
  let count = 0;
  for (const word of ["ADVANCED_FACE", "FACE_SURFACE"])
    for (let at = indexOfWord(bytes, word, 0); at >= 0; at = indexOfWord(bytes, word, at + 1)) count++;
  return count;
}

/** Bounded surface, trimmed surface, face. */
const IGES_FACES = new Set([143, 144, 510]);

/**
 * How many entries of an IGES file's directory are faces. An entry has two lines, and both name its type: where damage made them
 * differ, one that says face is enough.
 */
export function countIgesFaces(bytes: Uint8Array): number {
  const text = new TextDecoder("latin1");
  let [count, line, first, isFace] = [0, 0, true, false];
  for (let end = 0; line < bytes.length; line = end + 1) {
    end = bytes.indexOf(NEWLINE, line);
    if (end < 0) end = bytes.length;
    if (bytes[line + 72] !== DIRECTORY || end - line < 73) continue;
    const type = Number(text.decode(bytes.subarray(line, line + 8)));
    isFace = IGES_FACES.has(type) || (!first && isFace);
    if (!first && isFace) count++;
    first = !first;
  }
  return count;
}

function* statementsWith(bytes: Uint8Array, word: string): Generator<string> {
  for (let at = indexOfWord(bytes, word, 0); at >= 0; ) {
    const before = bytes.lastIndexOf(SEMICOLON, at);
    const after = bytes.indexOf(SEMICOLON, at);
    const end = after < 0 ? bytes.length : after;
    const from = Math.max(before + 1, at - LONGEST_STATEMENT);
    yield new TextDecoder("latin1").decode(bytes.subarray(from, Math.min(end, at + LONGEST_STATEMENT)));
    at = indexOfWord(bytes, word, end);
  }
}

/** Where a word in capitals that is followed by a parenthesis begins; −1 if it does not occur. */
function indexOfWord(bytes: Uint8Array, word: string, from: number): number {
  const first = word.charCodeAt(0);
  const IS_LETTER = /[A-Z0-9_]/;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let i = 1;
    while (i < word.length && bytes[at + i] === word.charCodeAt(i)) i++;
    if (i < word.length) continue;
    const [before, after] = [bytes[at - 1] ?? 0, bytes[at + i] ?? 0];
    if (!IS_LETTER.test(String.fromCharCode(before)) && !IS_LETTER.test(String.fromCharCode(after)))
      return at;
  }
  return -1;
}
