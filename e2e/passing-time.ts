// The console's own database, for what only time brings about: nobody waits a quarter of an hour for a test.
import path from 'node:path';
import { Client } from 'pg';

/** As if the refunds of an order had been sent that long ago. */
export async function letRefundsWait(orderId: number, minutes: number): Promise<void> {
  const dataDir = process.env['GHALA_E2E_DATA_DIR'];
  if (dataDir === undefined) throw new Error('The console is not running; see e2e/global-setup.ts');
  const database = new Client({ host: path.join(dataDir, 'postgres'), user: 'ghala', database: 'ghala' });
  await database.connect();
  try {
    await database.query(
      'update refunds set sent_at = sent_at - make_interval(mins => $2) where order_id = $1',
      [orderId, minutes],
    );
  } finally {
    await database.end();
  }
}
