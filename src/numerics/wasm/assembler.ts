// WebAssembly written in TypeScript: an instruction is a function that returns its bytes, after those of its operands.
// So a kernel is an expression of ordinary functions, loops of TypeScript unroll it, and there is neither a build step
// nor a binary in the repository. Only what the kernels of this project use is here.

/** Bytes, nested as the expressions they encode. */
export type Code = readonly (number | Code)[];

/** A variable of a function. */
export interface Local {
  readonly get: Code;
  set(value: Code): Code;
}

const TYPES = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const;
export type ValueType = keyof typeof TYPES;

const unary = (opcode: number) => (value: Code) => [value, opcode];
const binary = (opcode: number) => (left: Code, right: Code) => [left, right, opcode];
const SIMD = 0xfd;
const simdUnary = (opcode: number) => (value: Code) => [value, SIMD, unsigned(opcode)];
const simdBinary = (opcode: number) => (left: Code, right: Code) => [left, right, SIMD, unsigned(opcode)];
const ALIGNED_4 = 2; // a hint: two to this power
const ALIGNED_8 = 3;

// A load reads from `address` + `offset`, and a store writes there.
export const i32 = {
  const: (value: number): Code => [0x41, signed(value)],
  load: (address: Code, offset = 0): Code => [address, 0x28, ALIGNED_4, unsigned(offset)],
  /** One byte, unsigned. */
  load8: (address: Code, offset = 0): Code => [address, 0x2d, 0, unsigned(offset)],
  store: (address: Code, value: Code, offset = 0): Code => [
    address,
    value,
    0x36,
    ALIGNED_4,
    unsigned(offset),
  ],
  eqz: unary(0x45),
  eq: binary(0x46),
  lt: binary(0x48),
  ltUnsigned: binary(0x49),
  ge: binary(0x4e),
  clz: unary(0x67),
  ctz: unary(0x68),
  popcnt: unary(0x69),
  add: binary(0x6a),
  sub: binary(0x6b),
  mul: binary(0x6c),
  and: binary(0x71),
  or: binary(0x72),
  xor: binary(0x73),
  shl: binary(0x74),
  shr: binary(0x76), // unsigned
};

export const f32 = {
  const: (value: number): Code => [0x43, ...new Uint8Array(new Float32Array([value]).buffer)],
  load: (address: Code, offset = 0): Code => [address, 0x2a, ALIGNED_4, unsigned(offset)],
  store: (address: Code, value: Code, offset = 0): Code => [
    address,
    value,
    0x38,
    ALIGNED_4,
    unsigned(offset),
  ],
  eq: binary(0x5b),
  lt: binary(0x5d),
  gt: binary(0x5e),
  ge: binary(0x60),
  add: binary(0x92),
  mul: binary(0x94),
  /** The greater; NaN if either is. */
  max: binary(0x97),
  fromI32: unary(0xb2),
  fromF64: unary(0xb6),
};

export const f64 = {
  const: (value: number): Code => [0x44, ...new Uint8Array(new Float64Array([value]).buffer)],
  fromF32: unary(0xbb),
  add: binary(0xa0),
  sub: binary(0xa1),
};

export const v128 = {
  /** Four integers. */
  const: (lanes: readonly number[]): Code => [SIMD, 0x0c, ...new Uint8Array(Int32Array.from(lanes).buffer)],
  load: (address: Code, offset = 0): Code => [address, SIMD, 0x00, ALIGNED_4, unsigned(offset)],
  /** One f32 in all four lanes. */
  load32Splat: (address: Code, offset = 0): Code => [address, SIMD, 0x09, ALIGNED_4, unsigned(offset)],
  store: (address: Code, value: Code, offset = 0): Code => [
    address,
    value,
    SIMD,
    0x0b,
    ALIGNED_8,
    unsigned(offset),
  ],
  /** Lanes 0 and 1 (`half` 0), or 2 and 3 (1). */
  storeHalf: (address: Code, value: Code, half: number, offset = 0): Code => [
    address,
    value,
    SIMD,
    0x5b,
    ALIGNED_4,
    unsigned(offset),
    half,
  ],
  /** One lane, of 32 bits. */
  storeLane: (address: Code, value: Code, lane: number, offset = 0): Code => [
    address,
    value,
    SIMD,
    0x5a,
    ALIGNED_4,
    unsigned(offset),
    lane,
  ],
  not: simdUnary(0x4d),
  and: simdBinary(0x4e),
  /** The bits of `left` that `right` has not. */
  andNot: simdBinary(0x4f),
  or: simdBinary(0x50),
  xor: simdBinary(0x51),
  /** 1 if any bit is set. */
  anyTrue: simdUnary(0x53),
  /** The bits of `yes` where the mask has ones, else those of `no`. */
  choose: (mask: Code, yes: Code, no: Code): Code => [yes, no, mask, SIMD, 0x52],
};

/** Lanes that are all ones or all zeros stay so when they are narrowed. */
export const i8x16 = {
  /** Bit k is the sign of lane k. */
  signs: simdUnary(0x64),
  /** The eight lanes of each operand, of 16 bits, in one. */
  narrow: simdBinary(0x65),
};

export const i16x8 = {
  /** The four lanes of each operand, of 32 bits, in one. */
  narrow: simdBinary(0x85),
};

export const i32x4 = {
  splat: simdUnary(0x11),
  lane: (value: Code, lane: number): Code => [value, SIMD, 0x1b, lane],
  eq: simdBinary(0x37),
  gt: simdBinary(0x3b),
  /** Bit k is the sign of lane k. */
  signs: simdUnary(0xa4),
  shl: simdBinary(0xab),
  /** The sign fills up. */
  shrSigned: simdBinary(0xac),
  shrUnsigned: simdBinary(0xad),
  add: simdBinary(0xae),
  sub: simdBinary(0xb1),
  min: simdBinary(0xb6),
  max: simdBinary(0xb8),
};

