export function transpile(folder: string): Promise<void>;
export function transpileFolder(source: string, folder: string): Promise<void>;
