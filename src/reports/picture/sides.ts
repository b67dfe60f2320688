import type { Shot } from "./scene.ts";

/** The sides of a clash, as owners of surfaces. */
const OWNER_A = 1;
export const OWNER_B = 2;

/**
 * The colour of each part: a or b. In a single clash they are its two parts. In a group the part with the most clashes is a, its
 * partners are b, their partners a, and so on.
 */
export function sidesOf({ clashes }: Shot): Map<number, number> {
  const sides = new Map<number, number>();
  if (clashes.length === 1) {
    sides.set(clashes[0].a, OWNER_A);
    if (clashes[0].b !== clashes[0].a) sides.set(clashes[0].b, OWNER_B);
    return sides;
  }
  const partners = new Map<number, number[]>();
  for (const { a, b } of clashes) {
    partners.set(a, [...(partners.get(a) ?? []), b]);
    partners.set(b, [...(partners.get(b) ?? []), a]);
  }
  const starts = [...partners.keys()].sort(
    (p, q) => partners.get(q)!.length - partners.get(p)!.length || p - q,
  );
  for (const start of starts) {
    if (sides.has(start)) continue;
    sides.set(start, OWNER_A);
    const queue = [start];
    for (const part of queue)
      for (const partner of partners.get(part)!)
        if (!sides.has(partner)) {
          sides.set(partner, OWNER_A + OWNER_B - sides.get(part)!);
          queue.push(partner);
        }
  }
  return sides;
}
