export function transpileFolder(source: string, folder: string): Promise<void>;
