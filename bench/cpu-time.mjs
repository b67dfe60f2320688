/** Milliseconds of processor time that `work` takes: on a busy machine the clock on the wall says little. */
export function cpuMilliseconds(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
