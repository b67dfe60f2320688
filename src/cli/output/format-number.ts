/** A number for people: four significant digits, without trailing zeros. */
export function formatNumber(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-4) return value.toExponential(3).replace(/\.?0+e/, "e");
  if (size >= 1000) return value.toFixed(0);
  return String(Number(value.toPrecision(4)));
}

/** Coordinates for people: those that are negligible beside the others become 0. */
export function formatPoint(point: readonly number[]): string {
  const size = Math.max(...point.map(Math.abs));
  return point.map((x) => formatNumber(Math.abs(x) < 1e-6 * size ? 0 : x)).join(" ");
}

/** A count for people: 12,345. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** "1 part", "2 parts". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
