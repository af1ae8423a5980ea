import { describe, expect, it } from 'vitest';
import { ApiError } from '../../http/errors.ts';
import { clientOf, fakeFetch, json } from '../../testing/answers.ts';
import { runMutation } from '../../testing/run-mutation.ts';
import { requestChanges } from './request-changes.ts';

const id = 'a'.repeat(24);
const renamed = { id, name: 'Contrato' };
const condition = { known: { id }, isSeen: () => true };
const rename = (fetcher: typeof fetch, name: string) =>
  runMutation(requestChanges(clientOf(fetcher)).rename(id), { name, ...condition });

/** Answers by method and path below the version. */
const answering = (answers: Readonly<Record<string, Response>>) =>
  fakeFetch(({ method, url }) => {
    const line = `${method} ${url.pathname.replace(/^.*\/v1/, '')}`;
    return answers[line]?.clone() ?? json({ errors: [{ message: `no ${line}` }] }, 404);
  });

describe('SR-4 changing a request', () => {
  it('goes to the documented address alone where the service has it', async () => {
    const { fetch, seen } = answering({ [`PUT /signature-request/${id}`]: json(renamed) });
    expect(await rename(fetch, 'Contrato')).toEqual(renamed);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.body).toEqual({ input: { name: 'Contrato' } });
  });

  it('names the request in the body where the service has only that form', async () => {
    const { fetch, seen } = answering({ 'PUT /signature-request': json({ ...renamed, draft: false }) });
    expect((await runMutation(requestChanges(clientOf(fetch)).send(id), condition))?.draft).toBe(false);
    expect(seen.map(({ body }) => body)).toEqual([
      { input: { draft: false } },
      { input: { id, draft: false } },
    ]);
  });

  it('asks once where it was refused, and says of a missing request what was said first', async () => {
    const refusing = answering({ [`PUT /signature-request/${id}`]: json({ errors: [] }, 409) });
    await expect(rename(refusing.fetch, 'B')).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect(refusing.seen).toHaveLength(1);

    const missing = answering({});
    const failure: unknown = await rename(missing.fetch, 'B').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ kind: 'not-found', request: { path: '/signature-request/{id}' } });
  });
});
