/**
 * Many clients at once on the embedded service: requests, uploads, invites, answers, witnesses, certificates and
 * reads in a mix, for a while. Then the service is killed (`kill -9`), started again, and everything that a client
 * was told is written is looked for: all of it is there, nothing twice, and nothing that nobody asked for.
 *
 *     npm run bench -- service [--seconds 60] [--clients 200] [--seed 1] [--faults]
 *
 * Prints how long answers took, and exits 1 on a 500, on a 503 that no fault asked for, or on a lost or doubled
 * write. With `--faults` the fault bench refuses, cuts and spoils answers meanwhile.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startService } from '../../e2e/service.ts';
import { audit } from './bench-service/audit.ts';
import { createClient, lead } from './bench-service/client.ts';
import { Book, keptKinds } from './bench-service/book.ts';
import { openWorld } from './bench-service/world.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'boolean', default: false },
  },
});
const [seconds, clients, seed] = [values.seconds, values.clients, values.seed].map(Number) as [
  number,
  number,
  number,
]; // three in, three out
if (![seconds, clients, seed].every((number) => number > 0))
  throw new Error('expected whole numbers above 0');

const data = await mkdtemp(join(tmpdir(), 'testigo-load-'));
// The limit of requests is left as it is: every client has a key of its own, as every program should.
const environment = { TESTIGO_RATE: '6000', TESTIGO_LOG: 'error' };
let service = await startService(environment, data);
try {
  const book = new Book();
  const world = await openWorld(service.origin, clients);
  if (values.faults) await world.setFaults(seed);
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    world.keys.map((key, index) =>
      lead({
        client: createClient(service.origin, key, book),
        world,
        book,
        seed: seed * 100_000 + index,
        until,
      }),
    ),
  );
  const took = (performance.now() - started) / 1000;
  await service.stop('SIGKILL');
  service = await startService(environment, data);
  const found = await audit(createClient(service.origin, world.keys[0] ?? '', new Book()), world, book);

  console.log(
    `${clients} clients, ${took.toFixed(0)} s, seed ${seed}, ${values.faults ? 'with' : 'without'} faults`,
  );
  for (const line of book.told(took)) console.log(line);
  const counted = keptKinds.map((kind) => `${book.kept(kind).length} ${kind}`).join(', ');
  console.log(`acknowledged ${counted}; ${book.inDoubt} writes whose answer never came`);
  console.log(`audited      ${found.looked} after kill -9 and a new start`);
  const wrong = [...book.wrong(), ...found.wrong];
  for (const line of wrong.slice(0, 20)) console.log(`WRONG        ${line}`);
  console.log(
    wrong.length === 0 ? 'ok           no 500, nothing lost, nothing twice' : `${wrong.length} wrong`,
  );
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await service.stop();
  await rm(data, { recursive: true, force: true });
}
