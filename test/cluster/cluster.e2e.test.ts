import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSphere } from "../../src/mesh/primitives/sphere.ts";
import type { TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { builtPath, builtUrl } from "../build-once.ts";
import { writeObj } from "../cli/terminal.ts";
import { type Running, startCommand, until, writtenOutcomes } from "./command.ts";
import { freePort, hasRedis, PASSWORD, type RedisServer, startRedis } from "./redis-server.ts";

// Real processes of the command, a real Redis, and what goes wrong with them.

const folder = mkdtempSync(join(tmpdir(), "abut-cluster-"));
const running: Running[] = [];
let redis: RedisServer;

/** All that any process has printed: no secret may be in it. */
const allSaid = () => running.map(({ said }) => said()).join("");

function start(...args: Parameters<typeof startCommand>): Running {
  const command = startCommand(...args);
  running.push(command);
  return command;
}

/** Spheres on a lattice, each of which overlaps its neighbours. All differ a little, so each has a mesh of its own. */
function writeSpheres(name: string, count: readonly [number, number, number], segments: number): string {
  const spheres: Record<string, TriangleMesh> = {};
  for (let x = 0; x < count[0]; x++)
    for (let y = 0; y < count[1]; y++)
      for (let z = 0; z < count[2]; z++) {
        const number = Object.keys(spheres).length;
        const sphere = createSphere({ radius: 1 + 1e-6 * number, segments, rings: segments / 2 });
        const positions = sphere.positions.map((v, i) => v + 1.9 * [x, y, z][i % 3]);
        spheres[`sphere ${number}`] = { ...sphere, positions };
      }
  return writeObj(join(folder, name), spheres);
}

const paths = (name: string) => ({
  store: join(folder, `${name}-store`),
  report: join(folder, `${name}.json`),
});

async function onOneThread(model: string, name: string): Promise<Buffer> {
  const report = join(folder, `${name}-expected.json`);
  expect(await start(["clash", model, "-q", "--threads", "1", "-f", "json", "-o", report]).ended).toBe(1);
  return readFileSync(report);
}

describe.skipIf(!hasRedis())("a cluster", () => {
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    for (const { process: child } of running) child.kill("SIGKILL");
    await Promise.all(running.map(({ ended }) => ended));
    await redis.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it("survives the death of a worker, of Redis and of the planner, and reports what one thread does", {
    timeout: 120_000,
  }, async () => {
    const model = writeSpheres("lattice.obj", [4, 3, 3], 24);
    const { store, report } = paths("lattice");
    const env = { ABUT_REDIS_URL: redis.url };
    const startWorker = () => start(["worker", "--store", store, "--takeover", "2"], env);
    const plan = () =>
      start(["clash", model, "-q", "--cluster", "--store", store, "-f", "json", "-o", report], env);
    const workers = [startWorker(), startWorker(), startWorker()];
    const planner = plan();
    const outcomes = () => writtenOutcomes(store).length;
    await until(() => outcomes() > 0, "a first outcome");
    workers[0].process.kill("SIGKILL");
    let seen = outcomes();
    await until(() => outcomes() > seen, "outcomes after the death of a worker");
    workers[1].process.kill("SIGTERM");
    await redis.kill();
    await redis.restart();
    seen = outcomes();
    await until(() => outcomes() > seen, "outcomes after the death of Redis");
    planner.process.kill("SIGKILL");
    expect(await planner.ended).toBe("SIGKILL");
    expect(await workers[1].ended).toBe(0);
    const again = plan();
    startWorker();
    expect(await again.ended).toBe(1);
    expect(readFileSync(report).equals(await onOneThread(model, "lattice"))).toBe(true);
    const written = writtenOutcomes(store);
    // What a dead worker had not saved is checked again, and was never written. Where a lock ran out while Redis was away, two workers are
    // at one task: outcomes that have come meanwhile are not put again, but both may put some within the same milliseconds.
    expect(written.length - new Set(written).size).toBeLessThan(written.length / 10);
    // Everything is in the store now: the next run needs no worker.
    for (const { process: child } of running) child.kill("SIGTERM");
    rmSync(report);
    expect(await plan().ended).toBe(1);
    expect(readFileSync(report).equals(await onOneThread(model, "lattice"))).toBe(true);
    expect(writtenOutcomes(store)).toHaveLength(written.length);
  });

  it("isolates the pair that kills its process, and reports it as unchecked", {
    timeout: 60_000,
  }, async () => {
    const model = writeSpheres("row.obj", [8, 1, 1], 24);
    const { store, report } = paths("row");
    // The last sphere has one neighbour: its mesh is read for one pair only.
    const preload = join(folder, "poison.mjs");
    writeFileSync(
      preload,
      `import fs from "node:fs";
       import { syncBuiltinESMExports } from "node:module";
       const read = fs.readSync;
       fs.readSync = (file, bytes, ...rest) => {
         const count = read(file, bytes, ...rest);
         if (process.send && isLast(bytes)) process.kill(process.pid, "SIGKILL");
         return count;
       };
       // An envelope of 16 bytes, the header of a mesh, which begins with the bytes a coordinate and an index, and x of the first vertex.
       const isLast = (bytes) =>
         bytes.length > 1000 && bytes.readUInt32LE(0) === 0x31736261 && bytes.readUInt32LE(16) === 8 &&
         [2, 4].includes(bytes.readUInt32LE(20)) && bytes.readDoubleLE(32) > 12;
       syncBuiltinESMExports();`,
    );
    const worker = start(["worker", redis.url, "--store", store], { NODE_OPTIONS: `--import=${preload}` });
    const planner = start([
      "clash",
      model,
      "--cluster",
      redis.url,
      "--store",
      store,
      "-f",
      "json",
      "-o",
      report,
    ]);
    expect(await planner.ended).toBe(3);
    const { status, clashes } = JSON.parse(readFileSync(report, "utf8"));
    expect(status).toBe("partial");
    expect(clashes).toHaveLength(6);
    expect(planner.said().match(/not checked:/g)).toHaveLength(1);
    expect(planner.said()).toMatch(
      /not checked: "row.obj.sphere 6" against "row.obj.sphere 7": its check failed 3 times: .*SIGKILL/,
    );
    worker.process.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  });

  it("ends a worker that is asked to, although a library has left a connection open", {
    timeout: 30_000,
  }, async () => {
    const preload = join(folder, "open.mjs");
    writeFileSync(preload, 'import { createServer } from "node:net"; createServer().listen(0, "127.0.0.1");');
    const env = { ABUT_REDIS_URL: redis.url, NODE_OPTIONS: `--import ${pathToFileURL(preload)}` };
    const worker = start(["worker", "--store", paths("open").store], env);
    await until(() => worker.said().includes("waiting for tasks"), "a worker");
    worker.process.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  });

  it.each(["comes back", "stays away"])(
    "ends a worker that is asked to while Redis is away, and %s",
    {
      timeout: 60_000,
    },
    async (redisThen) => {
      const own = await startRedis();
      const worker = start(["worker", own.url, "--store", paths("away").store]);
      await until(() => worker.said().includes("waiting for tasks"), "a worker");
      await own.kill();
      // Its connections wait for the next attempt nearly all of the time, and a library forgets to end one that waits.
      await until(() => worker.said().includes("trying again"), "a worker without Redis");
      await new Promise((resolve) => setTimeout(resolve, 1000));
      worker.process.kill("SIGTERM");
      if (redisThen === "comes back") await own.restart();
      expect(await worker.ended).toBe(0);
      await own.remove();
    },
  );

  it("ends a planner that has no patience with a Redis that is away", { timeout: 60_000 }, async () => {
    const own = await startRedis();
    const program = join(folder, "impatient.mjs");
    writeFileSync(
      program,
      `import { findClashesOnCluster } from ${JSON.stringify(builtUrl("cluster/index.js"))};
       import { openStore, recordParts } from ${JSON.stringify(builtUrl("store/index.js"))};
       import { createBox } from ${JSON.stringify(builtUrl("primitives.js"))};
       const store = await openStore(${JSON.stringify(`files:${paths("impatient").store}`)});
       const mesh = createBox();
       const parts = await recordParts([{ key: "a", mesh }, { key: "b", mesh }], store, false);
       const options = { redis: process.argv[2], patience: 1, onNotice: console.log };
       await findClashesOnCluster(parts, store, options).catch(({ message }) => console.log(message));`,
    );
    const planner = start([own.url], {}, program);
    await until(() => planner.said().includes("no worker is connected"), "a planner");
    await own.kill();
    expect(await planner.ended).toBe(0);
    expect(planner.said()).toMatch(/no answer for 1 s/);
    await own.remove();
  });

  it("says that a worker is of another version", { timeout: 30_000 }, async () => {
    const model = writeSpheres("two.obj", [2, 1, 1], 8);
    const { store } = paths("two");
    // The built package as another version.
    const other = join(folder, "other");
    cpSync(builtPath(""), other, { recursive: true });
    symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
    const change = (at: string) => {
      for (const entry of readdirSync(at, { withFileTypes: true, recursive: true }))
        if (entry.isFile() && entry.name.endsWith(".js")) {
          const path = join(entry.parentPath, entry.name);
          writeFileSync(path, readFileSync(path, "utf8").replaceAll("outcomes 2", "outcomes 0"));
        }
    };
    change(other);
    writeFileSync(join(folder, "package.json"), readFileSync("package.json"));
    const worker = start(["worker", redis.url, "--store", store], {}, join(other, "cli/main.js"));
    const planner = start(["clash", model, "--cluster", redis.url, "--store", store]);
    expect(await planner.ended).toBe(2);
    expect(planner.said()).toMatch(
      /planner and worker are of different versions: the task was made by ".*outcomes 2", the worker is ".*outcomes 0"/,
    );
    worker.process.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  });

  it("refuses a wrong password, a port without Redis and an old Redis, in one line", {
    timeout: 30_000,
  }, async () => {
    const model = writeSpheres("pair.obj", [2, 1, 1], 8);
    const { store } = paths("pair");
    const old = createServer((socket) => {
      socket.on("data", (data) => {
        for (const _ of String(data).matchAll(/^\*\d+\r$/gm))
          socket.write("$21\r\nredis_version:5.0.14\n\r\n");
      });
      socket.on("error", () => socket.destroy());
    });
    const oldPort = await new Promise<number>((resolve) => {
      old.listen(0, "127.0.0.1", () => resolve((old.address() as { port: number }).port));
    });
    const cases: [address: string, message: RegExp][] = [
      [`redis://:wrong-s3cret@127.0.0.1:${redis.port}`, /Redis at 127\.0\.0\.1:\d+: wrong user or password/],
      [`redis://127.0.0.1:${redis.port}`, /it asks for a password/],
      [
        `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${await freePort()}`,
        /cannot connect: .*ECONNREFUSED/,
      ],
      [`redis://127.0.0.1:${oldPort}`, /version 5\.0\.14 is too old, expected 6\.2 or later/],
      [`http://:${PASSWORD}@127.0.0.1`, /expected redis:\/\/host:port/],
    ];
    for (const [address, message] of cases) {
      const words = [
        ["clash", model, "--cluster", address, "--store", store],
        ["worker", address, "--store", store],
      ];
      for (const command of words.map((each) => start(each))) {
        expect(await command.ended).toBe(2);
        expect(command.said()).toMatch(message);
        expect(command.said().trim().split("\n")).toHaveLength(1);
      }
    }
    old.close();
    const noStore = start(["clash", model, "--cluster", redis.url]);
    expect(await noStore.ended).toBe(2);
    expect(noStore.said()).toContain("--cluster: needs --store");
  });

  it("takes the password from a file, and prints it nowhere", { timeout: 30_000 }, async () => {
    const model = writeSpheres("file.obj", [2, 1, 1], 8);
    const { store, report } = paths("file");
    const options = join(folder, "redis.json");
    writeFileSync(
      options,
      JSON.stringify({ url: `redis://127.0.0.1:${redis.port}`, username: "default", password: PASSWORD }),
    );
    const worker = start(["worker", "--redis-options", options, "--store", store]);
    const planner = start(
      ["clash", model, "--cluster", "--redis-options", options, "--store", store, "-f", "json", "-o", report],
      { ABUT_DEBUG: "1" },
    );
    expect(await planner.ended).toBe(1);
    worker.process.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
    const written = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "redis.json");
    const texts = [allSaid(), ...written.map((name) => readFileSync(join(folder, name), "utf8"))];
    for (const text of texts)
      for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), "wrong-s3cret"])
        expect(text).not.toContain(secret);
  });
});
