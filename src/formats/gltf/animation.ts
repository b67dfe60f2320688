import { OptionError } from "../../errors.ts";
import type { Positions } from "../../mesh/triangle-mesh.ts";
import { atan2, hypot, sin } from "../../numerics/portable-math.ts";
import { readAccessor, toReals } from "./accessors.ts";
import { type GltfDocument, note, spend } from "./document.ts";
import type { NodeChange } from "./hierarchy.ts";
import { isMissing, items, type Json, member, reference, refuse, text } from "./json.ts";

/** Numbers per value; 0: one per morph target of the mesh. */
const SIZES: ReadonlyMap<string, number> = new Map([
  ["translation", 3],
  ["rotation", 4],
  ["scale", 3],
  ["weights", 0],
]);

/** The changes an animation makes to nodes at a time in seconds. It stands still before its first and after its last key. */
export function sampleAnimation(
  document: GltfDocument,
  wanted: number | string | undefined,
  time: number | undefined,
): Map<number, NodeChange> {
  const changes = new Map<number, NodeChange>();
  if (wanted === undefined && time === undefined) return changes;
  const animation = findAnimation(document, wanted ?? 0);
  if (animation === null) return changes;
  const samplers = items(member(animation, "samplers"));
  for (const channel of items(member(animation, "channels"))) {
    const target = member(channel, "target");
    const path = text(member(target, "path"));
    const node = member(target, "node");
    if (isMissing(node) || !SIZES.has(path)) continue; // animated by an extension
    const sampler = samplers[reference(member(channel, "sampler"), samplers, "sampler")];
    const index = reference(node, document.nodes, "node");
    const values = sample(document, sampler, path, time ?? 0);
    changes.set(index, { ...changes.get(index), [path]: values });
  }
  return changes;
}

function findAnimation(document: GltfDocument, wanted: number | string): Json | null {
  const animations = items(member(document.root, "animations"));
  if (animations.length === 0) {
    note(document, member(document.root, "animations"), "a time was given, but there are no animations");
    return null;
  }
  const names = animations.map((animation) => text(member(animation, "name")));
  const found = animations[typeof wanted === "number" ? wanted : names.indexOf(wanted)];
  if (found === undefined)
    throw new OptionError(
      `animation: ${JSON.stringify(wanted)} is not among those of ${document.source}: ${names.map((name, i) => `${i} ${JSON.stringify(name)}`).join(", ")}`,
    );
  return found;
}

/** The values of one channel; linear unless the sampler says otherwise. */
function sample(document: GltfDocument, sampler: Json, path: string, time: number): Float64Array {
  const input = member(sampler, "input");
  const output = member(sampler, "output");
  const times = toReals(readAccessor(document, input, 1));
  const values = toReals(readAccessor(document, output, 1, 3, 4));
  const interpolation = text(member(sampler, "interpolation"), "LINEAR");
  const perKey = interpolation === "CUBICSPLINE" ? 3 : 1; // each value has a tangent before and after it
  const size = values.length / times.length / perKey;
  const expected = SIZES.get(path)!;
  if (!Number.isInteger(size) || size === 0 || (expected !== 0 && size !== expected))
    refuse(output, `${values.length} numbers for ${times.length} keys of ${path}`);
  // Channels may share their times, but each searches them, so each pays.
  spend(document, times.byteLength, input);
  checkTimes(times, input);
  const after = times.findIndex((key) => key > time);
  const key = after === -1 ? times.length - 1 : Math.max(after - 1, 0);
  const valueAt = (k: number) => (k * perKey + (perKey === 3 ? 1 : 0)) * size;
  const start = values.subarray(valueAt(key), valueAt(key) + size);
  if (after <= 0 || interpolation === "STEP") return finite(Float64Array.from(start), output);
  const end = values.subarray(valueAt(after), valueAt(after) + size);
  const step = times[after] - times[key];
  const t = (time - times[key]) / step;
  if (interpolation === "CUBICSPLINE") {
    const outgoing = values.subarray(valueAt(key) + size, valueAt(key) + 2 * size);
    const incoming = values.subarray(valueAt(after) - size, valueAt(after));
    const curve = hermite(start, outgoing, end, incoming, t, step);
    return finite(path === "rotation" ? normalised(curve) : curve, output);
  }
  if (interpolation !== "LINEAR")
    refuse(member(sampler, "interpolation"), `unknown: ${JSON.stringify(interpolation)}`);
  return finite(path === "rotation" ? slerp(start, end, t) : lerp(start, end, t), output);
}

function checkTimes(times: Positions, json: Json): void {
  for (let i = 0; i < times.length; i++)
    if (!Number.isFinite(times[i]) || (i > 0 && times[i] <= times[i - 1]))
      refuse(json, `key ${i}: times must increase, got ${times[i]}`);
}

function finite(values: Float64Array, json: Json): Float64Array {
  return values.every(Number.isFinite) ? values : refuse(json, "a value is not a finite number");
}

function lerp(a: Positions, b: Positions, t: number): Float64Array {
  return Float64Array.from(a, (value, i) => value * (1 - t) + b[i] * t);
}

/** Along the shorter arc; nearly equal rotations are interpolated linearly, because the sine would vanish. */
function slerp(a: Positions, b: Positions, t: number): Float64Array {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const sign = dot < 0 ? -1 : 1;
  const cosine = Math.min(Math.abs(dot), 1);
  if (cosine > 1 - 1e-9)
    return normalised(Float64Array.from(a, (value, i) => value * (1 - t) + sign * b[i] * t));
  const angle = atan2(Math.sqrt((1 - cosine) * (1 + cosine)), cosine);
  const from = sin((1 - t) * angle) / sin(angle);
  const to = (sign * sin(t * angle)) / sin(angle);
  return Float64Array.from(a, (value, i) => value * from + b[i] * to);
}

function hermite(
  start: Positions,
  outgoing: Positions,
  end: Positions,
  incoming: Positions,
  t: number,
  step: number,
): Float64Array {
  const [t2, t3] = [t * t, t * t * t];
  return Float64Array.from(
    start,
    (value, i) =>
      (2 * t3 - 3 * t2 + 1) * value +
      step * (t3 - 2 * t2 + t) * outgoing[i] +
      (3 * t2 - 2 * t3) * end[i] +
      step * (t3 - t2) * incoming[i],
  );
}

function normalised(q: Float64Array): Float64Array {
  const length = hypot(q[0], q[1], q[2], q[3]);
  return length === 0 ? Float64Array.of(0, 0, 0, 1) : q.map((value) => value / length);
}
