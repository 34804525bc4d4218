// Attack tools other people made, where this machine has them (Debian: sqlmap, wapiti, ffuf). Each is bounded in time.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as contracts from '@ghala/contracts';
import type { Contract, Route } from '@ghala/contracts/route';
import { callJson } from './call.ts';
import { objectFor, schemaOf, seeded } from './generate.ts';

export interface ToolReport {
  tool: string;
  /** One line on what was done, or why not. */
  said: string;
  findings: string[];
}

const sqlmapSecondsPerTarget = 240;
const wapitiSeconds = 300;
const ffufSeconds = 120;

interface Ran {
  code: number | null;
  output: string;
}

/** Null when the tool is not installed. */
function run(command: string, args: string[], seconds: number): Promise<Ran | null> {
  return new Promise((resolve) => {
    const tool = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const timer = setTimeout(() => tool.kill('SIGKILL'), seconds * 1000);
    const take = (chunk: Buffer) => (output += chunk.toString());
    tool.stdout.on('data', take);
    tool.stderr.on('data', take);
    tool.on('error', () => {
      clearTimeout(timer);
      resolve(null);
    });
    tool.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}

const missing = (tool: string): ToolReport => ({
  tool,
  said: `not installed here, so not run (apt-get install ${tool})`,
  findings: [],
});

async function adminToken(url: string): Promise<string> {
  const answer = await callJson<{ accessToken: string }>(url, {
    method: 'POST',
    target: '/api/login',
    body: { email: 'admin@ghala.example', password: 'ghala-admin' },
  });
  return answer.accessToken;
}

/** Routes whose parameters reach the database; sign-in and codes hold a guesser off, so they get a lower rate. */
function sqlTargets(): { name: string; route: Route }[] {
  return Object.values<Contract>(contracts).flatMap((contract) =>
    Object.entries(contract)
      .filter(([name, route]) => route.stream !== true && route.rawBody !== true && name !== 'logout')
      .filter(([, route]) => (route.query ?? route.body ?? route.params) !== undefined)
      .map(([name, route]) => ({ name, route })),
  );
}

/** Every parameter is marked: a star in the path, the query's names, every field of the body. */
function sqlmapArguments(url: string, route: Route, token: string): string[] {
  const random = seeded(7);
  const query = Object.keys(route.query === undefined ? {} : (schemaOf(route.query).properties ?? {}));
  const search = query
    .map((name) => `${name}=${name === 'limit' ? 5 : name === 'offset' ? 0 : ''}`)
    .join('&');
  const address = url + route.path.replaceAll(/:\w+/g, '999999*') + (search === '' ? '' : `?${search}`);
  const body = route.body === undefined ? undefined : JSON.stringify(objectFor(schemaOf(route.body), random));
  return [
    '-u',
    address,
    '--method',
    route.method,
    ...(body === undefined ? [] : ['--data', body, '--headers', 'Content-Type: application/json']),
    ...(route.access === 'public' ? [] : ['--header', `Authorization: Bearer ${token}`]),
    '--batch',
    '--dbms=PostgreSQL',
    '--level=2',
    '--risk=1',
    '--technique=BEUST',
    '--time-sec=3',
    '--ignore-code=*',
    '--flush-session',
    '--disable-coloring',
    '--threads=2',
    '--timeout=15',
    '--retries=0',
  ];
}

async function sqlmap(url: string, seconds: number): Promise<ToolReport> {
  const token = await adminToken(url);
  const started = Date.now();
  const report: ToolReport = { tool: 'sqlmap', said: '', findings: [] };
  const targets = sqlTargets();
  let done = 0;
  for (const { name, route } of targets) {
    if (Date.now() - started > seconds * 1000) break;
    const ran = await run('sqlmap', sqlmapArguments(url, route, token), sqlmapSecondsPerTarget);
    if (ran === null) return missing('sqlmap');
    done += 1;
    if (/identified the following injection point|is vulnerable/.test(ran.output))
      report.findings.push(`${name}: ${/Parameter: .*/.exec(ran.output)?.[0] ?? 'an injection point'}`);
  }
  return {
    ...report,
    said: `${done} of ${targets.length} routes, every parameter, ${Math.round((Date.now() - started) / 1000)} s`,
  };
}

async function wapiti(url: string, folder: string): Promise<ToolReport> {
  const output = path.join(folder, 'wapiti.json');
  const start = Object.values<Contract>(contracts)
    .flatMap((contract) => Object.values(contract))
    .filter((route) => route.method === 'GET' && route.stream !== true)
    .flatMap((route) => ['-s', `${url}${route.path.replaceAll(/:\w+/g, '1')}?search=a&offset=0&limit=5`]);
  const ran = await run(
    'wapiti',
    [
      '-u',
      `${url}/`,
      '--scope',
      'domain',
      '--flush-session',
      '--no-bugreport',
      '-v',
      '0',
      '-H',
      `Authorization: Bearer ${await adminToken(url)}`,
      '-m',
      'sql,blindsql,xss,permanentxss,exec,file,crlf,ssrf,xxe,redirect,backup,htaccess,methods',
      '--max-scan-time',
      String(wapitiSeconds),
      '-f',
      'json',
      '-o',
      output,
      ...start,
    ],
    wapitiSeconds + 120,
  );
  if (ran === null) return missing('wapiti');
  const text = await readFile(output, 'utf8').catch(() => '{}');
  const { vulnerabilities = {}, anomalies = {} } = JSON.parse(text) as Record<
    string,
    Record<string, { path: string; info: string }[]>
  >;
  const findings = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, found]) =>
    found.map(({ path: where, info }) => `${kind}: ${where} ${info}`),
  );
  return { tool: 'wapiti', said: `exit ${ran.code}, report ${text.length} bytes`, findings };
}

async function ffuf(url: string, folder: string): Promise<ToolReport> {
  const output = path.join(folder, 'ffuf.json');
  const words = path.join(import.meta.dirname, 'words.txt');
  // Every address that is no file is a screen of the console, and all screens are one page.
  const page = await fetch(`${url}/no-such-screen`).then((answer) => answer.text());
  const ran = await run(
    'ffuf',
    [
      '-u',
      `${url}/FUZZ`,
      '-w',
      words,
      '-mc',
      '200-299,500-599',
      '-fs',
      String(Buffer.byteLength(page)),
      '-of',
      'json',
      '-o',
      output,
      '-s',
    ],
    ffufSeconds,
  );
  if (ran === null) return missing('ffuf');
  const { results = [] } = JSON.parse(await readFile(output, 'utf8').catch(() => '{}')) as {
    results?: { input: { FUZZ: string }; status: number; length: number }[];
  };
  return {
    tool: 'ffuf',
    said: `${(await readFile(words, 'utf8')).trim().split('\n').length} addresses`,
    findings: results.map(({ input, status, length }) => `${input.FUZZ} answered ${status}, ${length} bytes`),
  };
}

export async function runTools(url: string, sqlmapSeconds: number): Promise<ToolReport[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ghala-tools-'));
  try {
    return [await ffuf(url, folder), await wapiti(url, folder), await sqlmap(url, sqlmapSeconds)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
