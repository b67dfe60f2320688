export function transpile(folder: string): Promise<void>;
