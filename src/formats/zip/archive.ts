import { FormatError } from "../../errors.ts";
import { type Budget, spend } from "../budget.ts";
import { plainBytes } from "../plain-bytes.ts";
import { crc32 } from "./crc32.ts";

// ZIP archives (PKWARE's APPNOTE): 3MF files, ifcZIP, zipped folders. Sizes in an archive are claims. They are checked against
// the budget before anything is allocated, unpacking stops as soon as there are more bytes than promised, and checksums are compared.

/** The files of an archive by name, with "/" between folders. */
export interface Archive {
  readonly bytes: Uint8Array;
  readonly source: string;
  readonly entries: ReadonlyMap<string, ArchiveEntry>;
}

export interface ArchiveEntry {
  readonly name: string;
  /** Where its local header begins. */
  readonly at: number;
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  readonly crc: number;
}

// local header: signature 4 | version 2 | flags 2 | method 2 | time 4 | crc 4 | packed 4 | size 4 | name 2 | extra 2     30 bytes
const LOCAL = 0x0403_4b50;
const LOCAL_BYTES = 30;
const LOCAL_NAME = 26;
const LOCAL_EXTRA = 28;
// central header: as above after two versions, then comment, disk, attributes and the offset of the local header         46 bytes
const CENTRAL = 0x0201_4b50;
const CENTRAL_BYTES = 46;
const FLAGS = 8;
const METHOD = 10;
const CRC = 16;
const PACKED = 20;
const SIZE = 24;
const NAME = 28;
const EXTRA = 30;
const COMMENT = 32;
const OFFSET = 42;
// end of the central directory: signature 4 | disks 4 | entries 2 + 2 | bytes 4 | offset 4 | comment 2                   22 bytes
const END = 0x0605_4b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
// the end with 64-bit numbers, found by a locator of 20 bytes before the end
const LOCATOR = 0x0706_4b50;
const LOCATOR_BYTES = 20;
const END_64 = 0x0606_4b50;
const END_64_BYTES = 56;
const EXTRA_64 = 1;
const FULL = 0xffff_ffff;
const FULL_COUNT = 0xffff;

const IS_ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
/** Packed bytes unpacked at a time; deflate makes at most 1,032 bytes of one. */
const PIECE = 2 ** 14;

/** Whether the bytes begin like an archive with at least one file. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Lists the files of an archive. Throws `FormatError` with the byte where the archive is damaged. */
export function openArchive(file: Uint8Array, source: string): Archive {
  const bytes = plainBytes(file);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { from, to, count, base } = findDirectory(view, source);
  const entries = new Map<string, ArchiveEntry>();
  let at = from;
  for (let i = 0; i < count; i++) {
    if (at + CENTRAL_BYTES > to || view.getUint32(at, true) !== CENTRAL)
      refuse(source, at, `expected entry ${i + 1} of ${count} of the archive's directory`);
    const lengths = [NAME, EXTRA, COMMENT].map((place) => view.getUint16(at + place, true));
    const [nameLength, extraLength, commentLength] = lengths as [number, number, number];
    const next = at + CENTRAL_BYTES + nameLength + extraLength + commentLength;
    if (next > to) refuse(source, at, "an entry of the archive's directory is cut off");
    const name = decodeName(bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength));
    const entry = readEntryHeader(view, at, name, nameLength, extraLength, base);
    if ((view.getUint16(at + FLAGS, true) & IS_ENCRYPTED) !== 0)
      refuse(source, at, `"${name}" is encrypted; unpack it with its password first`);
    if (entries.has(name)) refuse(source, at, `the archive has two files "${name}"`);
    if (!name.endsWith("/")) entries.set(name, entry);
    at = next;
  }
  return { bytes, source, entries };
}

/** The unpacked bytes of a file in the archive. */
export async function unpack(
  { bytes, source }: Archive,
  entry: ArchiveEntry,
  budget: Budget,
): Promise<Uint8Array> {
  const { name, at, method, packedSize, size, crc } = entry;
  const where = `${source}, "${name}"`;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + LOCAL_BYTES > bytes.length || view.getUint32(at, true) !== LOCAL)
    throw new FormatError(`${where}, byte ${at}: expected a file of the archive`);
  const start =
    at + LOCAL_BYTES + view.getUint16(at + LOCAL_NAME, true) + view.getUint16(at + LOCAL_EXTRA, true);
  if (start + packedSize > bytes.length)
    throw new FormatError(
      `${where}, byte ${start}: its header promises ${packedSize} packed bytes, ${Math.max(0, bytes.length - start)} are left`,
    );
  const packed = bytes.subarray(start, start + packedSize);
  if (method !== STORED && method !== DEFLATED)
    throw new FormatError(`${where}, byte ${at}: compression method ${method} is not read, only deflate`);
  if (method === STORED && size !== packedSize)
    throw new FormatError(`${where}, byte ${at}: stored in ${packedSize} bytes, its header promises ${size}`);
  spend(budget, "bytes", size, where);
  const content = method === STORED ? packed.slice() : await inflate(packed, size, `${where}, byte ${start}`);
  if (crc32(content) !== crc)
    throw new FormatError(`${where}, byte ${start}: its checksum differs, the archive is damaged`);
  return content;
}

