/**
 * What takes longer than a test run. `npm run deep` runs all parts, `npm run deep -- NAME` the parts that begin with that
 * name. No test gets a second attempt here. Figures go into `src/QUALITY.md` with their date and commit.
 */
import { spawnSync } from 'node:child_process';

interface Part {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Drawn for this run and printed, so that a failure can be repeated. */
const seed = String(Math.floor(Math.random() * 2 ** 31));

/** The first instant after now that satisfies a condition, at an hour of Mexico City (`00:05`), RFC 3339. */
function nextInMexico(hour: string, holds: (day: Date) => boolean): string {
  // Mexico City keeps no summer time: it is six hours behind UTC.
  const day = new Date(Date.now() - 6 * 3_600_000);
  do day.setUTCDate(day.getUTCDate() + 1);
  while (!holds(day));
  return `${day.toISOString().slice(0, 10)}T${hour}:00-06:00`;
}

/** When everything runs again: the times at which a week, a day or a year is another one than a moment ago. */
const instants: Readonly<Record<string, string>> = {
  // The 24 hours before are a Sunday, and the week has just begun.
  monday: nextInMexico('00:05', (day) => day.getUTCDay() === 1),
  // In UTC it is Monday already.
  sunday: nextInMexico('21:30', (day) => day.getUTCDay() === 0),
  // Midnight comes during the run: in UTC the year is over since six hours.
  'new year': nextInMexico('23:58', (day) => day.getUTCMonth() === 11 && day.getUTCDate() === 31),
};

/** Both suites under each of the times. Repeat one by its line: `TESTIGO_TEST_TIME=… npx vitest run`. */
const calendar = Object.entries(instants).flatMap(([name, time]): Part[] => {
  const environment = { TESTIGO_TEST_TIME: time };
  return [
    { name: `calendar ${name} units`, command: ['npx', 'vitest', 'run'], environment },
    {
      name: `calendar ${name} browser`,
      command: [
        'npx',
        'playwright',
        'test',
        ...['main', 'organization', 'documented', 'stub'].flatMap((project) => ['--project', project]),
      ],
      environment,
    },
  ];
});

const parts: readonly Part[] = [
  {
    name: 'properties',
    command: ['npx', 'vitest', 'run'],
    environment: { TESTIGO_PROPERTY_SEED: seed },
  },
  {
    name: 'fuzz',
    command: ['npx', 'vitest', 'run', '--project', 'pure', 'src/proofs'],
    environment: { TESTIGO_FUZZ: '10000' },
  },
  // Paths, names, time-stamps, responses and lists beside OpenSSL; without it on the machine the part fails and says so.
  { name: 'openssl', command: ['npx', 'tsx', 'src/tools/openssl/openssl.ts'] },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
  // All but the matrix of faults and what needs a real object store, which are parts of their own.
  {
    name: 'browser',
    command: [
      'npx',
      'playwright',
      'test',
      '--project=deep',
      '--project=variants',
      'e2e/(?!faults|object-store)[^/]*$',
    ],
  },
  { name: 'faults', command: ['npx', 'playwright', 'test', '--project=deep', 'e2e/faults.deep'] },
  // Two looks of every screen, against the committed fingerprints; all looks are drawn by `npm run pictures`.
  {
    name: 'pictures wide',
    command: ['npm', 'run', '--silent', 'pictures', '--', '--look', 'es-MX light 1440'],
  },
  {
    name: 'pictures phone',
    command: ['npm', 'run', '--silent', 'pictures', '--', '--look', 'en dark 360'],
  },
  { name: 'repeat', command: ['npx', 'tsx', 'src/tools/testing/repeat-changed.ts'] },
  { name: 'chaos', command: ['npm', 'run', '--silent', 'chaos', '--', '--seeds', '50'] },
  { name: 'prism', command: ['npx', 'tsx', 'src/tools/prism/prism.ts'] },
  { name: 'calendar build', command: ['npm', 'run', '--silent', 'build'] },
  ...calendar,
  { name: 'mutation', command: ['npx', 'tsx', 'src/tools/mutation/run-pieces.ts'] },
  { name: 'bench start', command: ['npm', 'run', '--silent', 'bench', '--', 'start'] },
  { name: 'bench hash', command: ['npm', 'run', '--silent', 'bench', '--', 'hash'] },
  { name: 'bench proofs', command: ['npm', 'run', '--silent', 'bench', '--', 'proofs'] },
  { name: 'bench service embedded', command: ['npm', 'run', '--silent', 'bench', '--', 'service'] },
  // On a server that the part itself starts; without PostgreSQL on the machine it fails and says so.
  {
    name: 'bench service postgresql',
    command: ['npm', 'run', '--silent', 'bench', '--', 'service', '--postgresql'],
  },
  // Web instances behind nginx and workers, of which parts are restarted, killed and stalled.
  { name: 'bench fleet', command: ['npm', 'run', '--silent', 'bench', '--', 'fleet'] },
  // Backed up under load, lost, and restored to a new place, by the commands of the runbook, on a gateway of Ceph.
  { name: 'restore', command: ['npx', 'tsx', 'src/tools/deploy/restore.ts'] },
  // README and runbook followed word by word from an empty folder, on machines that are folders of their own.
  { name: 'walk', command: ['npx', 'tsx', 'src/tools/deploy/walk/walk.ts'] },
  // The build of an earlier commit beside this one on the same data: upgraded, taken back, refused.
  { name: 'older build', command: ['npx', 'tsx', 'src/tools/deploy/older-build.ts'] },
  // Helm's linter, what the chart renders, and its containers.
  { name: 'chart', command: ['npx', 'tsx', 'src/tools/deploy/chart.ts'] },
  // Documents in a gateway of Ceph: plain, locked, encrypted, while it stalls, and put there by a browser.
  { name: 'object store', command: ['npx', 'tsx', 'src/tools/deploy/object-store.ts'] },
  // The instances of the compose file without containers, on the same gateway.
  { name: 'compose', command: ['npx', 'tsx', 'src/tools/deploy/compose.ts'] },
  {
    name: 'bench service instances',
    command: ['npm', 'run', '--silent', 'bench', '--', 'service', '--postgresql', '--instances', '3'],
  },
];

const filter = process.argv.slice(2).join(' ');
const lines: string[] = [];
for (const { name, command, environment } of parts) {
  if (filter && name !== filter && !name.startsWith(`${filter} `)) continue;
  const settings = Object.entries(environment ?? {}).map(([key, value]) => `, ${key}=${value}`);
  console.log(`\n── ${name}${settings.join('')}`);
  const [program = 'false', ...rest] = command;
  const started = Date.now();
  const { status } = spawnSync(program, rest, { stdio: 'inherit', env: { ...process.env, ...environment } });
  lines.push(
    `${status === 0 ? 'passed' : 'FAILED'}  ${name}, ${((Date.now() - started) / 1000).toFixed(0)} s`,
  );
  if (status !== 0) process.exitCode = 1;
}
console.log(`\n${lines.join('\n')}`);
