import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readConfig, settingNames } from './config.ts';

it('loads demo data and the sandbox with the embedded database only, unless told', () => {
  expect(readConfig({})).toMatchObject({ demoData: true, sandbox: true });
  const database = { DATABASE_URL: 'postgres://ghala@localhost/ghala' };
  expect(readConfig(database)).toMatchObject({ demoData: false, sandbox: false });
  expect(readConfig({ ...database, DEMO_DATA: 'true' })).toMatchObject({ demoData: true, sandbox: true });
  expect(readConfig({ DEMO_DATA: 'false' })).toMatchObject({ demoData: false, sandbox: false });
});

it('lets development origins in only with demo data', () => {
  expect(readConfig({}).corsOrigins).toContain('http://localhost:5173');
  expect(
    readConfig({ DEMO_DATA: 'false', CORS_ORIGINS: 'https://a.example, https://b.example' }).corsOrigins,
  ).toEqual(['https://a.example', 'https://b.example']);
});

it('takes an empty setting as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 4000, databaseUrl: undefined });
});

it('lists every fault at once', () => {
  expect(() => readConfig({ PORT: 'x', SESSION_HOURS: '0', LOG_LEVEL: 'loud' })).toThrow(
    /PORT[\s\S]*SESSION_HOURS[\s\S]*LOG_LEVEL/,
  );
});

it('knows every setting of .env.example, and .env.example every setting', async () => {
  const example = await readFile(path.resolve(import.meta.dirname, '../../.env.example'), 'utf8');
  const named = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(settingNames));
});
