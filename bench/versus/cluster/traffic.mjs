/** What a Redis has done since its counters were reset, from its INFO. */
export function countTraffic(info) {
  const calls = [...info.matchAll(/^cmdstat_(.+?):calls=(\d+)/gm)].map(([, name, n]) => [name, Number(n)]);
  const of = (...names) => calls.filter(([name]) => names.includes(name)).reduce((sum, [, n]) => sum + n, 0);
  const number = (name) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(info)[1]);
  return {
    scripts: of("evalsha", "eval"),
    commands: calls.reduce((sum, [, n]) => sum + n, 0),
    bytes: number("total_net_input_bytes") + number("total_net_output_bytes"),
  };
}
