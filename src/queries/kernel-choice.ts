// Whether queries may, or must, use their WebAssembly kernels. Answers are the same either way.

/** How many callers on the stack want none of the kernels, and how many insist on them. */
let unwanted = 0;
let insisted = 0;

/**
 * Does some work without the kernels. Counters of pair queries and rays differ a little, and which path serves depends on what was
 * asked before. Whoever publishes counters, and wants them to be the same on any thread, works this way.
 */
export function withoutKernels<T>(work: () => T): T {
  unwanted++;
  try {
    return work();
  } finally {
    unwanted--;
  }
}

/** Does some work with the kernels even where a model is too small for them to pay, for tests. */
export function withKernels<T>(work: () => T): T {
  insisted++;
  try {
    return work();
  } finally {
    insisted--;
  }
}

export function areKernelsUnwanted(): boolean {
  return unwanted > 0;
}

export function areKernelsInsistedOn(): boolean {
  return insisted > 0;
}
