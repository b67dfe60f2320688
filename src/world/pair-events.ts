// The pairs of a step, compared with those of the step before.

/** Pairs of bodies, down to links; sorted by (bodyA, bodyB, linkA, linkB). */
export interface WorldPairs {
  count: number;
  /** Two ids per pair, the lower one first; a body that meets itself has its id twice. */
  bodies: Uint32Array;
  /** Two link numbers per pair; 0 for bodies without links. */
  links: Int32Array;
}

/** Pairs whose memory is kept and grown from step to step. */
export interface PairBuffer extends WorldPairs {
  bodyStorage: Uint32Array;
  linkStorage: Int32Array;
}

export function createPairBuffer(): PairBuffer {
  const bodyStorage = new Uint32Array(128);
  const linkStorage = new Int32Array(128);
  return {
    count: 0,
    bodies: bodyStorage.subarray(0, 0),
    links: linkStorage.subarray(0, 0),
    bodyStorage,
    linkStorage,
  };
}

export function addPair(buffer: PairBuffer, a: number, b: number, linkA: number, linkB: number): void {
  const at = 2 * buffer.count++;
  if (at + 2 > buffer.bodyStorage.length) grow(buffer);
  buffer.bodyStorage[at] = a;
  buffer.bodyStorage[at + 1] = b;
  buffer.linkStorage[at] = linkA;
  buffer.linkStorage[at + 1] = linkB;
}

/** Trims the arrays that callers see to the number of pairs. */
export function finishPairs(buffer: PairBuffer): void {
  const length = 2 * buffer.count;
  if (buffer.bodies.buffer === buffer.bodyStorage.buffer && buffer.bodies.length === length) return;
  buffer.bodies = buffer.bodyStorage.subarray(0, length);
  buffer.links = buffer.linkStorage.subarray(0, length);
}

function grow(buffer: PairBuffer): void {
  const bodies = new Uint32Array(2 * buffer.bodyStorage.length);
  const links = new Int32Array(2 * buffer.linkStorage.length);
  bodies.set(buffer.bodyStorage);
  links.set(buffer.linkStorage);
  buffer.bodyStorage = bodies;
  buffer.linkStorage = links;
}

/** Finds which pairs of `now` are new, which were in `last`, and which of `last` are gone. All lists are sorted. */
export function comparePairs(
  last: PairBuffer,
  now: PairBuffer,
  begun: PairBuffer,
  kept: PairBuffer,
  ended: PairBuffer,
): void {
  begun.count = kept.count = ended.count = 0;
  let i = 0;
  let j = 0;
  while (i < last.count || j < now.count) {
    const order = i === last.count ? 1 : j === now.count ? -1 : compareAt(last, i, now, j);
    if (order < 0) copyPair(last, i++, ended);
    else if (order > 0) copyPair(now, j++, begun);
    else {
      copyPair(now, j++, kept);
      i++;
    }
  }
  finishPairs(begun);
  finishPairs(kept);
  finishPairs(ended);
}

function compareAt(p: PairBuffer, i: number, q: PairBuffer, j: number): number {
  const [a, b] = [2 * i, 2 * j];
  return (
    p.bodyStorage[a] - q.bodyStorage[b] ||
    p.bodyStorage[a + 1] - q.bodyStorage[b + 1] ||
    p.linkStorage[a] - q.linkStorage[b] ||
    p.linkStorage[a + 1] - q.linkStorage[b + 1]
  );
}

function copyPair({ bodyStorage, linkStorage }: PairBuffer, i: number, out: PairBuffer): void {
  const at = 2 * i;
  addPair(out, bodyStorage[at], bodyStorage[at + 1], linkStorage[at], linkStorage[at + 1]);
}
