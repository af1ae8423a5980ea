import type { SandboxFaultKind } from '#contract/sandbox/injected-faults.ts';
import { sandboxFaultKinds } from '#contract/sandbox/injected-faults.ts';
import { draws } from './draws.ts';
import type { Subject } from './faults/cell.ts';
import { faultsOf, proveFaults, subjects } from './faults/matrix.ts';
import { test } from './service.ts';

// A part of the matrix of faults (faults.deep.e2e.ts): every fault with one operation. Which goes with which
// is drawn by a number that is printed; the same number draws the same.

test.describe.configure({ mode: 'parallel' });

const seed = Number(process.env.TESTIGO_FAULTS_SEED ?? 7);
console.log(`TESTIGO_FAULTS_SEED=${seed}`);

/** An operation for every fault, none twice. */
function drawn(): ReadonlyMap<Subject, readonly SandboxFaultKind[]> {
  const draw = draws(seed);
  const cells = new Map<Subject, readonly SandboxFaultKind[]>();
  for (const fault of sandboxFaultKinds) {
    const left = subjects.filter((subject) => !cells.has(subject) && faultsOf(subject).includes(fault));
    const subject = left[Math.floor(draw() * left.length)];
    if (!subject) throw new Error(`No operation is left for ${fault}.`);
    cells.set(subject, [fault]);
  }
  return cells;
}

proveFaults(drawn(), { seed });
