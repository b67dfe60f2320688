import { FormatError } from "../../errors.ts";
import {
  createIndexList,
  createPointList,
  type GrowingList,
  pushTriangle,
  reserve,
} from "../growing-list.ts";
import { readNumber } from "../text/read-number.ts";
import { lineAt } from "../text/text-cursor.ts";

// Nearly all of a 3MF model is <vertex x= y= z=/> and <triangle v1= v2= v3=/>. An XML parser makes an object of each, several
// hundred bytes where a vertex has 24. So these elements are read directly from the bytes, and cut out of the document before
// the XML parser sees it. Line ends stay, so that the parser's line numbers are those of the file.

/** The numbers of one <vertices> or <triangles> element. */
export interface MeshText {
  /** Of <vertices>. */
  points: Float64Array;
  /** Of <triangles>, and the bytes at which they begin. */
  indices: Uint32Array;
  places: Uint32Array;
  /** The properties of the first triangle that has some: the group and the index in it. */
  pid: string | null;
  pindex: string | null;
}

export interface CutDocument {
  /** The document without the children of <vertices> and <triangles>. */
  rest: Uint8Array;
  /** The contents of these elements, in document order. */
  texts: MeshText[];
}

const NEWLINE = 10;
const SPACE = 32;
const EXCLAMATION = 33;
const QUOTES = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const COLON = 58;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;

const COMMENT = ascii("<!--");
const COMMENT_END = ascii("-->");
const CDATA = ascii("<![CDATA[");
const CDATA_END = ascii("]]>");
const INSTRUCTION_END = ascii("?>");
const VERTICES = ascii("vertices");
const TRIANGLES = ascii("triangles");
const VERTEX = ascii("vertex");
const TRIANGLE = ascii("triangle");
const CORNERS = ["v1", "v2", "v3"].map(ascii);
const AXES = ["x", "y", "z"].map(ascii);
const PID = ascii("pid");
const P1 = ascii("p1");
const LONGEST_NUMBER = 64;

interface Scan {
  readonly bytes: Uint8Array;
  readonly source: string;
  at: number;
  /** Where the name and the value of the current attribute begin and end. */
  nameFrom: number;
  nameTo: number;
  valueFrom: number;
  valueTo: number;
}

/** Cuts the numbers out of a model document. Throws `FormatError` with the line. */
export function cutMeshes(bytes: Uint8Array, source: string): CutDocument {
  const scan: Scan = { bytes, source, at: 0, nameFrom: 0, nameTo: 0, valueFrom: 0, valueTo: 0 };
  const rest = new Uint8Array(bytes.length);
  const texts: MeshText[] = [];
  let length = 0;
  let kept = 0;
  for (scan.at = bytes.indexOf(LESS); scan.at >= 0; scan.at = bytes.indexOf(LESS, scan.at)) {
    if (skipMarkup(scan)) continue;
    const isVertices = isElement(scan, VERTICES);
    if (!isVertices && !isElement(scan, TRIANGLES)) {
      scan.at++;
      continue;
    }
    if (!skipTag(scan)) {
      texts.push({ ...NOTHING });
      continue; // <vertices/>
    }
    rest.set(bytes.subarray(kept, scan.at), length);
    length += scan.at - kept;
    const from = scan.at;
    texts.push(isVertices ? readVertices(scan) : readTriangles(scan));
    const cut = bytes.subarray(from, scan.at); // a search in all bytes would go on to the end, for each element
    for (let at = cut.indexOf(NEWLINE); at >= 0; at = cut.indexOf(NEWLINE, at + 1)) rest[length++] = NEWLINE;
    kept = scan.at;
  }
  rest.set(bytes.subarray(kept), length);
  length += bytes.length - kept;
  return { rest: rest.subarray(0, length), texts };
}

const NOTHING: MeshText = {
  points: new Float64Array(0),
  indices: new Uint32Array(0),
  places: new Uint32Array(0),
  pid: null,
  pindex: null,
};

const number = new Float64Array(1);
const digits = new Uint8Array(LONGEST_NUMBER + 1).fill(SPACE);

