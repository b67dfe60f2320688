export function encodeKernels(modules: Uint8Array[]): { texts: string[]; opcodes: string };
