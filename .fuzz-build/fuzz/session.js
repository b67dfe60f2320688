import * as library from "../src/index.js";
import { withKernels, withoutKernels } from "../src/queries/kernel-choice.js";
import { triangleCount, WrongAnswer } from "./fuzz-case.js";
import { createRandom } from "./random.js";
/** By name: questions are written down as they are asked. */
const abut = { ...library };
export function createCounts() {
	return {
		cases: 0,
		forced: 0,
		off: 0,
		pairs: 0,
		neighbours: 0,
		triangleTests: 0,
		exactTests: 0,
		undecided: 0
	};
}
const SPLITS = [
	"sah",
	"midpoint",
	"median",
	"half-balanced",
	"best-axis"
];
const PACKS = [
	"sah",
	"hilbert",
	"str",
	false
];
/** `only` is the number of the one variant to try; used while a failure is made smaller. */
export function createSession(fuzzCase, counts, only = null) {
	let lines = [];
	let names = new Map();
	let variant = {
		tree: "aabb",
		options: {},
		kernels: "off"
	};
	const session = {
		counts,
		current: 0,
		get variant() {
			return variant;
		},
		eachVariant(kinds, work) {
			const variants = variantsOf(fuzzCase.seed).filter(({ tree }) => kinds.includes(tree));
			variants.forEach((next, number) => {
				if (only !== null && only !== number) return;
				session.current = number;
				variant = next;
				lines = [];
				names = new Map();
				work();
			});
		},
		build(name, mesh) {
			const { tree } = variant;
			const options = { ...variant.options };
			// A shallow tree of many triangles is brute force.
			if (triangleCount(mesh) > 300) delete options.maxDepth;
			const builder = tree === "aabb" ? "buildAabbTree" : tree === "obb" ? "buildObbTree" : "buildRTree";
			lines.push(() => `const ${name} = ${builder}(${meshText(mesh)}, ${print(options, names)});`);
			const made = run(() => abut[builder](makeMesh(mesh), options), builder);
			names.set(made, name);
			return made;
		},
		buildAabb(name, mesh) {
			return session.build(name, mesh);
		},
		ask(name, ...args) {
			const { kernels } = variant;
			const [knownNames, remembered] = [names, args];
			lines.push(() => {
				const call = `${name}(${remembered.map((arg) => print(arg, knownNames)).join(", ")})`;
				return `console.log(${kernels === "forced" ? "withKernels" : "withoutKernels"}(() => ${call}));`;
			});
			counts[kernels]++;
			const work = () => abut[name](...args);
			return run(() => kernels === "forced" ? withKernels(work) : withoutKernels(work), name);
		},
		step(text, work) {
			const { kernels } = variant;
			lines.push(text);
			counts[kernels]++;
			return run(() => kernels === "forced" ? withKernels(work) : withoutKernels(work), text().split("(")[0]);
		},
		name(value, name) {
			names.set(value, name);
		},
		count({ triangleTests, exactTests }) {
			counts.triangleTests += triangleTests;
			counts.exactTests += exactTests;
		},
		script: () => lines.map((line) => line())
	};
	return session;
}
function run(work, what) {
	try {
		return work();
	} catch (error) {
		const { name, message } = error;
		// The numbers differ from case to case, the fault does not.
		const fault = message.replaceAll(/[-+0-9.e]+/g, "#").slice(0, 80);
		throw new WrongAnswer(`${what} threw ${name}: ${fault}`, `${name}: ${message}`, "an answer");
	}
}
export function makeMesh({ positions, indices }) {
	return abut.createMesh(indices === null ? { positions } : {
		positions,
		indices
	});
}
/** With and without kernels on AABB trees, and one of the other trees each. */
function variantsOf(seed) {
	const random = createRandom(`${seed}/variants`);
	const aabb = () => {
		const options = { split: random.pick(SPLITS) };
		if (random.chance(.3)) options.leafSize = random.between(1, 8);
		if (random.chance(.1)) options.maxDepth = random.between(1, 6);
		return options;
	};
	const maxChildren = random.between(2, 10);
	return [
		{
			tree: "aabb",
			options: aabb(),
			kernels: "forced"
		},
		{
			tree: "aabb",
			options: aabb(),
			kernels: "off"
		},
		{
			tree: "obb",
			options: { leafSize: random.between(1, 3) },
			kernels: "off"
		},
		{
			tree: "r-tree",
			options: {
				maxChildren,
				pack: random.pick(PACKS)
			},
			kernels: "off"
		}
	];
}
export function meshText({ positions, indices }) {
	const parts = [`positions: ${print(positions, new Map())}`];
	if (indices !== null) parts.push(`indices: ${print(indices, new Map())}`);
	return `createMesh({ ${parts.join(", ")} })`;
}
/** A value as JavaScript. Counters are left out. */
export function print(value, names) {
	if (Object.is(value, -0)) return "-0";
	if (value === null || typeof value !== "object") return typeof value === "string" ? JSON.stringify(value) : String(value);
	const name = names.get(value);
	if (name !== undefined) return name;
	if (ArrayBuffer.isView(value)) return `new ${value.constructor.name}([${Array.from(value, (x) => print(x, names)).join(", ")}])`;
	if (Array.isArray(value)) return `[${value.map((x) => print(x, names)).join(", ")}]`;
	if (typeof value.kind === "string" && "nodes" in value) return "tree";
	const entries = Object.entries(value).filter(([key, x]) => key !== "stats" && key !== "into" && x !== undefined);
	return `{ ${entries.map(([key, x]) => `${JSON.stringify(key)}: ${print(x, names)}`).join(", ")} }`;
}