/** Unpacks in small pieces, so that a stream that lies about its size is stopped soon after it exceeds it. */
async function inflate(packed: Uint8Array, size: number, where: string): Promise<Uint8Array> {
  const { Inflate } = await import("fflate"); // on demand: most files are not packed
  const content = new Uint8Array(size);
  let length = 0;
  let isEnded = false;
  const stream = new Inflate((piece, isLast) => {
    if (length + piece.length > size)
      throw new FormatError(`${where}: unpacks to more than the ${size} bytes that its header promises`);
    content.set(piece, length);
    length += piece.length;
    isEnded = isLast;
  });
  try {
    for (let at = 0; at < packed.length; at += PIECE)
      stream.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length);
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw new FormatError(`${where}: cannot be unpacked: ${(error as Error).message}`);
  }
  if (!isEnded || length !== size)
    throw new FormatError(`${where}: unpacks to ${length} bytes, its header promises ${size}`);
  return content;
}

interface Directory {
  from: number;
  to: number;
  count: number;
  /** What offsets count from: programs that unpack themselves have code before the archive. */
  base: number;
}

function findDirectory(view: DataView, source: string): Directory {
  const length = view.byteLength;
  let end = length - END_BYTES;
  const least = Math.max(0, end - LONGEST_COMMENT);
  while (end >= least && view.getUint32(end, true) !== END) end--;
  if (end < least) refuse(source, length, "the end of the archive is missing, it was cut off");
  let count = view.getUint16(end + 10, true);
  let size = view.getUint32(end + 12, true);
  let offset = view.getUint32(end + 16, true);
  let to = end;
  if (count === FULL_COUNT || size === FULL || offset === FULL) {
    const locator = end - LOCATOR_BYTES;
    const at =
      locator >= 0 && view.getUint32(locator, true) === LOCATOR
        ? Number(view.getBigUint64(locator + 8, true))
        : length;
    if (at + END_64_BYTES > locator || view.getUint32(at, true) !== END_64)
      refuse(source, end, "the archive's directory of 64 bits is missing");
    count = Number(view.getBigUint64(at + 32, true));
    size = Number(view.getBigUint64(at + 40, true));
    offset = Number(view.getBigUint64(at + 48, true));
    to = at;
  }
  const from = to - size;
  const base = from - offset;
  if (from < 0 || base < 0) refuse(source, end, "the archive's directory begins before the file");
  if (count * CENTRAL_BYTES > size) refuse(source, end, `${count} entries do not fit into ${size} bytes`);
  return { from, to, count, base };
}

function readEntryHeader(
  view: DataView,
  at: number,
  name: string,
  nameLength: number,
  extraLength: number,
  base: number,
): ArchiveEntry {
  let size = view.getUint32(at + SIZE, true);
  let packedSize = view.getUint32(at + PACKED, true);
  let offset = view.getUint32(at + OFFSET, true);
  // Numbers that do not fit into 32 bits follow in an extra field, in this order.
  let extra = at + CENTRAL_BYTES + nameLength;
  const extraEnd = extra + extraLength;
  while (extra + 4 <= extraEnd) {
    const [id, bytes] = [view.getUint16(extra, true), view.getUint16(extra + 2, true)];
    let place = extra + 4;
    const placeEnd = Math.min(place + bytes, extraEnd);
    const next = (value: number) => {
      if (value !== FULL || place + 8 > placeEnd) return value;
      place += 8;
      return Number(view.getBigUint64(place - 8, true));
    };
    if (id === EXTRA_64) {
      size = next(size);
      packedSize = next(packedSize);
      offset = next(offset);
    }
    extra += 4 + bytes;
  }
  const method = view.getUint16(at + METHOD, true);
  return { name, at: base + offset, method, packedSize, size, crc: view.getUint32(at + CRC, true) };
}

function decodeName(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll("\\", "/");
}

function refuse(source: string, at: number, reason: string): never {
  throw new FormatError(`${source}, byte ${at}: ${reason}`);
}
