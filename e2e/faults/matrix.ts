import type { Browser } from '@playwright/test';
import {
  sandboxFaultKinds,
  uploadOperation,
  type SandboxFaultKind,
} from '#contract/sandbox/injected-faults.ts';
import { canInject } from '#service/http/sandbox/fault-plans.ts';
import { openSession } from '../operations/open-session.ts';
import type { AnyOperation } from '../operations/places.ts';
import type { Row } from '../operations/row.ts';
import { rowsOf } from '../operations/rows.ts';
import { expect, test as base } from '../service.ts';
import { Bench } from './bench.ts';
import { healthy, tryCell, type Session, type Subject, type Usual } from './cell.ts';
import { writeRecords, type CellRecord } from './record.ts';

/** Every row of the matrix: the operations of the interface, and the upload of a file. */
export const subjects: readonly Subject[] = allSubjects();

function allSubjects(): Subject[] {
  const rows = new Map<AnyOperation, Row>(
    (['writes', 'reads', 'rates'] as const).flatMap((spec) => rowsOf(spec)),
  );
  const found: Subject[] = [...rows].map(([operation, row]) => ({ name: operation, operation, row }));
  // A file is put to an address by itself; it got there when a request is made of it.
  const made = rows.get('createSignatureRequest');
  if (made) found.push({ name: uploadOperation, operation: 'createSignatureRequest', row: made });
  return found;
}

/** The faults that an operation can have: what is no JSON cannot be corrupted as JSON. */
export const faultsOf = ({ name }: Subject): readonly SandboxFaultKind[] =>
  sandboxFaultKinds.filter((fault) => canInject(fault, name));

let open: Promise<Session> | undefined;

async function openWithBench(browser: Browser, origin: string): Promise<Session> {
  const session = await openSession(browser, origin, async (page) => {
    // What cannot be reached because of a fault is not waited for.
    page.setDefaultTimeout(5_000);
    await page.clock.install();
  });
  return { ...session, bench: new Bench(origin) };
}

const test = base.extend<{ session: Session }>({
  session: async ({ browser, service }, use) => {
    open ??= openWithBench(browser, service.origin);
    await use(await open);
  },
  // The page of the session instead of one for each test; its errors are part of each cell.
  pageErrors: async ({ session: { errors } }, use) => use(errors),
});

/** One test a row: the faults that are given for it, one after another. */
export function proveFaults(
  cells: ReadonlyMap<Subject, readonly SandboxFaultKind[]>,
  { seed, record = false }: { seed: number; record?: boolean },
): void {
  test.use({ environment: { TESTIGO_NESTING: 'whole' } });
  test.afterAll(async () => {
    const session = await open;
    open = undefined;
    await session?.page.close();
  });
  for (const [subject, faults] of cells)
    test(`${subject.name}: ${faults.join(', ')}`, async ({ session }) => {
      test.setTimeout(40_000 + faults.length * 45_000);
      await session.bench.clear();
      const usual: Usual = await healthy(subject, session);
      const records: CellRecord[] = [];
      for (const fault of faults) {
        const record = await tryCell(subject, fault, session, usual, seed).finally(() =>
          session.bench.clear(),
        );
        if (process.env.TESTIGO_FAULTS_TELL) console.log(JSON.stringify(record));
        records.push(record);
      }
      session.wire.bend(undefined);
      if (record) writeRecords(subject.name, records);
      expect(
        records.flatMap(({ fault, problems }) => problems.map((problem) => `${fault}: ${problem}`)),
      ).toEqual([]);
    });
}
