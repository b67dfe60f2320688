/** A list of numbers of unknown length; its array doubles when it is full. */
export interface GrowingList<T extends Float64Array | Uint32Array> {
  values: T;
  length: number;
}

export function createPointList(capacity = 24): GrowingList<Float64Array> {
  return { values: new Float64Array(capacity), length: 0 };
}

/** Small at first: a hostile file may need a million of them. */
export function createIndexList(capacity = 24): GrowingList<Uint32Array> {
  return { values: new Uint32Array(capacity), length: 0 };
}

/** Makes room for `extra` more values. */
export function reserve<T extends Float64Array | Uint32Array>(list: GrowingList<T>, extra: number): void {
  const { values, length } = list;
  if (length + extra <= values.length) return;
  const Kind = values.constructor as new (size: number) => T;
  list.values = new Kind(Math.max(length + extra, 2 * values.length));
  list.values.set(values);
}

/** A copy of exactly the values in use, without the spare capacity. */
export function trimmed<T extends Float64Array | Uint32Array>(list: GrowingList<T>): T {
  return list.values.slice(0, list.length) as T;
}

export function pushTriangle(list: GrowingList<Uint32Array>, a: number, b: number, c: number): void {
  if (list.length + 3 > list.values.length) reserve(list, 3);
  const { values, length } = list;
  values[length] = a;
  values[length + 1] = b;
  values[length + 2] = c;
  list.length = length + 3;
}
