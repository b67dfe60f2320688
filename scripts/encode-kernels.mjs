// Kernels as text that compresses well: instructions and the numbers behind them in streams of their own. gzip finds more repeats in a
// stream of one kind: 8.1 kB for the kernels of pairs, rays and trees instead of 9.9. src/kernels/decode-kernels.ts reads it.
//
// A module is seven streams, joined by SEPARATOR:
//   head     what is not an instruction: all sections before the code, and the header of each function, in runs of a count and bytes
//   bytes    constants in floating point and vectors; for a shuffle, its four lanes of 32 bits
//   memory   offsets, lanes. Alignments are left out and come back as 0: they are hints, which engines do not need
//   ints     constants that are integers
//   locals   numbers of variables
//   blocks   types of blocks, depths of branches, functions to be called
//   opcodes  places in a list that all modules share; RUN stands for a run of `head`
// A stream is a list of bytes, each written as one or two characters by `textOf`.

/** Streams before that of opcodes, in their order. Numbers in the streams from `memory` on are LEB128, as in the module. */
const STREAMS = ["head", "bytes", "memory", "ints", "locals", "blocks"];
/** The entry of a run of `head` in the list of opcodes: no instruction. */
const RUN = "run";
const LONGEST_RUN = 255;

/** Printable ASCII without what strings escape, quotes of all kinds, $, and <, which could end a script. */
const CHARACTERS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
  (character) => !"\"'`$\\<".includes(character),
);
const SEPARATOR = CHARACTERS.pop();
/** Bytes 0 … SINGLES − 1 are one character each; two more characters say that the next one stands for a byte SINGLES or 2 · SINGLES higher. */
const SINGLES = CHARACTERS.length - 2;

/** The text of each module, in their order, and that of the list of opcodes. */
export function encodeKernels(modules) {
  const parts = modules.map(splitModule);
  const counts = new Map();
  for (const { opcodes } of parts)
    for (const { name } of opcodes) counts.set(name, (counts.get(name) ?? 0) + 1);
  const list = new Map(parts.flatMap(({ opcodes }) => opcodes.map((opcode) => [opcode.name, opcode])));
  const byCount = [...list.values()].sort(
    (a, b) => counts.get(b.name) - counts.get(a.name) || (a.name < b.name ? -1 : 1),
  );
  // The most frequent opcodes are one character each. In the order of their codes the list compresses best.
  const ordered = [byCount.slice(0, SINGLES), byCount.slice(SINGLES)].flatMap((part) =>
    part.sort(compareCodes),
  );
  const places = new Map(ordered.map(({ name }, place) => [name, place]));
  return {
    texts: parts.map(({ streams, opcodes }) =>
      [...STREAMS.map((name) => streams[name]), opcodes.map(({ name }) => places.get(name))]
        .map(textOf)
        .join(SEPARATOR),
    ),
    opcodes: [ordered.map(kindOf), stepsOf(ordered)].map(textOf).join(SEPARATOR),
  };
}

function compareCodes(a, b) {
  return Number(a.isSimd) - Number(b.isSimd) || a.code - b.code;
}

/** The difference of each code from the one before, modulo 256. */
function stepsOf(opcodes) {
  return opcodes.map(({ code }, i) => (code - (opcodes[i - 1]?.code ?? 0) + 256) % 256);
}

/** Where the operands of an opcode are and how many, and whether it is one of SIMD. */
function kindOf({ stream, count, isSimd }) {
  return (isSimd ? SIMD_KINDS : 0) + 6 * count + STREAMS.indexOf(stream);
}

function textOf(values) {
  return values.map(charactersOf).join("");
}

function charactersOf(value) {
  const group = Math.floor(value / SINGLES);
  if (group > 2) throw new Error(`${value} is more than two characters can say`);
  return group === 0 ? CHARACTERS[value] : CHARACTERS[SINGLES + group - 1] + CHARACTERS[value % SINGLES];
}

