// The kernel of `collideMany`. It calls the kernel of `collide`, in the module of pairs. Pages that query one pose at a time do not load
// it.
export { nextUndecided } from "./pose-batch";
