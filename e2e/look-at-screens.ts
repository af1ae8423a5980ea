import { expect, type Page } from '@playwright/test';
import { everyScreen, type ScreenName, type Things } from './every-screen.ts';
import { faultOf, settledScreen } from './screen-state.ts';
import type { DemoSession, RunningService } from './service.ts';
import { paths } from '#widgets/paths.ts';
import { call } from './staff.ts';
import { goInApp } from './stories.ts';

type OneEach<Faces extends readonly string[]> = { readonly [Face in keyof Faces]: RegExp };
type Screens = ReturnType<typeof everyScreen>;

/**
 * What each face of each screen says, in the order of `everyScreen`: what is there, and of what is absent, that it is
 * absent. A new path, or a new face of one, does not compile until it has its line.
 */
export type Said = { readonly [Name in ScreenName]: OneEach<Screens[Name]> };

/** Every screen of the app is usable: it has a heading, comes to rest, is not blank, printed nothing by accident and says what it should. */
export async function lookAtEveryScreen(page: Page, things: Things, said: Said): Promise<void> {
  for (const [name, addresses] of Object.entries(everyScreen(things))) {
    // The table has the same names.
    const expected: readonly RegExp[] = said[name as ScreenName];
    for (const [face, address] of addresses.entries()) {
      await goInApp(page, address);
      const words = expected[face];
      if (!words) throw new Error(`Nothing is said of ${address}.`);
      await expect(page.locator('main').last(), `${name} at ${address}`).toContainText(words, {
        timeout: 30_000,
        useInnerText: true,
      });
      const state = await settledScreen(page, { timeoutMs: 15_000 });
      expect([address, faultOf(state)]).toEqual([address, undefined]);
    }
  }
}

/**
 * One of each thing, found by documented operations alone.
 *
 * @param draft of this browser
 */
export async function thingsOf(
  { origin }: RunningService,
  demo: DemoSession,
  draft: string,
): Promise<Things> {
  const [organization] = demo.organizations;
  if (!organization) throw new Error('The demo has no organization.');
  const get = async <T>(path: string): Promise<T> =>
    (await call<T>(origin, organization.apiKey, 'GET', path)).body;
  const { results: witnesses } = await get<{
    results: {
      id: string;
      signatureRequest?: { id: string } | null;
      endorsable?: { id: string | number } | null;
    }[];
  }>('/witnesses?pagination={"size":100}');
  const witness = witnesses.find(({ signatureRequest, endorsable }) => signatureRequest && endorsable);
  const where = encodeURIComponent(JSON.stringify({ digest: witness?.endorsable?.id }));
  const { items } = await get<{ items: { toId: string }[] }>(`/endorse-events?where=${where}`);
  interface Certified {
    id: string;
    certificate: { id: string; issuer?: { id: string } };
  }
  const { results: subjects } = await get<{ results: Certified[] }>('/subjects');
  const [event] = items;
  const [subject] = subjects;
  // Where the certificate comes as its id alone, the service reads it by this id.
  const { issuer } = subject?.certificate.issuer
    ? subject.certificate
    : await get<Certified['certificate']>(`/certificate/${subject?.certificate.id}`);
  if (!witness?.signatureRequest || !witness.endorsable || !event || !subject || !issuer)
    throw new Error('The demo has no witness with a request and a token.');
  return {
    organization: organization.id,
    request: witness.signatureRequest.id,
    witness: witness.id,
    subject: subject.id,
    certificate: subject.certificate.id,
    issuer: issuer.id,
    token: String(witness.endorsable.id),
    wallet: event.toId,
    draft,
  };
}

/** Begins a request, so that this browser has a draft of that name; gives its id. */
export async function beginDraft(page: Page, title: string): Promise<string> {
  await goInApp(page, paths.newRequest);
  await expect(page).toHaveURL(/\?draft=/);
  await page.getByLabel(/^(Nombre|Name)$/).fill(title);
  return new URL(page.url()).searchParams.get('draft') ?? '';
}

interface Listed {
  readonly id: string;
  readonly draft: boolean;
  readonly finalized: boolean;
  readonly anonymousKey?: string | null;
  readonly invites?: readonly { readonly status: string }[];
}

/** A draft that somebody is invited to, and a request that waits for an answer and has a link of its own. */
export async function openRequests({ origin }: RunningService, demo: DemoSession) {
  const key = demo.organizations[0]!.apiKey;
  const path = '/signature-requests?pagination={"size":100}';
  const { results } = (await call<{ results: readonly Listed[] }>(origin, key, 'GET', path)).body;
  const draft = results.find((one) => one.draft && (one.invites ?? []).length > 0);
  const waiting = results.find(
    ({ draft: isDraft, finalized, anonymousKey, invites }) =>
      !isDraft &&
      !finalized &&
      anonymousKey &&
      invites?.some(({ status }) => status === 'PENDING') &&
      invites.every(({ status }) => status !== 'REJECTED'),
  );
  if (!draft || !waiting) throw new Error('The demo has no draft, or no request that waits.');
  return { draft: draft.id, waiting: { id: waiting.id, anonymousKey: waiting.anonymousKey ?? '' } };
}
