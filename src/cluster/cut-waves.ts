import type { ClashPlan } from "../clash/plan/clash-plan.ts";
import { nodeDigest } from "../store/node-digest.ts";

/** Pairs that a worker checks in one go. */
export interface WaveTask {
  /** Made of the plan and the pairs: a planner that is started again makes tasks with equal addresses. */
  readonly address: string;
  /** Numbers of pairs of the plan. */
  readonly pairs: Uint32Array;
}

/** Tasks that are enqueued at once: the children of one flow. */
export interface Wave {
  readonly id: string;
  readonly tasks: readonly WaveTask[];
}

const encoder = new TextEncoder();

/** The address of a plan: of its pairs, its settings and its division into tasks. */
export function addressOfPlan({ check, parts, pairs, tasks }: ClashPlan): string {
  const text = [check, ...Array.from(pairs, (part) => parts[part].posed)].join();
  const lengths = tasks.map((task) => task.pairs.length).join();
  return digestOf(encoder.encode(`${text};${lengths}`));
}

export function taskOf(plan: string, pairs: Uint32Array): WaveTask {
  const numbers = new Uint8Array(pairs.buffer, pairs.byteOffset, pairs.byteLength);
  return { address: digestOf(Buffer.concat([encoder.encode(plan), numbers])), pairs };
}

/** A wave is named by its tasks. */
export function waveOf(tasks: readonly WaveTask[]): Wave {
  return { id: digestOf(encoder.encode(tasks.map(({ address }) => address).join())), tasks };
}

/**
 * Waves of at most `size` tasks, and of these tasks those that are not done. Waves are named by all their tasks: a planner that is
 * started again finds the waves that are in Redis.
 */
export function cutWaves(
  tasks: readonly WaveTask[],
  size: number,
  isDone: (task: WaveTask) => boolean,
): Wave[] {
  const waves: Wave[] = [];
  for (let from = 0; from < tasks.length; from += size) {
    const all = tasks.slice(from, from + size);
    const left = all.filter((task) => !isDone(task));
    if (left.length > 0) waves.push({ id: waveOf(all).id, tasks: left });
  }
  return waves;
}

function digestOf(bytes: Uint8Array): string {
  return Buffer.from(nodeDigest(bytes)).toString("hex", 0, 16);
}