function readVertices(scan: Scan): MeshText {
  const points = createPointList(64);
  while (isNextChild(scan, VERTEX)) {
    reserve(points, 3);
    const at = scan.at;
    let found = 0;
    while (isNextAttribute(scan)) {
      const axis = AXES.findIndex((name) => isName(scan, name));
      if (axis < 0) continue;
      if (!readValue(scan)) refuse(scan, at, `${"xyz"[axis]} of <vertex> is "${quote(scan)}", not a number`);
      points.values[points.length + axis] = number[0];
      found |= 1 << axis;
    }
    if (found !== 7) refuse(scan, at, "a <vertex> needs x, y and z");
    points.length += 3;
    endChild(scan, VERTEX);
  }
  return { ...NOTHING, points: points.values.slice(0, points.length) };
}

function readTriangles(scan: Scan): MeshText {
  const indices = createIndexList(64);
  const places: GrowingList<Uint32Array> = createIndexList(64);
  const corners = [0, 0, 0];
  let pid: string | null = null;
  let pindex: string | null = null;
  while (isNextChild(scan, TRIANGLE)) {
    const at = scan.at;
    let found = 0;
    let ownGroup: string | null = null;
    let ownIndex: string | null = null;
    while (isNextAttribute(scan)) {
      const corner = CORNERS.findIndex((name) => isName(scan, name));
      if (corner >= 0) {
        if (!readValue(scan) || !Number.isInteger(number[0]) || number[0] < 0 || number[0] >= 2 ** 32)
          refuse(scan, at, `v${corner + 1} of <triangle> is "${quote(scan)}", not the index of a vertex`);
        corners[corner] = number[0];
        found |= 1 << corner;
      } else if (pid === null && isName(scan, PID)) ownGroup = quote(scan);
      else if (pid === null && isName(scan, P1)) ownIndex = quote(scan);
    }
    if (found !== 7) refuse(scan, at, "a <triangle> needs v1, v2 and v3");
    if (pid === null && ownGroup !== null) [pid, pindex] = [ownGroup, ownIndex];
    pushTriangle(indices, corners[0], corners[1], corners[2]);
    reserve(places, 1);
    places.values[places.length++] = at;
    endChild(scan, TRIANGLE);
  }
  return {
    points: NOTHING.points,
    indices: indices.values.slice(0, indices.length),
    places: places.values.slice(0, places.length),
    pid,
    pindex,
  };
}

/** Moves into the next child's tag, behind its name; false at the end tag of the parent. */
function isNextChild(scan: Scan, name: Uint8Array): boolean {
  const { bytes } = scan;
  for (;;) {
    while (bytes[scan.at] <= SPACE) scan.at++;
    if (bytes[scan.at] !== LESS)
      refuse(scan, scan.at, scan.at < bytes.length ? "text among numbers" : "the file ends within a mesh");
    if (skipMarkup(scan)) continue;
    if (bytes[scan.at + 1] === SLASH) return false;
    if (!isElement(scan, name)) refuse(scan, scan.at, `expected <${text(name)}>`);
    while (bytes[scan.at] > SPACE && bytes[scan.at] !== SLASH && bytes[scan.at] !== GREATER) scan.at++;
    return true;
  }
}

/** Finds the next attribute and moves behind it; false at the end of the tag. */
function isNextAttribute(scan: Scan): boolean {
  const { bytes } = scan;
  let at = scan.at;
  while (bytes[at] <= SPACE) at++;
  scan.at = at;
  if (bytes[at] === SLASH || bytes[at] === GREATER || at >= bytes.length) return false;
  scan.nameFrom = at;
  while (bytes[at] !== EQUALS && bytes[at] > SPACE && bytes[at] !== GREATER) at++;
  scan.nameTo = at;
  while (bytes[at] <= SPACE) at++;
  if (bytes[at] !== EQUALS) refuse(scan, scan.at, "an attribute without a value");
  at++;
  while (bytes[at] <= SPACE) at++;
  const mark = bytes[at];
  if (mark !== QUOTES && mark !== APOSTROPHE) refuse(scan, scan.at, "an attribute without quotes");
  scan.valueFrom = at + 1;
  scan.valueTo = bytes.indexOf(mark, at + 1);
  if (scan.valueTo < 0) refuse(scan, scan.at, "an attribute without an end");
  scan.at = scan.valueTo + 1;
  return true;
}

