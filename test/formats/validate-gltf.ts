// @ts-expect-error the Khronos validator comes without types
import validator from "gltf-validator";

interface Issue {
  code: string;
  message: string;
  pointer: string;
  /** 0 error, 1 warning, 2 information, 3 hint. */
  severity: number;
}

/** The errors and warnings of the Khronos validator. */
export async function gltfIssues(bytes: Uint8Array): Promise<Issue[]> {
  const { issues } = (await validator.validateBytes(bytes)) as { issues: { messages: Issue[] } };
  return issues.messages.filter(({ severity }) => severity <= 1);
}
