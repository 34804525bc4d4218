import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contracts,server,sandbox,web,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/test/database-server.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Generous, because machines that run tests are shared; nothing here waits for time to pass.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    // The default of a second is less than a busy machine may take for one look.
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
});
