// The kernel of `collideMany`. It calls that of `collide`, in the module of pairs: pages that ask for one pose at a time do not load this one.
export { nextUndecided } from "./pose-batch";
