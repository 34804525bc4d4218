import { defineConfig } from '@playwright/test';
import { findBrowser } from './e2e/browser.ts';

const browser = await findBrowser();

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env['CI'] === 'true',
  retries: 0,
  // Twice what the longest test takes on two busy cores.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  outputDir: process.env['GHALA_E2E_OUTPUT'] ?? `test-results/${process.pid}`,
  use: {
    // Set by the global setup before the workers read this file again.
    ...(process.env['GHALA_E2E_URL'] === undefined ? {} : { baseURL: process.env['GHALA_E2E_URL'] }),
    headless: true,
    launchOptions: browser,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
