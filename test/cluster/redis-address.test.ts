import { expect, it } from "vitest";
import { describeRedis, readRedisAddress, withoutSecrets } from "../../src/cluster/redis-address.ts";
import { OptionError } from "../../src/errors.ts";

it("an address of Redis has host, port, database, user and password", () => {
  expect(readRedisAddress("redis://ann:p%2Fw@queue.example:7000/3")).toEqual({
    host: "queue.example",
    port: 7000,
    database: 3,
    username: "ann",
    password: "p/w",
    tls: undefined,
  });
  expect(readRedisAddress("redis://[::1]")).toMatchObject({ host: "::1", port: 6379, database: 0 });
});

it("an address of Redis passes options of TLS and of access control on", () => {
  const address = { url: "rediss://queue.example", username: "ann", password: "secret", tls: { ca: "PEM" } };
  expect(readRedisAddress(address)).toMatchObject({
    username: "ann",
    password: "secret",
    tls: { ca: "PEM" },
  });
  expect(readRedisAddress("rediss://queue.example").tls).toEqual({});
});

it.each([
  "secret",
  "http://:secret@host",
  "redis://:secret@",
  "redis://:secret@host/x",
  "redis://:secret@host:99999",
])("%s as the address of Redis is refused without quoting it", (url) => {
  const read = () => readRedisAddress(url);
  expect(read).toThrow(OptionError);
  expect(read).not.toThrow(/secret/);
});

it("an address of Redis with redis:// takes no options of TLS", () => {
  expect(() => readRedisAddress({ url: "redis://host", tls: { ca: "PEM" } })).toThrow(/need rediss:/);
});

it("an address of Redis is shown without its secrets, which are taken out of texts, too", () => {
  const target = readRedisAddress("rediss://ann:p%2Fw@queue.example:7000");
  expect(describeRedis(target)).toBe("Redis at rediss://queue.example:7000");
  expect(withoutSecrets("ERR p/w and p%2Fw", target)).toBe("ERR *** and ***");
});
