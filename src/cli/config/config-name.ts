/** The rules file that is looked for in the working directory. */
export const CONFIG_NAME = "abut.config.json";
