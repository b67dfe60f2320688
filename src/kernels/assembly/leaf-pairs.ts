// The descent of pair queries alone, for queries that test something other than whether triangles meet.
export { allLeafPairs } from "./pair-descent";
