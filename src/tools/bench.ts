/**
 * Timings, as ratios or against named limits: `npm run bench -- NAME …`. They are figures to read, never a
 * condition of a test that runs on a busy machine.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const benches: Readonly<Record<string, { file: string; what: string }>> = {
  start: {
    file: 'bench/start.ts',
    what: 'from nothing, from a finished build, and again, until /readyz answers',
  },
  proofs: { file: 'bench/proofs.ts', what: 'batches of inclusion proofs against common verifiers' },
  token: {
    file: 'bench/token.ts',
    what: 'a token of 5,000 events opened, read from a node, scrolled and replayed: longest task',
  },
  service: {
    file: 'bench/service.ts',
    what: '200 clients on the service for 60 s, every proof recomputed, then kill -9 and an audit of every acknowledged write',
  },
  fleet: {
    file: 'bench/fleet.ts',
    what: '300 clients on web instances behind nginx and workers, while they, PostgreSQL and the object store fail',
  },
  workers: {
    file: 'bench/workers.ts',
    what: 'one and two workers on PostgreSQL with authorities that take their time: witnesses a second, processor time',
  },
  lists: {
    file: 'bench/lists.ts',
    what: 'lists of 25 witnesses for 20 clients, different, the same and unchanged: answers a second on both databases',
  },
  scale: {
    file: 'bench/scale.ts',
    what: 'lists of PostgreSQL with 100,000, a million or more witnesses: p50 and p99 of each kind',
  },
  erase: {
    file: 'bench/erase.ts',
    what: "organizations of 1,000 and 100,000 requests erased beside another's lists, and lists planned in partitions",
  },
  answers: { file: 'bench/answers.ts', what: 'a page of 100 witnesses read by the contract: limit 3 ms' },
  paint: {
    file: 'bench/paint.ts',
    what: 'first visits of five screens, in turn with a reference page: paint, blocking time, layout shift',
  },
  hash: { file: 'bench/hash.ts', what: 'a 200 MB file hashed in the composer: rate and longest task' },
};

const [name = '', ...rest] = process.argv.slice(2);
const chosen = benches[name];
if (!chosen) {
  for (const [known, { what }] of Object.entries(benches)) console.log(`${known.padEnd(8)} ${what}`);
  process.exitCode = name === '' ? 0 : 64;
} else {
  const file = fileURLToPath(new URL(chosen.file, import.meta.url));
  const { status } = spawnSync('npx', ['tsx', file, ...rest], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
