import { startConsole } from './console.ts';

/** One console with demo data for the whole run; specs make what they change themselves, under names of their own. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const running = await startConsole();
  process.env['GHALA_E2E_URL'] = running.url;
  process.env['GHALA_E2E_DATA_DIR'] = running.dataDir;
  return () => running.stop();
}