/** Moves behind the tag, and behind its end tag if it has one. */
function endChild(scan: Scan, name: Uint8Array): void {
  const { bytes } = scan;
  if (bytes[scan.at] === SLASH && bytes[scan.at + 1] === GREATER) {
    scan.at += 2;
    return;
  }
  if (bytes[scan.at] !== GREATER) refuse(scan, scan.at, `a <${text(name)}> without an end`);
  scan.at++;
  while (bytes[scan.at] <= SPACE) scan.at++;
  if (bytes[scan.at] !== LESS || bytes[scan.at + 1] !== SLASH)
    refuse(scan, scan.at, `expected the end of <${text(name)}>`);
  const end = bytes.indexOf(GREATER, scan.at);
  scan.at = end < 0 ? bytes.length : end + 1;
}

/** Skips a comment, character data or an instruction; false if the scan is at none of them. */
function skipMarkup(scan: Scan): boolean {
  const { bytes, at } = scan;
  const second = bytes[at + 1];
  if (second !== EXCLAMATION && second !== QUESTION) return false;
  const end =
    second === QUESTION
      ? INSTRUCTION_END
      : isAt(bytes, at, COMMENT)
        ? COMMENT_END
        : isAt(bytes, at, CDATA)
          ? CDATA_END
          : null;
  if (end === null) {
    scan.at = at + 1; // a document type, which the XML parser judges
    return true;
  }
  let close = bytes.indexOf(end[0], at + 2);
  while (close >= 0 && !isAt(bytes, close, end)) close = bytes.indexOf(end[0], close + 1);
  if (close < 0) refuse(scan, at, "a comment or instruction without an end");
  scan.at = close + end.length;
  return true;
}

/** Moves behind a start tag; false if it has no content, as in <vertices/>. */
function skipTag(scan: Scan): boolean {
  const { bytes } = scan;
  while (scan.at < bytes.length && bytes[scan.at] > SPACE && bytes[scan.at] !== GREATER) {
    if (bytes[scan.at] === SLASH) break;
    scan.at++;
  }
  while (isNextAttribute(scan));
  const hasContent = bytes[scan.at] === GREATER;
  const end = bytes.indexOf(GREATER, scan.at);
  scan.at = end < 0 ? bytes.length : end + 1;
  return hasContent;
}

/** Whether the scan is at a start tag of this local name. */
function isElement({ bytes, at }: Scan, name: Uint8Array): boolean {
  let from = at + 1;
  let to = from;
  while (bytes[to] > SPACE && bytes[to] !== SLASH && bytes[to] !== GREATER && bytes[to] !== LESS) {
    if (bytes[to] === COLON) from = to + 1;
    to++;
  }
  return to - from === name.length && isAt(bytes, from, name);
}

function isName({ bytes, nameFrom, nameTo }: Scan, name: Uint8Array): boolean {
  return nameTo - nameFrom === name.length && isAt(bytes, nameFrom, name);
}

/** Reads the attribute's value into `number`; false if it is not a number. */
function readValue({ bytes, source, valueFrom, valueTo }: Scan): boolean {
  let [from, to] = [valueFrom, valueTo];
  while (from < to && bytes[from] <= SPACE) from++;
  while (from < to && bytes[to - 1] <= SPACE) to--;
  const length = to - from;
  if (length === 0 || length > LONGEST_NUMBER) return false;
  for (let i = 0; i < length; i++) digits[i] = bytes[from + i];
  digits[length] = SPACE;
  const cursor = { bytes: digits, source, at: 0 };
  return readNumber(cursor, number, 0) && cursor.at === length && Number.isFinite(number[0]);
}

function isAt(bytes: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word[i]) return false;
  return true;
}

function quote({ bytes, valueFrom, valueTo }: Scan): string {
  return text(bytes.subarray(valueFrom, Math.min(valueTo, valueFrom + 40)));
}

function text(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function ascii(word: string): Uint8Array {
  return Uint8Array.from(word, (letter) => letter.charCodeAt(0));
}

function refuse({ bytes, source }: Scan, at: number, reason: string): never {
  throw new FormatError(`${source}, line ${lineAt(bytes, at)}: ${reason}`);
}
