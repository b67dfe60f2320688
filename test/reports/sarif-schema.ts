// The objects of SARIF 2.1.0 that writeSarif uses: names, types and required members of the standard.
// It is stricter than the official schema, which also has members that abut does not write.

type Schema = Record<string, unknown>;

const text: Schema = { type: "string" };
const nonNegative: Schema = { type: "integer", minimum: 0 };
const message = object({ text }, ["text"]);
const level: Schema = { enum: ["none", "note", "warning", "error"] };
/** A property bag: anything. */
const properties: Schema = { type: "object" };
/** RFC 3986: no spaces, quotes, controls or other characters, and % only before two hex digits. */
const uri: Schema = {
  type: "string",
  pattern: "^([A-Za-z0-9\\-._~:/?#\\[\\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$",
};

function object(members: Record<string, Schema>, required: string[] = []): Schema {
  return { type: "object", additionalProperties: false, properties: members, required };
}

function list(items: Schema): Schema {
  return { type: "array", items };
}

const location = object({
  physicalLocation: object(
    {
      artifactLocation: object({ uri, index: nonNegative }),
      region: object({ startLine: { type: "integer", minimum: 1 } }),
    },
    ["artifactLocation"],
  ),
  logicalLocations: list(object({ name: text, fullyQualifiedName: text, kind: text, properties })),
});

const result = object(
  {
    ruleId: text,
    ruleIndex: nonNegative,
    level,
    message,
    locations: list(location),
    relatedLocations: list(location),
    partialFingerprints: { type: "object", additionalProperties: text },
    baselineState: { enum: ["new", "unchanged", "updated", "absent"] },
    properties,
  },
  ["message"],
);

const rule = object(
  {
    id: text,
    name: text,
    shortDescription: message,
    fullDescription: message,
    defaultConfiguration: object({ level }),
  },
  ["id"],
);

const run = object(
  {
    tool: object({ driver: object({ name: text, version: text, rules: list(rule) }, ["name"]) }, ["driver"]),
    invocations: list(
      object(
        {
          executionSuccessful: { type: "boolean" },
          toolExecutionNotifications: list(object({ level, message }, ["message"])),
        },
        ["executionSuccessful"],
      ),
    ),
    artifacts: list(
      object({
        location: object({ uri }),
        length: nonNegative,
        roles: list({ enum: ["analysisTarget"] }),
        hashes: { type: "object", additionalProperties: text },
      }),
    ),
    results: list(result),
    properties,
  },
  ["tool"],
);

export const SARIF_SCHEMA = object({ $schema: text, version: { const: "2.1.0" }, runs: list(run) }, [
  "version",
  "runs",
]);
