/** The exit codes of all subcommands. */
export const EXIT = {
  /** Nothing was found: no clashes, apart, sound. */
  clean: 0,
  /** Something was found that counts. */
  found: 1,
  /** A wrong option or value, or a file that cannot be read or written. */
  usage: 2,
  /** Nothing could be checked, or not everything: timed out. */
  unchecked: 3,
  /** Ctrl-C, as in shells. What was found before is written and marked as partial. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
