import { sql } from '../storage/database/sql.ts';
import { currentTime } from '#clock/clock.ts';
import type { SandboxSession, SandboxStory } from '#contract/sandbox/sandbox.ts';
import { baselineOf } from './plan/cases.ts';
import { caseRows } from './data/tables.ts';
import { oneOf } from '../storage/lists/conditions.ts';
import type { Queries } from '../storage/database/queries.ts';
import type { Secret } from '../storage/secret.ts';
import { readState } from '../storage/tables/state.ts';

/** Keys and tokens of the demo come from the secret of the data folder; only their digests are in the database. */
export const demoKey = (secret: Secret, organizationId: string): string =>
  `tk_${secret.derive(`api-key/${organizationId}`)}`;
export const demoToken = (secret: Secret, subjectId: string): string =>
  `ta_${secret.derive(`access-token/${subjectId}`)}`;

/** Under this name stands what was seeded. */
export const seedState = 'seed';

/** Under this name stands which test cases were written. */
export const casesState = 'cases';

export interface CasesState {
  readonly organizationId: string;
  readonly stories: readonly { readonly name: string; readonly witness: string; readonly request: string }[];
}

export interface SeedState {
  readonly seed: number;
  /** When the demo was made, RFC 3339. */
  readonly at: string;
  readonly organizationIds: readonly string[];
  readonly subjectIds: readonly string[];
}

const nineYears = 9 * 365 * 86_400_000;

/** Until when the demo's clock may be moved: its authorities end ten years after they were made. */
export async function demoEnd(queries: Queries): Promise<Date> {
  const text = await readState(queries, seedState);
  if (text === undefined) return currentTime();
  return new Date(Date.parse((JSON.parse(text) as SeedState).at) + nineYears); // as the seed wrote it
}

/** The demo's organizations and subjects in the order of the story: the same after every restart. */
export async function demoSession(queries: Queries, secret: Secret): Promise<SandboxSession> {
  const text = await readState(queries, seedState);
  if (text === undefined) return { organizations: [], subjects: [] };
  const { organizationIds: first, subjectIds } = JSON.parse(text) as SeedState; // as the seed wrote it
  const cases = await readCases(queries);
  const organizationIds = [...first, ...(cases ? [cases.organizationId] : [])];
  const organizations = await queries.rows<{ id: string; name: string }>(
    sql`select o.id, o.name from organizations o where ${oneOf(sql`o.id`, organizationIds)}`,
  );
  const subjects = await queries.rows<{ id: string; commonName: string }>(
    sql`select s.id, s.common_name as "commonName" from subjects s where ${oneOf(sql`s.id`, subjectIds)}`,
  );
  return {
    organizations: inOrder(organizationIds, organizations).map(({ id, name }) => ({
      id,
      name,
      apiKey: demoKey(secret, id),
      ...(id === cases?.organizationId && { testCases: true as const }),
    })),
    subjects: inOrder(subjectIds, subjects).map(({ id, commonName }) => ({
      id,
      commonName,
      accessToken: demoToken(secret, id),
    })),
  };
}

/** The stories by which a reader sees what a defect brings down (Rule ST-14). */
export async function demoStories(queries: Queries): Promise<readonly SandboxStory[]> {
  const cases = await readCases(queries);
  if (!cases) return [];
  return caseRows.flatMap((row) => {
    const { name, title, expected, onChain } = row;
    const written = cases.stories.find((story) => story.name === name);
    if (!written) return [];
    const { witness, request } = written;
    const organization = cases.organizationId;
    const story = { name, title, organization, witness, request, expected, baseline: baselineOf(row) };
    return [{ ...story, ...(onChain && { onChain }) }];
  });
}

/** The organization whose witnesses have defects on purpose (Rule ST-14); empty: there is none. */
export const readCasesOrganization = async (queries: Queries): Promise<string> =>
  (await readCases(queries))?.organizationId ?? '';

async function readCases(queries: Queries): Promise<CasesState | undefined> {
  const text = await readState(queries, casesState);
  return text === undefined ? undefined : (JSON.parse(text) as CasesState); // as seed-cases.ts wrote it
}

const inOrder = <Row extends { readonly id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
