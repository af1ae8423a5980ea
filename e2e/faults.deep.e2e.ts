import { faultsOf, proveFaults, subjects } from './faults/matrix.ts';
import { test } from './service.ts';

// The whole matrix: every operation the dashboard uses, and the upload, with every fault that it can have. What is
// seen stands in reports/faults, of which `npm run faults-table` makes src/contract/FAULTS.md. A part of it:
// TESTIGO_FAULTS_PART=2/4, or TESTIGO_FAULTS_OF=listSubjects,readSubject.

test.describe.configure({ mode: 'parallel' });

const [part = 1, parts = 1] = (process.env.TESTIGO_FAULTS_PART ?? '').split('/').filter(Boolean).map(Number);
const named = process.env.TESTIGO_FAULTS_OF?.split(',');
const chosen = subjects.filter(
  ({ name }, at) => (named ? named.includes(name) : true) && at % parts === part - 1,
);

proveFaults(new Map(chosen.map((subject) => [subject, faultsOf(subject)])), {
  seed: Number(process.env.TESTIGO_FAULTS_SEED ?? 7),
  record: true,
});
