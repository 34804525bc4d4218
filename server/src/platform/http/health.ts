// /healthz: the process is alive. /readyz: it can serve, so traffic may come; fails as soon as a stop begins.
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';

export function serveHealth(app: FastifyInstance, pool: Pool): { stopping(): void } {
  let stopping = false;
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const ready =
      !stopping &&
      (await pool.query('select 1').then(
        () => true,
        () => false,
      ));
    return reply.code(ready ? 200 : 503).send({ ok: ready });
  });
  return {
    stopping: () => {
      stopping = true;
    },
  };
}
