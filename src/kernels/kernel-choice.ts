// Whether the WebAssembly kernels may serve, or must. Answers do not depend on it.

/** "where they pay" is the default; "never" and "always" hold for the work of `withoutKernels` and `withKernels`. */
let choice: "where they pay" | "never" | "always" = "where they pay";

/**
 * Does some work without the kernels. Counters of pair queries and rays differ a little, and which path serves depends on what was
 * asked before. Clash reports publish counters, which must not depend on threads: so they work this way. A broad phase
 * keeps the choice it was created with.
 */
export function withoutKernels<T>(work: () => T): T {
  return withChoice("never", work);
}

/**
 * Does some work with the kernels from the first query on, and however small a model is, for tests. Inputs that kernels cannot
 * serve (coordinates beyond f32, leaves that are too large) still go the plain way. A broad phase keeps the choice it was
 * created with.
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
