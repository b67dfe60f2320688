import { insertRecords } from "./record.mjs";

export const description = "writes the tables of all records in docs/papers/results into the pages again";

export function run() {
  for (const line of insertRecords()) console.log(line);
}
