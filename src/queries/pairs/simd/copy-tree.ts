export { copyPositions } from "../../../trees/tree-copies.ts";
