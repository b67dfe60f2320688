// Typed errors. Each message names the file or array, the index and the value. They are thrown before any work is done.

/** An unusable mesh: wrong lengths, indices out of range, non-finite coordinates, no triangles. */
export class MeshError extends Error {
  override readonly name = "MeshError";
}

/** An unusable pose: wrong length, not affine, non-finite, singular, or out of range. */
export class PoseError extends Error {
  override readonly name = "PoseError";
}

/** An unreadable file or saved tree: unknown, damaged, truncated, or of another version. */
export class FormatError extends Error {
  override readonly name = "FormatError";
}

/** A wrong argument: an unknown option, or a value of the wrong type or outside its range. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

/** A thread that failed or exited before it finished its work. */
export class ThreadError extends Error {
  override readonly name = "ThreadError";
}

/** A store that cannot be opened, read or written: no folder, no permission, a full disk. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

/** A caller's value as a string for an error message. `String(value)` throws for some values. */
export function show(value: unknown): string {
  try {
    return String(value);
  } catch {
    return Object.prototype.toString.call(value); // "[object Float32Array]" for one whose buffer was transferred
  }
}

/** Whether a query rejected its meshes or poses. An `OptionError` is a mistake in the call instead. */
export function isRefusal(error: unknown): error is MeshError | PoseError {
  return error instanceof MeshError || error instanceof PoseError;
}