function splitModule(module) {
  const streams = Object.fromEntries(STREAMS.map((name) => [name, []]));
  const opcodes = [];
  const reader = { module, at: 8 };
  let headBegin = 0;
  const endHead = () => {
    for (let at = headBegin; at < reader.at; at += LONGEST_RUN) {
      const run = module.subarray(at, Math.min(at + LONGEST_RUN, reader.at));
      streams.head.push(run.length, ...run);
      opcodes.push({ name: RUN, stream: "head", count: 0, code: 0, isSimd: false });
    }
  };
  while (reader.at < module.length) {
    const isCode = module[reader.at++] === 10;
    const size = readNumber(reader);
    const sectionEnd = reader.at + size;
    if (!isCode) reader.at = sectionEnd;
    else
      for (let functions = readNumber(reader); functions > 0; functions--) {
        const bodySize = readNumber(reader);
        const end = reader.at + bodySize;
        for (let groups = readNumber(reader); groups > 0; groups--) {
          readNumber(reader);
          reader.at++;
        }
        endHead();
        while (reader.at < end) opcodes.push(splitInstruction(reader, streams));
        headBegin = end;
      }
  }
  endHead();
  return { streams, opcodes };
}

/** Takes an instruction apart: the numbers behind it go to a stream, its opcode is returned. */
function splitInstruction(reader, streams) {
  const { module } = reader;
  const isSimd = module[reader.at] === SIMD;
  if (isSimd) reader.at++;
  const code = isSimd ? readNumber(reader) : module[reader.at++];
  const { stream, count } = isSimd ? operandsOfSimd(code) : operandsOf(code);
  const begin = reader.at;
  if (isSimd && code === SHUFFLE) reader.at += 16;
  else if (stream === "bytes") reader.at += 2 ** count;
  else for (let i = 0; i < count; i++) readNumber(reader);
  const operands = module.subarray(begin, reader.at);
  if (isSimd && code === SHUFFLE) streams.bytes.push(...lanesOf(operands));
  else streams[stream].push(...(stream === "memory" && count > 1 ? operands.subarray(1) : operands));
  return { name: `${isSimd} ${code}`, stream, count, code, isSimd };
}

/** The lanes of 32 bits that a shuffle takes. */
function lanesOf(bytes) {
  const lanes = [0, 4, 8, 12].map((i) => bytes[i] / 4);
  if (bytes.some((byte, i) => byte !== 4 * lanes[i >> 2] + (i % 4)))
    throw new Error(`a shuffle of parts of lanes: ${bytes}`);
  return lanes;
}

const SIMD = 0xfd;
const SHUFFLE = 13;
const SIMD_KINDS = 30;
const NO_OPERANDS = { stream: "blocks", count: 0 };

/** The stream of an instruction's operands and how many numbers they are; for `bytes`, the logarithm of their length, or 0 for lanes. */
function operandsOf(code) {
  if ([0x02, 0x03, 0x04, 0x0c, 0x0d, 0x10].includes(code)) return { stream: "blocks", count: 1 };
  if (code >= 0x20 && code <= 0x24) return { stream: "locals", count: 1 };
  if (code >= 0x28 && code <= 0x3e) return { stream: "memory", count: 2 };
  if (code === 0x41 || code === 0x42) return { stream: "ints", count: 1 };
  if (code === 0x43) return { stream: "bytes", count: 2 };
  if (code === 0x44) return { stream: "bytes", count: 3 };
  if (code === 0xfc) return { stream: "blocks", count: 1 }; // saturating conversions: their number
  const isPlain =
    code <= 0x01 ||
    code === 0x05 ||
    code === 0x0b ||
    code === 0x0f ||
    code === 0x1a ||
    code === 0x1b ||
    (code >= 0x45 && code <= 0xc4);
  if (!isPlain) throw new Error(`opcode ${code}: its operands are not known here`);
  return NO_OPERANDS;
}

function operandsOfSimd(number) {
  if (number <= 11 || number === 92 || number === 93) return { stream: "memory", count: 2 };
  if (number === 12) return { stream: "bytes", count: 4 };
  if (number === SHUFFLE) return { stream: "bytes", count: 0 };
  if (number >= 21 && number <= 34) return { stream: "memory", count: 1 }; // a lane
  if (number >= 84 && number <= 91) return { stream: "memory", count: 3 };
  if (number > 255) throw new Error(`SIMD opcode ${number}: it needs more than a byte`);
  return NO_OPERANDS;
}

function readNumber(reader) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = reader.module[reader.at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return value;
  }
}
