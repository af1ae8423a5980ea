import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { addWitness } from '../../handlers/witnesses/witnesses.ts';
import { createConservation } from '../../jobs/conservation.ts';
import { readSettings } from '../../settings.ts';
import { sql } from '../../storage/database/sql.ts';
import { startTestService } from '../../testing/service.ts';
import { checkStores } from './check.ts';

it('ST-32 check finds nothing while the service goes on: what comes and goes between its statements is no fault', async () => {
  const on = await startTestService();
  const organization = await on.organization();
  const { database, service } = on;
  const { objects } = service;
  let steps = 0;
  const goOn = async (): Promise<void> => {
    if ((steps += 1) > 12) return;
    const common = {
      organizationId: organization.id,
      kind: 'interface',
      signatureRequestId: null,
    } as const;
    const hash = randomBytes(32).toString('hex');
    await addWitness(database, {
      ...common,
      hash,
      waiting: 'WITNESS_CO',
      nom151: false,
      at: service.now(),
    });
    await createConservation(service).runOnce();
  };
  const removed = await on.upload(organization.key, randomBytes(50));
  const lines: string[] = [];
  const code = await checkStores(
    {
      settings: readSettings({}),
      database: {
        ...database,
        async rows(query) {
          await goOn();
          return database.rows(query);
        },
      },
      objects: {
        ...objects,
        async stream(key) {
          if (key === removed) {
            await database.rows(sql`delete from contents where content_key = ${key}`);
            await objects.remove(key);
          }
          return objects.stream(key);
        },
      },
    },
    (line) => lines.push(line),
  );
  expect(steps).toBeGreaterThan(12);
  expect(lines.at(-1)).toBe('Everything holds.');
  expect(code).toBe(0);
  await on.close();
});