export const f32x4 = {
  splat: simdUnary(0x13),
  lane: (value: Code, lane: number): Code => [value, SIMD, 0x1f, lane],
  eq: simdBinary(0x41),
  lt: simdBinary(0x43),
  gt: simdBinary(0x44),
  le: simdBinary(0x45),
  ge: simdBinary(0x46),
  abs: simdUnary(0xe0),
  neg: simdUnary(0xe1),
  sqrt: simdUnary(0xe3),
  add: simdBinary(0xe4),
  sub: simdBinary(0xe5),
  mul: simdBinary(0xe6),
  div: simdBinary(0xe7),
  /** The lesser and the greater as one instruction of the processor; not meant for NaN. */
  min: simdBinary(0xea),
  max: simdBinary(0xeb),
  /** Towards zero; NaN becomes 0. */
  toI32: simdUnary(0xf8),
  /** Lanes 0 to 3 are those of `left`, 4 to 7 those of `right`. */
  shuffle: (left: Code, right: Code, lanes: readonly number[]): Code => [
    left,
    right,
    SIMD,
    0x0d,
    lanes.flatMap((lane) => [4 * lane, 4 * lane + 1, 4 * lane + 2, 4 * lane + 3]),
  ],
};

export const i64x2 = {
  eq: simdBinary(0xd6),
};

export const f64x2 = {
  splat: simdUnary(0x14),
  lt: simdBinary(0x49),
  gt: simdBinary(0x4a),
  le: simdBinary(0x4b),
  ge: simdBinary(0x4c),
  abs: simdUnary(0xec),
  sub: simdBinary(0xf1),
  /** To the nearest f32 numbers, in the first half of the vector; the second is zero. */
  toF32: simdUnary(0x5e),
  /** Of the first half. */
  fromF32: simdUnary(0x5f),
  /** 1 if neither lane is zero in all bits. */
  allTrue: simdUnary(0xc3),
};

const NO_RESULT = 0x40;
export const select = (condition: Code, yes: Code, no: Code): Code => [yes, no, condition, 0x1b];
export const when = (condition: Code, ...then: Code[]): Code => [condition, 0x04, NO_RESULT, then, 0x0b];
export const loop = (...body: Code[]): Code => [0x03, NO_RESULT, body, 0x0b];
/** To the begin of a loop, `depth` blocks further out. */
export const again = (depth: number): Code => [0x0c, depth];
export const leave = (result: Code): Code => [result, 0x0f];
export const call = (index: number, ...values: Code[]): Code => [values, 0x10, unsigned(index)];
/** After an endless loop. */
export const UNREACHABLE: Code = [0x00];

/** A function of i32 parameters that returns an i32. */
export interface FunctionCode {
  readonly name: string;
  readonly parameters: number;
  readonly locals: readonly ValueType[];
  readonly body: Code;
}

export function writeFunction(
  name: string,
  parameters: number,
  write: (parameters: Local[], local: (type: ValueType) => Local) => Code,
): FunctionCode {
  const locals: ValueType[] = [];
  const variable = (index: number): Local => ({
    get: [0x20, unsigned(index)],
    set: (value) => [value, 0x21, unsigned(index)],
  });
  const body = write(
    Array.from({ length: parameters }, (_, index) => variable(index)),
    (type) => variable(parameters + locals.push(type) - 1),
  );
  return { name, parameters, locals, body };
}

/**
 * The bytes of a module with these functions, exported by name, and a memory of so many pages of 64 KiB: exported as
 * "memory", or for `imports` imported as "memory" of the module "kernels".
 */
export function assembleModule(
  pages: number,
  functions: readonly FunctionCode[],
  imports = false,
): Uint8Array<ArrayBuffer> {
  const memory = [0x00, unsigned(pages)];
  const signatures = functions.map(({ parameters }) => [
    0x60,
    vector(Array(parameters).fill([TYPES.i32])),
    vector([[TYPES.i32]]),
  ]);
  const exported = functions.map(({ name }, index) => [named(name), 0x00, index]);
  const codes = functions.map(({ locals, body }) =>
    sized([vector(locals.map((type) => [1, TYPES[type]])), body, 0x0b]),
  );
  const module = [
    [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // "\0asm", version 1
    section(1, vector(signatures)),
    imports ? section(2, vector([[named("kernels"), named("memory"), 0x02, memory]])) : [],
    section(3, vector(functions.map((_, index) => [index]))),
    imports ? [] : section(5, vector([memory])),
    section(7, vector(imports ? exported : [[named("memory"), 0x02, 0], ...exported])),
    section(10, vector(codes)),
  ];
  return Uint8Array.from(flatten(module, []));
}

const section = (id: number, content: Code): Code => [id, sized(content)];
const named = (name: string): Code => vector([...name].map((letter) => [letter.charCodeAt(0)]));
const vector = (items: readonly Code[]): Code => [unsigned(items.length), items];

function sized(content: Code): Code {
  const flat = flatten(content, []);
  return [unsigned(flat.length), flat];
}

function flatten(code: Code, out: number[]): number[] {
  for (const part of code)
    if (typeof part === "number") out.push(part);
    else flatten(part, out);
  return out;
}

/** LEB128. */
function unsigned(value: number): Code {
  return value < 128 ? [value] : [(value & 127) | 128, unsigned(value >>> 7)];
}

function signed(value: number): Code {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, signed(value >> 7)];
}
