/** What the command says to scripts. The same for every subcommand. */
export const EXIT = {
	/** Nothing was found: no clashes, apart, sound. */
	clean: 0,
	/** Something was found that counts. */
	found: 1,
	/** A wrong option or value, or a file that cannot be read or written. */
	usage: 2,
	/** Nothing could be checked, or not all of it: the time was up. */
	unchecked: 3,
	/** Ctrl-C, as shells have it. What was found until then is written, and marked as partial. */
	interrupted: 130
};
