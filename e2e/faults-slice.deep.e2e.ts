import type { SandboxFaultKind } from '#contract/sandbox-faults.ts';
import { sandboxFaultKinds } from '#contract/sandbox-faults.ts';
import type { Subject } from './faults/cell.ts';
import { faultsOf, proveFaults, subjects } from './faults/matrix.ts';
import { test } from './service.ts';

// A part of the matrix of faults (faults.deep.e2e.ts): every operation with one fault, and every fault with two
// operations or more. Which goes with which is drawn by a number that is printed; the same number draws the same.

test.describe.configure({ mode: 'parallel' });

const seed = Number(process.env.TESTIGO_FAULTS_SEED ?? 7);
console.log(`TESTIGO_FAULTS_SEED=${seed}`);

/** Uniform over 0 ≤ x < 1, by Marsaglia's xorshift. */
function drawing(from: number): () => number {
  let state = from | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function drawn(): ReadonlyMap<Subject, readonly SandboxFaultKind[]> {
  const draw = drawing(seed * 2_654_435_761);
  const had = new Map<SandboxFaultKind, number>();
  const least = (faults: readonly SandboxFaultKind[]): SandboxFaultKind[] => {
    const fewest = Math.min(...faults.map((fault) => had.get(fault) ?? 0));
    return faults.filter((fault) => (had.get(fault) ?? 0) === fewest);
  };
  // The narrowest first, so that what is left can have what was had least.
  const order = subjects
    .map((subject) => ({ subject, at: faultsOf(subject).length + draw() }))
    .sort((a, b) => a.at - b.at);
  const cells = new Map<Subject, SandboxFaultKind[]>();
  for (const { subject } of order) {
    const candidates = least(faultsOf(subject));
    const fault = candidates[Math.floor(draw() * candidates.length)];
    if (!fault) continue;
    had.set(fault, (had.get(fault) ?? 0) + 1);
    cells.set(subject, [fault]);
  }
  const seldom = sandboxFaultKinds.filter((fault) => (had.get(fault) ?? 0) < 2);
  if (seldom.length > 0 || cells.size < subjects.length)
    throw new Error(`The draw leaves out ${seldom.join(', ')} of ${cells.size} operations.`);
  return cells;
}

proveFaults(drawn(), { seed });
