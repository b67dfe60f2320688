import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { setupFiles: ["test/setup.ts"], include: ["test/**/*.test.ts"], testTimeout: 60_000 },
});
