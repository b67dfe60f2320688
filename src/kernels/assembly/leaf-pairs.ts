// The descent of pair queries by itself, for queries that test something else than whether triangles meet.
export { allLeafPairs } from "./pair-descent";
