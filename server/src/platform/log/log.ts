// Structured logs on stderr; stdout is for people. Nothing here ever logs a header, a body or a query string.
import { destination, pino, type Logger } from 'pino';

export type Log = Logger;

export const createLog = (level: string): Log =>
  pino(
    { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    destination({ fd: 2, sync: false }),
  );
