import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ClusterError } from "../errors.ts";
import type { FromTaskProcess, ToTaskProcess } from "./task-messages.ts";
import type { TaskDone } from "./task-queue.ts";

// Pairs are checked in processes of their own: the process that talks to Redis stays free to renew locks however long a pair takes, and
// survives what a pair may do to its process. BullMQ can start such processes, too. It starts them with their first task, and loads
// itself into each: 0.3 s that the first tasks of a run would wait for.

export interface TaskProcesses {
  /** Runs a task in a process that has none. null: `signal` stopped it before the end. Rejects if the task, or its process, fails. */
  run(task: string, isCareful: boolean, signal?: AbortSignal): Promise<TaskDone | null>;
  /** Ends all processes. */
  close(): Promise<void>;
}

/** How long a process may take to exit by itself, in milliseconds. */
const EXIT_MS = 1_000;

/** Starts processes that wait for tasks. A process that ends is replaced when a task needs it. */
export async function startTaskProcesses(count: number, env: NodeJS.ProcessEnv): Promise<TaskProcesses> {
  const all = new Set<ChildProcess>();
  const idle: ChildProcess[] = [];
  const begin = async (): Promise<ChildProcess> => {
    const child = fork(fileURLToPath(new URL("./task-process.js", import.meta.url)), [], {
      env,
      execArgv: process.execArgv.filter((word) => !word.startsWith("--inspect")), // the port is taken
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    all.add(child);
    child.on("error", () => all.delete(child)); // it could not be started; `answerOf` says so
    child.once("exit", () => {
      all.delete(child);
      const place = idle.indexOf(child);
      if (place !== -1) idle.splice(place, 1);
    });
    await answerOf(child);
    return child;
  };
  const close = async () => {
    await Promise.all([...all].map(end));
  };
  try {
    idle.push(...(await Promise.all(Array.from({ length: count }, begin))));
  } catch (error) {
    await close();
    throw new ClusterError(`no process for tasks could be started: ${(error as Error).message}`);
  }
  return {
    async run(task, isCareful, signal) {
      const child = idle.pop() ?? (await begin());
      const stop = () => post(child, { kind: "stop" });
      signal?.addEventListener("abort", stop, { once: true });
      try {
        const answer = answerOf(child);
        post(child, { kind: "run", task, isCareful });
        if (signal?.aborted) stop();
        const message = await answer;
        if (message.kind === "failed") throw new Error(message.reason);
        return message.kind === "done" ? message.done : null;
      } finally {
        signal?.removeEventListener("abort", stop);
        if (child.exitCode === null && child.signalCode === null) idle.push(child);
      }
    },
    close,
  };
}

function post(child: ChildProcess, message: ToTaskProcess): void {
  if (child.connected) child.send(message, () => {}); // one that cannot be sent is followed by an exit
}

/** The next message of a process. Rejects if it ends instead. */
function answerOf(child: ChildProcess): Promise<FromTaskProcess> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      child.off("message", hear);
      child.off("exit", fail);
      child.off("error", refuse);
    };
    const hear = (message: FromTaskProcess) => {
      leave();
      resolve(message);
    };
    const fail = (code: number | null, signal: NodeJS.Signals | null) => {
      leave();
      reject(new Error(`its process ended with ${signal ?? `exit code ${code}`}`));
    };
    const refuse = (error: Error) => {
      leave();
      reject(error);
    };
    child.once("message", hear);
    child.once("exit", fail);
    child.once("error", refuse);
    if (child.exitCode !== null || child.signalCode !== null) fail(child.exitCode, child.signalCode);
  });
}

async function end(child: ChildProcess): Promise<void> {
  const exited = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    child.once("exit", () => resolve());
  });
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill("SIGKILL"), EXIT_MS);
  await exited;
  clearTimeout(timer);
}
