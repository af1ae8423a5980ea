import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { localPreferences, tabStore } from '#client/session/preferences.ts';
import { baseUrl, clientOf, fakeFetch, json } from '#client/testing/answers.ts';
import type { Witness } from '#contract/resources/resources.ts';
import { toHex } from '#proofs/encoding/bytes.ts';
import { firstQuestions } from '#proofs/chain/chain-queries.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import { buildCase } from '#proofs/case-file/build-case.ts';
import { caseSchema } from '#proofs/case-file/case-file.ts';
import { sha256 } from '#proofs/encoding/hash.ts';
import { allChecks, type Report } from '#proofs/verdict/report.ts';
import * as material from '#proofs/testing/case-material.ts';
import { caseService, ids, witnessResource } from '../testing/case-service.ts';
import { caseOfEarlierRules, caseOfEarlierSchema } from '../testing/earlier-case.ts';
import { askNodes, readNodeAddress } from './nodes/query-nodes.ts';
import { collectWitness, isUnreadable } from './collect/collect-evidence.ts';
import { proofContext } from './context/proof-context.ts';
import { createVerifier } from './worker/verifier.ts';
import { trustSettings } from './context/trust-settings.ts';
import { builtInTrust, type VerificationContext } from './context/verification-context.ts';

const rootAnchor = {
  pem: material.pem(material.root),
  sha256: material.root.certificate.fingerprint,
  title: 'x',
  use: 'both' as const,
};

const reader: VerificationContext = {
  trust: {
    policy: 'standard',
    anchors: [rootAnchor],
    endorsers: material.context.endorsers ?? [],
    ...(material.context.range && { range: material.context.range }),
  },
  now: material.now,
  exchanges: material.context.exchanges ?? [],
};

async function collected(service: ReturnType<typeof caseService>) {
  const client = clientOf(service.fetch);
  const answer = await client.call('listWitnesses', {});
  const witness: Witness = answer.results?.[0] ?? {};
  const cache = new QueryClient();
  return collectWitness({ client, capabilities: { absent: [], present: [], foundAt: '' }, cache }, witness);
}

const statusOf = (report: Report, id: string): string[] =>
  allChecks(report)
    .filter((one) => one.id === id)
    .map(({ status, reason }) => (reason ? `${status} ${reason.code}` : status));

