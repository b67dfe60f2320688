// The kernels of `distance`, `isWithin` and `closestPoint`, in the memory of the pair kernels, which holds the copies of trees.
export { descendForDistance } from "./distance-descent";
export { descendToPoint } from "./point-descent";
