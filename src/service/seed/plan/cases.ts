import type { SandboxExpectation } from '#contract/sandbox/sandbox.ts';
import { caseRows } from '../data/tables.ts';
import type { CaseRow, SubjectKey } from '../data/tables.ts';
import { createRandom } from './random.ts';
import type { SeedInvite, SeedRequest, SeedWitness, Story } from './story.ts';

/** What stays open in a story for want of a chain, as it does in the clean one of its kind. */
export function baselineOf({ strategies, unproven, token, expected }: CaseRow): SandboxExpectation[] {
  const open = (section: string, check: string, reason: string): SandboxExpectation => ({
    check,
    status: 'INDETERMINATE',
    reason,
    section,
  });
  const unread = (section: string, ...checks: string[]): SandboxExpectation[] =>
    checks.map((check) => open(section, check, 'X_ANCHOR_NOT_CHECKED'));
  return [
    ...(strategies.includes('MERKLEIZED') ? unread('witness', 'merkleized.anchor') : []),
    ...(strategies.includes('WITNESS_CO') ? unread('witness', 'external.anchor', 'external.time') : []),
    ...(unproven ? [] : unread('invites[0].witness', 'merkleized.anchor')),
    ...(token ? unread('claim', 'claim.role') : []),
    // Consistent as the service tells it, which is its word alone.
    ...(token?.claimed ? ['continuity', 'head', 'first', 'complete', 'order', 'network'] : [])
      .map((name) => open('token', `token.${name}`, 'X_SERVER_WORD'))
      .filter(({ check }) => expected.every((one) => one.check !== check)),
  ];
}

/** The organization of the test cases and what happened in it, reported like the demo's story and with its subjects. */
export function planCases(story: Story, seed: number, now: Date): Story {
  const random = createRandom(`${seed}/cases`);
  const createdAt = story.organizations[0]?.createdAt ?? now;
  const joins = (subjects: readonly SubjectKey[], kind: string): Story['links'] =>
    subjects.map((subject, index) => {
      const at = new Date(createdAt.getTime() + (90 * 24 + index) * hour);
      return {
        id: random.fork(`${kind}/${subject}`).objectId(at),
        subject,
        organization: 'casos',
        createdAt: at,
      };
    });
  return {
    organizations: [
      {
        key: 'casos',
        id: random.fork('organization').objectId(createdAt),
        name: 'Casos de prueba',
        emailAddress: 'casos@testigo.example',
        conservation: 'MERKLEIZED',
        // Nothing is left: what is certified on request would no longer be what a story tells.
        quota: { API: true, nom151: 0, groupedNOM151: 0 },
        createdAt,
      },
    ],
    subjects: story.subjects,
    links: joins([...new Set(caseRows.map(({ signer }) => signer))], 'link'),
    members: joins(['rodrigo-aranda'], 'member'),
    requests: caseRows.map((row, index) => planCase(row, index, now, random.fork(row.name))),
    witnesses: [],
    tokens: caseRows.flatMap(({ name, signer, token }) =>
      token ? [{ ...token, request: name, initialOwner: signer }] : [],
    ),
    rates: [],
    otherRates: [],
  };
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** All of a day within its office hours, and one Merkle batch at its end. */
function planCase(
  row: CaseRow,
  index: number,
  now: Date,
  random: ReturnType<typeof createRandom>,
): SeedRequest {
  const morning = officeDay(now, row.age ?? 30);
  const at = (milliseconds: number): Date => new Date(morning + milliseconds);
  const created = (index % 10) * 31 * minute;
  const signed = created + 3 * hour + 7 * minute;
  const createdAt = at(created);
  const signedAt = at(signed);
  const batchAt = new Date(
    (row.provenAge === undefined ? morning : officeDay(now, row.provenAge)) + 11 * hour,
  );
  const ofCases = { organization: 'casos' as const };
  const ofSignature: SeedWitness = {
    id: random.objectId(signedAt),
    ...ofCases,
    createdAt: signedAt,
    ...(row.ownStamps ? { nom151At: at(signed + 16_000) } : {}),
    ...(row.unproven ? {} : { merkleizedAt: batchAt }),
  };
  const witnessedAt = at(signed + 800);
  const witness: SeedWitness = {
    id: random.objectId(witnessedAt),
    ...ofCases,
    createdAt: witnessedAt,
    ...(row.strategies.includes('NOM151') ? { nom151At: at(signed + 24_000) } : {}),
    ...(row.strategies.includes('MERKLEIZED') ? { merkleizedAt: batchAt } : {}),
    ...(row.strategies.includes('WITNESS_CO') ? { externalAt: at(signed + 3 * minute) } : {}),
    ...(row.token ? { initialOwner: row.signer } : {}),
  };
  const invite: SeedInvite = {
    id: random.objectId(at(created + 20_000)),
    subject: row.signer,
    createdAt: at(created + 20_000),
    answer: {
      status: 'signed',
      at: signedAt,
      witness: ofSignature,
      ...(row.signedText === undefined ? {} : { over: row.signedText }),
    },
  };
  return {
    key: row.name,
    id: random.objectId(createdAt),
    ...ofCases,
    name: row.title,
    kind: 'PDF',
    filePath: `casos/${row.name}.pdf`,
    draft: false,
    nom151: row.strategies.includes('NOM151'),
    createdAt,
    updatedAt: batchAt,
    sentAt: at(created + minute),
    finalizedAt: signedAt,
    invites: [invite],
    witness,
    template: row.template,
    pages: 1,
  };
}

/** Nine in the morning in Mexico (UTC−6), that many days before now, or on the Friday before a weekend. */
function officeDay(now: Date, age: number): number {
  const offset = 6 * hour;
  let local = Math.floor((now.getTime() - offset) / day) * day - age * day;
  while (new Date(local).getUTCDay() % 6 === 0) local -= day;
  return local + offset + 9 * hour;
}