describe('what a service tells of a case', () => {
  it('is checked as the case itself: the same checks, the same answers', async () => {
    const { evidence, document, gaps, invites } = await collected(caseService());
    expect(gaps).toEqual([]);
    expect(invites.map(({ id }) => id)).toEqual(ids.invites);
    const documentDigest = toHex(sha256(new Uint8Array(await (document ?? new Blob()).arrayBuffer())));
    const answers = (report: Report) =>
      allChecks(report).map(({ id, status, basis }) => ({ id, status, basis }));
    const report = checkEvidence({ ...evidence, documentDigest }, proofContext(reader));
    expect(answers(report)).toEqual(answers(checkEvidence(material.evidence, material.context)));
    expect(report.verdict.conclusion).toBe('TOTAL_PASSED');
  });

  it('WI-14 is whole also where nested resources came as their ids', async () => {
    const whole = await collected(caseService());
    const stubs = caseService({}, async ({ url }, path) => {
      if (path !== `/signature-request/${ids.request}`) return undefined;
      const reported = (await (await caseService().fetch(url)).json()) as { invites: { id: string }[] };
      return json({ ...reported, invites: reported.invites.map(({ id }) => ({ id })) });
    });
    const list = caseService({}, async (seen, path) => {
      if (path !== '/signature-request-invites') return stubs.fetch(seen.url, seen.init);
      const url = new URL(`/rest/v1/signature-request/${ids.request}`, seen.url);
      const { invites } = (await (await caseService().fetch(url)).json()) as { invites: object[] };
      return json({ results: invites, info: { count: 2, pages: 1, next: null, prev: null } });
    });
    expect((await collected(list)).evidence).toEqual(whole.evidence);
  });

  it('names a piece that fails, and goes on without it', async () => {
    const service = caseService({}, (_seen, path) => {
      if (path === '/endorse-events') return json({ errors: [{ message: 'Down' }] }, 500);
      if (path === '/nom151-token') return json({ errors: [{ message: 'No such path' }] }, 404);
      return undefined;
    });
    const { evidence, gaps } = await collected(service);
    // A service without tokens has none to give: that is no failure, and the checks say what is missing.
    expect(gaps.map(({ what }) => what)).toEqual(['events']);
    expect(gaps.map(isUnreadable)).toEqual([false]);
    const report = checkEvidence(evidence, proofContext(reader));
    expect(statusOf(report, 'nom151.parse')).toEqual(Array(3).fill('INDETERMINATE X_STAMP_ABSENT'));
    expect(statusOf(report, 'merkleized.stamp')[0]).toBe('INDETERMINATE X_STAMP_ABSENT');
    expect(statusOf(report, 'merkleized.root')[0]).toBe('PASSED');
  });

  it('keeps the check of a time-stamp over the root whose bytes failed to load', async () => {
    const service = caseService({}, (_seen, path) =>
      path === '/nom151-token' ? json({ errors: [{ message: 'Down' }] }, 500) : undefined,
    );
    const { evidence, gaps } = await collected(service);
    expect(gaps.map(({ what }) => what)).toContain('stamp');
    const report = checkEvidence(evidence, proofContext({ ...reader, exchanges: [] }));
    expect(statusOf(report, 'merkleized.stamp')[0]).toBe('INDETERMINATE X_STAMP_ABSENT');
    const [block] = report.sections
      .filter(({ key }) => key === 'witness')
      .flatMap(({ blocks = [] }) => blocks.filter(({ name }) => name === 'merkleized'));
    const stops = block?.verdict.stops.map(({ id, code }) => `${id} ${code}`);
    expect(stops).toContain('merkleized.stamp X_STAMP_ABSENT');
  });

  it('says which signature came in a form that cannot be read, and checks the others', async () => {
    const bent = caseService({}, async ({ url }, path) => {
      if (path !== `/signature-request/${ids.request}`) return undefined;
      const reported = (await (await caseService().fetch(url)).json()) as { invites: object[] };
      return json({
        ...reported,
        invites: reported.invites.map((one, at) => (at === 0 ? { ...one, signature: 7 } : one)),
      });
    });
    const { evidence, gaps, invites } = await collected(bent);
    expect(gaps.map(({ what, id }) => [what, id])).toEqual([['invite', ids.invites[0]]]);
    expect(gaps.map(isUnreadable)).toEqual([true]);
    expect(invites.map(({ id }) => id)).toEqual(ids.invites);
    const sections = checkEvidence(evidence, proofContext(reader)).sections;
    const conclusionOf = (of: string) => sections.find(({ key }) => key === of)?.verdict.conclusion;
    expect(conclusionOf('invites[0]')).toBe('INDETERMINATE');
    expect(conclusionOf('invites[1]')).toBe('TOTAL_PASSED');
  });
});

