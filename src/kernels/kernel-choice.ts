// Whether WebAssembly kernels may be used, or must be. Answers do not depend on it.

/** "where they pay" is the default; "never" and "always" apply inside `withoutKernels` and `withKernels`. */
let choice: "where they pay" | "never" | "always" = "where they pay";

/**
 * Runs `work` without the kernels. With kernels, counters of pair queries and rays differ a little, and whether a kernel is used depends on
 * earlier queries. Clash reports publish counters, which must not depend on threads, so they run without. A broad phase keeps the choice it
 * was created with.
 */
export function withoutKernels<T>(work: () => T): T {
  return withChoice("never", work);
}

/**
 * Runs `work` with kernels from the first query on, however small the model: for tests. Inputs that kernels cannot handle (coordinates
 * beyond f32, leaves that are too large) still run without. A broad phase keeps the choice it was created with.
 */
export function withKernels<T>(work: () => T): T {
  return withChoice("always", work);
}

/** The innermost choice counts. */
function withChoice<T>(inner: typeof choice, work: () => T): T {
  const outer = choice;
  choice = inner;
  try {
    return work();
  } finally {
    choice = outer;
  }
}

export function areKernelsUnwanted(): boolean {
  return choice === "never";
}

export function areKernelsInsistedOn(): boolean {
  return choice === "always";
}
