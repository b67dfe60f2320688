/** What the person at the command line can put right: shown without a stack. */
export class UsageError extends Error {}
