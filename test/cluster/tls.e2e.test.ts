import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBox } from "../../src/mesh/primitives/box.ts";
import { writeObj } from "../cli/terminal.ts";
import { type Running, startCommand, until } from "./command.ts";
import { hasRedis, PASSWORD, type RedisServer, startRedis } from "./redis-server.ts";

// A real Redis with TLS and access control lists, and a certificate that no authority of the machine has signed.

const folder = mkdtempSync(join(tmpdir(), "abut-tls-"));
const path = (name: string) => join(folder, name);
const running: Running[] = [];
let redis: RedisServer;

function start(...words: string[]): Running {
  const command = startCommand(words, { ABUT_REDIS_URL: "" });
  running.push(command);
  return command;
}

function hasOpenssl(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    console.warn("NOTICE: no openssl in PATH, the tests of a cluster with TLS are skipped");
    return false;
  }
}

/** A key, and a certificate for this machine that is its own authority. */
function createCertificate(name: string): void {
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=abut-${name}`;
  execFileSync(
    "openssl",
    [
      ...words.split(" "),
      ...["-addext", "subjectAltName=IP:127.0.0.1"],
      ...["-keyout", path(`${name}.key`), "-out", path(`${name}.pem`)],
    ],
    { stdio: "ignore" },
  );
}

/** An options file as docs/scale.md shows it. */
function writeOptions(name: string, changes: Record<string, string | undefined> = {}): string {
  const documented = readFileSync(new URL("../../docs/scale.md", import.meta.url), "utf8");
  const [, json] = /```json\n(.*?)```/s.exec(documented)!;
  const shown = JSON.parse(json);
  expect(Object.keys(shown)).toEqual(["url", "username", "password", "ca"]);
  const options = { ...shown, url: `rediss://127.0.0.1:${redis.port}`, password: PASSWORD, ...changes };
  writeFileSync(path(name), JSON.stringify(options), { mode: 0o600 });
  return path(name);
}

describe.skipIf(!hasRedis() || !hasOpenssl())("a cluster with TLS and access control lists", () => {
  const model = writeObj(path("model.obj"), {
    a: createBox(),
    b: createBox({ center: [0.5, 0, 0] }),
    c: createBox({ center: [0.5, 0.5, 0] }),
  });
  const clash = (options: string, report: string) =>
    start(
      "clash",
      model,
      "--cluster",
      "--redis-options",
      options,
      "--store",
      path("store"),
      "-o",
      path(report),
    );

  beforeAll(async () => {
    createCertificate("ca");
    createCertificate("stranger");
    writeFileSync(path("users.acl"), `user default off\nuser abut on >${PASSWORD} ~* &* +@all\n`);
    redis = await startRedis((port) => ({
      port: 0,
      "tls-port": port,
      "tls-cert-file": path("ca.pem"),
      "tls-key-file": path("ca.key"),
      "tls-ca-cert-file": path("ca.pem"),
      "tls-auth-clients": "no",
      aclfile: path("users.acl"),
    }));
  });
  afterAll(async () => {
    for (const { process: child } of running) child.kill("SIGKILL");
    await Promise.all(running.map(({ ended }) => ended));
    await redis.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it("checks a model for a user with a password, and prints no secret", async () => {
    const options = writeOptions("right.json");
    const worker = start("worker", "--redis-options", options, "--store", path("store"));
    await until(() => worker.said().includes("waiting for tasks"), "the worker is ready");
    expect(await clash(options, "clustered.json").ended).toBe(1);
    expect(await start("clash", model, "-q", "--threads", "1", "-o", path("alone.json")).ended).toBe(1);
    expect(readFileSync(path("clustered.json"), "utf8")).toBe(readFileSync(path("alone.json"), "utf8"));
    worker.process.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  });

  it("refuses a certificate of strangers, a wrong password, an unknown user, and a Redis without TLS", async () => {
    const refused = async (changes: Record<string, string | undefined>) => {
      const command = clash(writeOptions("wrong.json", changes), "refused.json");
      expect(await command.ended).toBe(2);
      return command.said();
    };
    rmSync(path("store"), { recursive: true, force: true }); // what is known needs no Redis
    expect(await refused({ ca: undefined })).toMatch(/self-signed certificate/);
    expect(await refused({ ca: "stranger.pem" })).toMatch(/self-signed certificate|unable to verify/);
    expect(await refused({ password: "guessed-by-nobody" })).toMatch(/password|WRONGPASS/i);
    expect(await refused({ username: "somebody" })).toMatch(/password|WRONGPASS/i);
    const plain = start(
      "clash",
      model,
      "--cluster",
      `redis://127.0.0.1:${redis.port}`,
      "--store",
      path("store"),
    );
    expect(await plain.ended).toBe(2);
  });

  it("has printed no secret in any of this", () => {
    const said = running.map((command) => command.said()).join("");
    for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), "guessed-by-nobody", "PRIVATE KEY"])
      expect(said).not.toContain(secret);
    for (const report of ["clustered.json"])
      expect(readFileSync(path(report), "utf8")).not.toContain(PASSWORD);
  });
});