describe('the check', () => {
  const verifier = createVerifier();
  const fileOf = (content: string | Uint8Array<ArrayBuffer>): Blob => new Blob([content]);

  it('tells a document, a case and evidence that cannot be read apart by their bytes', async () => {
    const { text } = buildCase({ title: 'Caso', evidence: material.evidence, context: material.context });
    const kindOf = async (file: Blob) => (await verifier.run('file', { file, reader })).content.kind;
    expect(await kindOf(fileOf(material.document.slice()))).toBe('document');
    expect(await kindOf(fileOf('{"any":"json"}'))).toBe('document');
    expect(await kindOf(fileOf(text))).toBe('case');
    expect(await kindOf(fileOf(material.pem(material.root)))).toBe('certificate');
  });

  it('says of what cannot be read whether it is empty, cut short, of another version or wrong inside', async () => {
    const { text } = buildCase({ title: 'Caso', evidence: material.evidence, context: material.context });
    const contentOf = async (content: string) =>
      (await verifier.run('file', { file: fileOf(content), reader })).content;
    const unreadable = (why: string) => expect.objectContaining({ kind: 'unreadable', why });
    expect(await contentOf('')).toEqual(unreadable('empty'));
    for (const share of [0.2, 0.5, 0.99])
      expect(await contentOf(text.slice(0, text.length * share))).toEqual(unreadable('cut'));
    expect(await contentOf(text.replace(caseSchema, 'testigo.case/9'))).toEqual(unreadable('version'));
    const earlier = caseOfEarlierSchema('Caso');
    expect(await contentOf(earlier.slice(0, earlier.length / 2))).toEqual(unreadable('cut'));
    expect(await contentOf(text.replaceAll('"title"', '"titulo"'))).toEqual(unreadable('content'));
    expect(await contentOf('-----BEGIN CERTIFICATE-----\nMIID')).toEqual(unreadable('content'));
    expect(await contentOf('{"any":"json"}')).toEqual({ kind: 'document', isJson: true });
    expect(await contentOf('[1, 2]')).toEqual({ kind: 'document', isJson: true });
    expect(await contentOf('Estimada Ana: {')).toEqual({ kind: 'document' });
  });

  it('hashes a file of every kind to its end', async () => {
    const { digests, size } = await verifier.run('file', { file: fileOf(material.document.slice()), reader });
    expect(digests.documentDigest).toBe(material.documentHash);
    expect(size).toBe(material.document.length);
  });

  it('checks evidence with the document that was given beside it', async () => {
    const file = fileOf(JSON.stringify(witnessResource(ids.witness, material.documentWitness)));
    const { digests } = await verifier.run('file', { file: fileOf(material.document.slice()), reader });
    const ask = { file, reader, beside: { document: digests } };
    const [alone, beside] = [await verifier.run('file', { file, reader }), await verifier.run('file', ask)];
    const answer = ({ content }: typeof alone): string[] =>
      'report' in content ? statusOf(content.report, 'file.hash') : [];
    expect(answer(alone)).not.toEqual(['PASSED']);
    expect(answer(beside)).toEqual(['PASSED']);
  });

  it('does not take the anchors, policy and RPC answers of a case file for the reader’s', async () => {
    const { text } = buildCase({ title: 'Caso', evidence: material.evidence, context: material.context });
    const unpinned: VerificationContext = { trust: builtInTrust, now: material.now, exchanges: [] };
    const { content } = await verifier.run('file', { file: fileOf(text), reader: unpinned });
    if (content.kind !== 'case') throw new Error(content.kind);
    expect(content.faults).toEqual([]);
    expect(content.declared.verdict.conclusion).toBe('TOTAL_PASSED');
    expect(content.report.verdict.conclusion).toBe('INDETERMINATE');
  });

  it('tells by which rules the verdict of an earlier case file no longer holds, and calls that no fault', async () => {
    const contentOf = async (text: string) => {
      const { content } = await verifier.run('file', { file: fileOf(text), reader, brief: true });
      if (content.kind !== 'case') throw new Error(content.kind);
      return content;
    };
    const changed = await contentOf(caseOfEarlierRules('Caso'));
    expect(changed.faults).toEqual([]);
    expect(new Set(changed.changes.map(({ rule }) => rule))).toEqual(new Set(['witness-algorithm']));
    expect(changed.changes).toContainEqual({
      rule: 'witness-algorithm',
      section: 'invites[0]',
      check: 'signature.witness',
    });
    const holding = await contentOf(caseOfEarlierSchema('Caso'));
    expect([holding.faults, holding.changes]).toEqual([[], []]);
  });

  it('refuses a pinned certificate that is not the one that was agreed to', async () => {
    const swapped = { ...rootAnchor, pem: material.pem(material.authority) };
    const wrong: VerificationContext = { ...reader, trust: { ...reader.trust, anchors: [swapped] } };
    await expect(verifier.run('evidence', { evidence: material.evidence, reader: wrong })).rejects.toThrow(
      /pinned anchor/,
    );
  });

  it('makes the same case file from the same evidence, byte for byte', async () => {
    const ask = { title: 'Caso', evidence: material.evidence, reader };
    const [one, two] = [await verifier.run('case-file', ask), await verifier.run('case-file', ask)];
    expect(one.text).toBe(two.text);
  });

  it('answers nothing once it was given up', async () => {
    const ask = verifier.run('evidence', { evidence: material.evidence, reader }, AbortSignal.abort());
    await expect(ask).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('querying nodes', () => {
  const questions = firstQuestions(material.evidence, material.context);
  const host = (answer: Parameters<typeof fakeFetch>[0]) => {
    const { fetch, seen } = fakeFetch(answer);
    return { fetch, seen, now: () => material.now };
  };
  const node = { network: questions[0]?.network ?? 0, url: 'https://node.example/v2/secret-of-the-reader' };

  it('leaves nothing of a node’s address in its answers but the host', async () => {
    const requested = host(({ body }) =>
      json({ jsonrpc: '2.0', id: 1, result: (body as { method: string }).method }),
    );
    const exchanges = await askNodes([node], questions, requested);
    expect(exchanges.length).toBeGreaterThanOrEqual(questions.length);
    expect(JSON.stringify(exchanges)).not.toContain('secret');
    expect(new Set(exchanges.map(({ rpc }) => rpc))).toEqual(new Set(['node.example']));
    expect(
      requested.seen.every(
        ({ headers, init }) => !headers.has('authorization') && init.credentials === 'omit',
      ),
    ).toBe(true);
  });

  it('turns every way of failing into an answer that could not be had', async () => {
    const faults: (() => Response)[] = [
      () => new Response('', { status: 429 }),
      () => new Response('', { status: 500 }),
      () => new Response('no json'),
      () => json({ error: { message: 'method not found' } }),
      () => json([]),
      () => {
        throw new TypeError('failed to fetch');
      },
    ];
    for (const fault of faults) {
      const exchanges = await askNodes([node], questions, host(fault));
      expect(exchanges.every(({ result, error }) => result === undefined && error !== undefined)).toBe(true);
      const report = checkEvidence(material.evidence, { ...material.context, exchanges });
      expect(statusOf(report, 'external.anchor')[0]).toMatch(/^INDETERMINATE/);
    }
  });

  it('asks a node about its own network alone', async () => {
    const requested = host(() => json({ result: '0x1' }));
    expect(await askNodes([{ ...node, network: 1 }], questions, requested)).toEqual([]);
    expect(requested.seen).toEqual([]);
  });

  it('takes https, or http to this computer, and no address with a password in it', () => {
    expect(readNodeAddress('https://node.example/x')).toMatchObject({ host: 'node.example' });
    expect(readNodeAddress('http://127.0.0.1:8545')).toMatchObject({ host: '127.0.0.1:8545' });
    expect(readNodeAddress('http://node.example')).toEqual({ fault: 'not-https' });
    expect(readNodeAddress('https://me:pw@node.example')).toEqual({ fault: 'has-credentials' });
    expect(readNodeAddress('node')).toEqual({ fault: 'not-an-address' });
  });
});

describe('by what the reader checks', () => {
  afterAll(trustSettings.erase);
  beforeEach(() => {
    localPreferences.set('trust', '{}');
    tabStore.remove('testigo.nodes');
    trustSettings.forget();
  });

  it('is stored, and the addresses of nodes in this tab alone', () => {
    trustSettings.change({
      policy: 'strict',
      anchors: [rootAnchor],
      nodes: [{ network: 1, url: 'https://node.example/secret' }],
    });
    trustSettings.forget();
    expect(trustSettings.read()).toMatchObject({ policy: 'strict', anchors: [rootAnchor] });
    expect(localPreferences.get('trust')).not.toContain('secret');
    tabStore.remove('testigo.nodes');
    trustSettings.forget();
    expect(trustSettings.read().nodes).toEqual([]);
  });

  it('never breaks on what another hand left in the store', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        localPreferences.set('trust', text);
        tabStore.set('testigo.nodes', text);
        trustSettings.forget();
        const { policy, anchors, endorsers, nodes } = trustSettings.read();
        expect(policy).toBe('standard');
        expect([anchors, endorsers, nodes].every(Array.isArray)).toBe(true);
      }),
    );
  });
});

it('speaks to the service alone while it collects', async () => {
  const service = caseService();
  await collected(service);
  expect(service.seen.every(({ url }) => url.href.startsWith(baseUrl))).toBe(true);
});
