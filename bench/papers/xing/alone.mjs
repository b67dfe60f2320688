import { measureGrowth, measureLongest } from "../xing-measure.mjs";

// One measurement in a process of its own, without what other methods leave in the heap and in the caches. Gets the name of the measurement
// and its arguments as JSON, prints its result as JSON.

const [name, ...rest] = JSON.parse(process.argv[2]);
const MEASUREMENTS = { growth: measureGrowth, longest: measureLongest };
console.log(JSON.stringify(MEASUREMENTS[name](...rest)));
