const TYPES = {
	i32: 127,
	f32: 125,
	v128: 123
};
const unary = (opcode) => (value) => [value, opcode];
const binary = (opcode) => (left, right) => [
	left,
	right,
	opcode
];
const SIMD = 253;
const simdUnary = (opcode) => (value) => [
	value,
	SIMD,
	unsigned(opcode)
];
const simdBinary = (opcode) => (left, right) => [
	left,
	right,
	SIMD,
	unsigned(opcode)
];
const ALIGNED_4 = 2;
const ALIGNED_8 = 3;
// A load reads from `address` + `offset`, and a store writes there.
export const i32 = {
	const: (value) => [65, signed(value)],
	load: (address, offset = 0) => [
		address,
		40,
		ALIGNED_4,
		unsigned(offset)
	],
	/** One byte, unsigned. */
	load8: (address, offset = 0) => [
		address,
		45,
		0,
		unsigned(offset)
	],
	store: (address, value, offset = 0) => [
		address,
		value,
		54,
		ALIGNED_4,
		unsigned(offset)
	],
	eqz: unary(69),
	eq: binary(70),
	lt: binary(72),
	ltUnsigned: binary(73),
	ge: binary(78),
	clz: unary(103),
	ctz: unary(104),
	popcnt: unary(105),
	add: binary(106),
	sub: binary(107),
	mul: binary(108),
	and: binary(113),
	or: binary(114),
	xor: binary(115),
	shl: binary(116),
	shr: binary(118)
};
export const f32 = {
	const: (value) => [67, ...new Uint8Array(new Float32Array([value]).buffer)],
	load: (address, offset = 0) => [
		address,
		42,
		ALIGNED_4,
		unsigned(offset)
	],
	store: (address, value, offset = 0) => [
		address,
		value,
		56,
		ALIGNED_4,
		unsigned(offset)
	],
	eq: binary(91),
	lt: binary(93),
	gt: binary(94),
	ge: binary(96),
	add: binary(146),
	mul: binary(148),
	/** The greater; NaN if either is. */
	max: binary(151),
	fromI32: unary(178),
	fromF64: unary(182)
};
export const f64 = {
	const: (value) => [68, ...new Uint8Array(new Float64Array([value]).buffer)],
	fromF32: unary(187),
	add: binary(160),
	sub: binary(161)
};
export const v128 = {
	/** Four integers. */
	const: (lanes) => [
		SIMD,
		12,
		...new Uint8Array(Int32Array.from(lanes).buffer)
	],
	load: (address, offset = 0) => [
		address,
		SIMD,
		0,
		ALIGNED_4,
		unsigned(offset)
	],
	/** One f32 in all four lanes. */
	load32Splat: (address, offset = 0) => [
		address,
		SIMD,
		9,
		ALIGNED_4,
		unsigned(offset)
	],
	store: (address, value, offset = 0) => [
		address,
		value,
		SIMD,
		11,
		ALIGNED_8,
		unsigned(offset)
	],
	/** Lanes 0 and 1 (`half` 0), or 2 and 3 (1). */
	storeHalf: (address, value, half, offset = 0) => [
		address,
		value,
		SIMD,
		91,
		ALIGNED_4,
		unsigned(offset),
		half
	],
	/** One lane, of 32 bits. */
	storeLane: (address, value, lane, offset = 0) => [
		address,
		value,
		SIMD,
		90,
		ALIGNED_4,
		unsigned(offset),
		lane
	],
	not: simdUnary(77),
	and: simdBinary(78),
	/** The bits of `left` that `right` has not. */
	andNot: simdBinary(79),
	or: simdBinary(80),
	xor: simdBinary(81),
	/** 1 if any bit is set. */
	anyTrue: simdUnary(83),
	/** The bits of `yes` where the mask has ones, else those of `no`. */
	choose: (mask, yes, no) => [
		yes,
		no,
		mask,
		SIMD,
		82
	]
};
/** Lanes that are all ones or all zeros stay so when they are narrowed. */
export const i8x16 = {
	/** Bit k is the sign of lane k. */
	signs: simdUnary(100),
	/** The eight lanes of each operand, of 16 bits, in one. */
	narrow: simdBinary(101)
};
export const i16x8 = { 
/** The four lanes of each operand, of 32 bits, in one. */
narrow: simdBinary(133) };
export const i32x4 = {
	splat: simdUnary(17),
	lane: (value, lane) => [
		value,
		SIMD,
		27,
		lane
	],
	eq: simdBinary(55),
	gt: simdBinary(59),
	/** Bit k is the sign of lane k. */
	signs: simdUnary(164),
	shl: simdBinary(171),
	/** The sign fills up. */
	shrSigned: simdBinary(172),
	shrUnsigned: simdBinary(173),
	add: simdBinary(174),
	sub: simdBinary(177),
	min: simdBinary(182),
	max: simdBinary(184)
};
export const f32x4 = {
	splat: simdUnary(19),
	lane: (value, lane) => [
		value,
		SIMD,
		31,
		lane
	],
	eq: simdBinary(65),
	lt: simdBinary(67),
	gt: simdBinary(68),
	le: simdBinary(69),
	ge: simdBinary(70),
	abs: simdUnary(224),
	neg: simdUnary(225),
	sqrt: simdUnary(227),
	add: simdBinary(228),
	sub: simdBinary(229),
	mul: simdBinary(230),
	div: simdBinary(231),
	/** The lesser and the greater as one instruction of the processor; not meant for NaN. */
	min: simdBinary(234),
	max: simdBinary(235),
	/** Towards zero; NaN becomes 0. */
	toI32: simdUnary(248),
	/** Lanes 0 to 3 are those of `left`, 4 to 7 those of `right`. */
	shuffle: (left, right, lanes) => [
		left,
		right,
		SIMD,
		13,
		lanes.flatMap((lane) => [
			4 * lane,
			4 * lane + 1,
			4 * lane + 2,
			4 * lane + 3
		])
	]
};
export const i64x2 = { eq: simdBinary(214) };
export const f64x2 = {
	splat: simdUnary(20),
	lt: simdBinary(73),
	gt: simdBinary(74),
	le: simdBinary(75),
	ge: simdBinary(76),
	abs: simdUnary(236),
	sub: simdBinary(241),
	/** To the nearest f32 numbers, in the first half of the vector; the second is zero. */
	toF32: simdUnary(94),
	/** Of the first half. */
	fromF32: simdUnary(95),
	/** 1 if neither lane is zero in all bits. */
	allTrue: simdUnary(195)
};
const NO_RESULT = 64;
export const select = (condition, yes, no) => [
	yes,
	no,
	condition,
	27
];
export const when = (condition, ...then) => [
	condition,
	4,
	NO_RESULT,
	then,
	11
];
export const loop = (...body) => [
	3,
	NO_RESULT,
	body,
	11
];
/** To the begin of a loop, `depth` blocks further out. */
export const again = (depth) => [12, depth];
export const leave = (result) => [result, 15];
export const call = (index, ...values) => [
	values,
	16,
	unsigned(index)
];
/** After an endless loop. */
export const UNREACHABLE = [0];
export function writeFunction(name, parameters, write) {
	const locals = [];
	const variable = (index) => ({
		get: [32, unsigned(index)],
		set: (value) => [
			value,
			33,
			unsigned(index)
		]
	});
	const body = write(Array.from({ length: parameters }, (_, index) => variable(index)), (type) => variable(parameters + locals.push(type) - 1));
	return {
		name,
		parameters,
		locals,
		body
	};
}
/**
* The bytes of a module with these functions, exported by name, and a memory of so many pages of 64 KiB: exported as
* "memory", or for `imports` imported as "memory" of the module "kernels".
*/
export function assembleModule(pages, functions, imports = false) {
	const memory = [0, unsigned(pages)];
	const signatures = functions.map(({ parameters }) => [
		96,
		vector(Array(parameters).fill([TYPES.i32])),
		vector([[TYPES.i32]])
	]);
	const exported = functions.map(({ name }, index) => [
		named(name),
		0,
		index
	]);
	const codes = functions.map(({ locals, body }) => sized([
		vector(locals.map((type) => [1, TYPES[type]])),
		body,
		11
	]));
	const module = [
		[
			0,
			97,
			115,
			109,
			1,
			0,
			0,
			0
		],
		section(1, vector(signatures)),
		imports ? section(2, vector([[
			named("kernels"),
			named("memory"),
			2,
			memory
		]])) : [],
		section(3, vector(functions.map((_, index) => [index]))),
		imports ? [] : section(5, vector([memory])),
		section(7, vector(imports ? exported : [[
			named("memory"),
			2,
			0
		], ...exported])),
		section(10, vector(codes))
	];
	return Uint8Array.from(flatten(module, []));
}
const section = (id, content) => [id, sized(content)];
const named = (name) => vector([...name].map((letter) => [letter.charCodeAt(0)]));
const vector = (items) => [unsigned(items.length), items];
function sized(content) {
	const flat = flatten(content, []);
	return [unsigned(flat.length), flat];
}
function flatten(code, out) {
	for (const part of code) if (typeof part === "number") out.push(part);
	else flatten(part, out);
	return out;
}
/** LEB128. */
function unsigned(value) {
	return value < 128 ? [value] : [value & 127 | 128, unsigned(value >>> 7)];
}
function signed(value) {
	return value >= -64 && value < 64 ? [value & 127] : [value & 127 | 128, signed(value >> 7)];
}
