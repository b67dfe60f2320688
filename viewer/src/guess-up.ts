import type { ReportInput } from "../../src/reports/clash-report.ts";
import type { Up } from "./view/create-view.ts";

/** glTF and what web-ifc makes of IFC have y up; the other formats do not say, and mostly mean z. The larger inputs decide. */
export function guessUp(inputs: ReportInput[]): Up {
  let balance = 0;
  for (const { file, triangles } of inputs)
    balance += /\.(glb|gltf|ifc|ifczip|bvh)$/i.test(file) ? triangles : -triangles;
  return balance > 0 ? "y" : "z";
}
