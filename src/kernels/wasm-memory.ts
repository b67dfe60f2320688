/** The memory that kernels work in; it has a new buffer after it has grown. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Typed views of a memory. */
export interface MemoryViews {
  readonly ints: Int32Array;
  readonly uints: Uint32Array;
  readonly floats: Float32Array;
  readonly doubles: Float64Array;
}

export function viewsOf({ buffer }: WasmMemory): MemoryViews {
  return {
    ints: new Int32Array(buffer),
    uints: new Uint32Array(buffer),
    floats: new Float32Array(buffer),
    doubles: new Float64Array(buffer),
  };
}

/** A page of WebAssembly memory, in bytes. */
export const PAGE = 65536;
const KEPT_BYTES = 2 ** 26;

/**
 * The result of `work`, or null if the engine has no room for it: memory is lacking, or a module is too large for the main thread (Chrome
 * before 114). Engines report limits by a RangeError, as the JavaScript interface of WebAssembly demands.
 */
export function ifRoomLasts<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Grows the memory to at least `bytes` bytes; false if the engine refuses. */
export function hasRoom(memory: WasmMemory, bytes: number): boolean {
  const lacking = bytes - memory.buffer.byteLength;
  if (lacking <= 0) return true;
  return ifRoomLasts(() => memory.grow(Math.ceil(lacking / PAGE))) !== null;
}

/**
 * `hasRoom` for a memory that grows in many small steps: it grows by at least half, up to `mostBytes`. V8 counts the whole memory as newly
 * allocated at every growth and collects garbage for it: 1,600 copies of trees took 14 s of growing and 30 s of collecting.
 */
export function hasRoomAhead(memory: WasmMemory, bytes: number, mostBytes: number): boolean {
  const { byteLength } = memory.buffer;
  if (bytes <= byteLength) return true;
  const ahead = Math.min(1.5 * byteLength, mostBytes);
  return (ahead > bytes && hasRoom(memory, ahead)) || hasRoom(memory, bytes);
}

/** Whether a memory is small enough to be kept for the next call. WebAssembly memory cannot shrink, so a larger one is freed as a whole. */
export function isWorthKeeping({ buffer }: WasmMemory): boolean {
  return buffer.byteLength <= KEPT_BYTES;
}
