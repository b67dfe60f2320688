import { createControls } from "../kit/controls.ts";
import { countText, createReadout, millisecondsText } from "../kit/readout.ts";
import type { Counts } from "../kit/start-demo.ts";
import type { CheckRequest, CheckResult } from "./check-files.ts";
import { countsOf } from "./counts-of.ts";

const element = (id: string) => document.getElementById(id)!;
const report = element("report");
const readout = createReadout(element("counts"));
const panel = element("controls");
const message = document.createElement("p");
message.className = "message";
message.setAttribute("role", "status");
let last: CheckRequest["files"] = "example";
let counts: Counts = {};
let shown = 0;

const address = new URLSearchParams(location.search);
const input = addFileInput();
const controls = createControls(panel, address, () => {});
const millimetres = (x: number) => `${x} mm`;
const tolerance = controls.range("tolerance", {
  label: "Overlap that is permitted",
  min: 0,
  max: 1,
  step: 0.01,
  value: 0,
  text: millimetres,
});
const clearance = controls.range("clearance", {
  label: "Clearance that is required",
  min: 0,
  max: 5,
  step: 0.1,
  value: 0,
  text: millimetres,
});
controls.button("Check again", () => void check(last));
controls.button("The example", () => void check("example"));
panel.append(message);
input.addEventListener("change", () => void checkDropped(input.files));
for (const name of ["dragover", "dragleave", "drop"] as const)
  document.addEventListener(name, (event) => {
    event.preventDefault();
    report.classList.toggle("over", name === "dragover");
    if (name === "drop") void checkDropped((event as DragEvent).dataTransfer?.files ?? null);
  });
void check("example");

async function checkDropped(files: FileList | null): Promise<void> {
  if (files === null || files.length === 0) return;
  const read = [...files].map(async (file) => ({
    name: file.name,
    bytes: new Uint8Array(await file.arrayBuffer()),
  }));
  await check(await Promise.all(read));
}

async function check(files: CheckRequest["files"]): Promise<void> {
  last = files;
  message.textContent = "Checking …";
  const template = await (await fetch("../clash-report.html")).text();
  const request: CheckRequest = { files, tolerance: tolerance.value, clearance: clearance.value, template };
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const reply = await new Promise<{ result?: CheckResult; error?: string }>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => resolve({ error: message });
    worker.postMessage(request);
  });
  worker.terminate();
  if (reply.result === undefined) message.textContent = reply.error ?? "The check failed.";
  else show(reply.result);
  document.documentElement.dataset.ready = "";
}

function show({ report: checked, html, reading, checking }: CheckResult): void {
  counts = countsOf(checked);
  const rows = new Map(Object.entries(counts).map(([name, value]) => [name, countText(value)]));
  rows.set("reading", millisecondsText(reading)).set("checking", millisecondsText(checking));
  readout.show(rows);
  message.textContent = `${checked.clashes.length} clashes in ${checked.inputs.map(({ file }) => file).join(", ")}`;
  const frame = document.createElement("iframe");
  frame.title = "The clash report";
  frame.srcdoc = html;
  frame.addEventListener("load", () => shown++);
  report.replaceChildren(frame);
}

function addFileInput(): HTMLInputElement {
  const label = document.createElement("label");
  label.className = "file";
  label.textContent = "STL, OBJ, PLY, OFF, glTF, Collada or URDF files, or drop them anywhere";
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  label.append(input);
  panel.append(label);
  return input;
}

Object.assign(window, { demo: { counts: () => counts, frame: 0, reportsShown: () => shown } });
