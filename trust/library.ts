// All of abut that answers questions, by one name: for programs that look a function up by its name, whatever its entry.

export * from "../src/articulated.ts";
export * from "../src/broadphase/index.ts";
export * from "../src/clash/index.ts";
export * from "../src/index.ts";
export * from "../src/papers.ts";
export * from "../src/trees.ts";
export * from "../src/world/index.ts";
