export function generateKernels(): Promise<Map<string, string>>;
export function hashSources(): string;
