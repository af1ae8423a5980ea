import { createHash } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { amountInWords, withThousands } from '#contract/money/amount-in-words.ts';
import { isCurp } from './curp.ts';
import { renderDocument } from '../documents/documents.ts';
import { createRandom } from './random.ts';
import { isRfc } from './rfc.ts';
import { batchesOf, planStory, witnessesOf } from './story.ts';
import type { SeedRequest, SeedWitness, Story } from './story.ts';

const now = new Date('2026-11-20T15:42:00Z');
const story = planStory(4310, now);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const answers = (request: SeedRequest): string =>
  request.invites.map(({ answer }) => answer.status[0]).join('');

describe('the story', () => {
  test('the same seed and instant tell the same story, another seed another', () => {
    expect(planStory(4310, now)).toEqual(story);
    expect(planStory(4311, now).requests[0]?.id).not.toBe(story.requests[0]?.id);
  });

  test('holds whenever it is reported: a year of starts, at every hour', () => {
    for (let i = 0; i < 60; i += 1) {
      const at = new Date(now.getTime() + i * 6.13 * 86_400_000 + i * 3_600_000);
      checkTimes(planStory(i, at), at);
    }
  });

  function checkTimes(reported: Story, at: Date): void {
    for (const request of reported.requests) {
      const times = [request.createdAt, request.updatedAt, request.sentAt, request.finalizedAt];
      for (const time of times) expect(time === undefined || time <= at).toBe(true);
      for (const { createdAt, answer } of request.invites) {
        expect(createdAt >= request.createdAt && createdAt <= at).toBe(true);
        if (answer.status === 'pending') continue;
        expect(answer.at > createdAt && answer.at > request.sentAt! && answer.at <= at).toBe(true);
      }
    }
    for (const { createdAt, nom151At, merkleizedAt, externalAt } of witnessesOf(reported)) {
      const processed = [nom151At, merkleizedAt, externalAt].filter((time) => time !== undefined);
      expect(processed.length).toBeGreaterThan(0);
      for (const time of processed) expect(time >= createdAt && time <= at).toBe(true);
    }
  }

  test('every id is an object identifier and stands once', () => {
    const ids = [
      ...[story.organizations, story.subjects, story.links, story.members, story.requests].flat(),
      ...story.requests.flatMap(({ invites }) => invites),
      ...witnessesOf(story),
    ].map(({ id }) => id);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('there are two organizations, a dozen subjects and more than forty requests', () => {
    expect(story.organizations).toHaveLength(2);
    expect(story.subjects).toHaveLength(12);
    expect(story.requests.length).toBeGreaterThanOrEqual(40);
  });

  test('every subject has a valid RFC and CURP of its own, and companies those of a representative', () => {
    for (const { RFC, CURP, name } of story.subjects) {
      expect(isRfc(RFC)).toBe(true);
      expect(isCurp(CURP)).toBe(true);
      expect((name.representative === undefined) === (RFC.length === 13)).toBe(true);
    }
    expect(new Set(story.subjects.map(({ RFC }) => RFC)).size).toBe(12);
    expect(new Set(story.subjects.map(({ certificate }) => certificate.serial)).size).toBe(12);
  });

  test('some are linked to nobody, one certificate is revoked, one expired, one about to', () => {
    expect(story.subjects.filter(({ linkedTo }) => linkedTo.length === 0)).toHaveLength(2);
    const certificates = story.subjects.map(({ certificate }) => certificate);
    expect(certificates.filter(({ revoked }) => revoked !== undefined)).toHaveLength(1);
    const days = certificates.map(({ notAfter }) => (notAfter.getTime() - now.getTime()) / 86_400_000);
    expect(days.filter((left) => left < 0)).toHaveLength(1);
    expect(days.filter((left) => left > 0 && left < 14)).toHaveLength(1);
  });

  test('nobody is invited without a link made before', () => {
    for (const { organization, invites } of story.requests) {
      for (const { subject, createdAt } of invites) {
        const link = story.links.find((one) => one.subject === subject && one.organization === organization);
        expect(link && link.createdAt < createdAt).toBe(true);
      }
    }
  });

  test('nobody signs with a certificate that is not yet valid, expired or revoked', () => {
    let signatures = 0;
    for (const { subject, answer } of story.requests.flatMap(({ invites }) => invites)) {
      if (answer.status !== 'signed') continue;
      const { certificate } = story.subjects.find(({ key }) => key === subject)!;
      expect(answer.at > certificate.notBefore && answer.at < certificate.notAfter).toBe(true);
      expect(certificate.revoked === undefined || answer.at < certificate.revoked.at).toBe(true);
      signatures += 1;
    }
    expect(signatures).toBeGreaterThan(60);
  });

  test('requests stand in every state', () => {
    const { requests } = story;
    const exists = (state: (request: SeedRequest) => boolean) => expect(requests.some(state)).toBe(true);
    exists(({ draft, invites }) => draft && invites.length === 0);
    exists(({ draft, invites }) => draft && invites.length > 0);
    exists((request) => !request.draft && /^p+$/.test(answers(request)));
    exists((request) => /^s+p+$/.test(answers(request)) && request.finalizedAt === undefined);
    exists((request) => answers(request).includes('r') && answers(request).includes('p'));
    exists(
      (request) =>
        answers(request).includes('r') && answers(request).includes('s') && request.witness !== undefined,
    );
    exists((request) => /^r+$/.test(answers(request)) && request.witness === undefined);
    exists((request) => /^s+$/.test(answers(request)) && request.witness !== undefined);
    for (const kind of ['PDF', 'RAW', 'JSON', 'IOU']) exists((request) => request.kind === kind);
  });

  test('a request is finalized exactly when all have answered, and witnessed exactly when somebody signed', () => {
    for (const request of story.requests) {
      const all = !request.draft && request.invites.length > 0 && !answers(request).includes('p');
      expect(request.finalizedAt !== undefined).toBe(all);
      expect(request.witness !== undefined).toBe(all && answers(request).includes('s'));
      expect(request.rejectedAt !== undefined).toBe(answers(request).includes('r'));
    }
  });

  test('the first organization has at least eight document witnesses by each strategy', () => {
    const id = 'ceibal';
    const documents = [
      ...story.requests.flatMap(({ witness }) => (witness === undefined ? [] : [witness])),
      ...story.witnesses,
    ].filter(({ organization }) => organization === id);
    const count = (strategy: 'nom151At' | 'merkleizedAt' | 'externalAt') =>
      documents.filter((witness) => witness[strategy] !== undefined).length;
    expect(count('nom151At')).toBeGreaterThanOrEqual(8);
    expect(count('merkleizedAt')).toBeGreaterThanOrEqual(8);
    expect(count('externalAt')).toBeGreaterThanOrEqual(8);
  });

  test('the document that holds by everything and the one that does not are among the newest, whenever it is reported', () => {
    const names = ['Acta de asamblea ordinaria, noviembre', 'Orden de cambio 07, Bodega 14'];
    for (let i = 0; i < 60; i += 1) {
      const at = new Date(now.getTime() + i * 6.07 * 86_400_000 + i * 3_600_000);
      const requests = planStory(i, at).requests.filter(({ organization }) => organization === 'ceibal');
      const witnesses = requests
        .flatMap(({ name, witness, invites }) => [
          ...invites.flatMap(({ answer }) =>
            answer.status === 'signed' ? [{ name: 'of a signature', at: answer.witness.createdAt }] : [],
          ),
          ...(witness ? [{ name, at: witness.createdAt }] : []),
        ])
        .toSorted((a, b) => b.at.getTime() - a.at.getTime());
      // What the overview tells as having happened.
      const happened = requests
        .flatMap(({ name, draft, createdAt, witness, invites }) => [
          ...(draft ? [] : [{ name, at: createdAt }]),
          ...invites.flatMap(({ answer }) => (answer.status === 'pending' ? [] : [{ name, at: answer.at }])),
          ...(witness ? [{ name, at: earliestOf(witness) }] : []),
        ])
        .toSorted((a, b) => b.at.getTime() - a.at.getTime());
      const newest = requests.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
      for (const name of names) {
        expect(newest.slice(0, 10).map((one) => one.name)).toContain(name);
        expect(witnesses.slice(0, 10).map((one) => one.name)).toContain(name);
        expect(happened.slice(0, 7).map((one) => one.name)).toContain(name);
      }
    }
  });

  const earliestOf = ({ nom151At, merkleizedAt, externalAt }: SeedWitness): Date =>
    new Date(Math.min(...[nom151At, merkleizedAt, externalAt].flatMap((at) => at?.getTime() ?? [])));

  test('a batch holds each of its witnesses once, none made after it', () => {
    for (const strategy of ['merkleizedAt', 'externalAt'] as const) {
      const batches = batchesOf(story, strategy);
      const all = batches.flatMap(({ witnesses }) => witnesses);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(all).toHaveLength(
        witnessesOf(story).filter((witness) => witness[strategy] !== undefined).length,
      );
      for (const { at, witnesses } of batches)
        for (const { createdAt } of witnesses) expect(createdAt <= at).toBe(true);
    }
  });
});

describe('the documents', () => {
  test('the same story gives the same bytes, and no two documents are alike', async () => {
    const render = async (reported: Story) => {
      const hashes: string[] = [];
      for (const request of reported.requests) hashes.push(sha256(await renderDocument(request, reported)));
      return hashes;
    };
    const hashes = await render(story);
    expect(await render(planStory(4310, now))).toEqual(hashes);
    expect(new Set(hashes).size).toBe(story.requests.length);
  });

  test('a PDF opens, has one to six pages and the title and date of its request', async () => {
    for (const request of story.requests.filter(({ kind }) => kind === 'PDF')) {
      const pdf = await PDFDocument.load(await renderDocument(request, story), { updateMetadata: false });
      expect(pdf.getPageCount()).toBeGreaterThanOrEqual(request.pages);
      expect(pdf.getPageCount()).toBeLessThanOrEqual(6);
      expect(pdf.getTitle()).toBe(request.name);
      expect(Math.abs(pdf.getCreationDate()!.getTime() - request.createdAt.getTime())).toBeLessThan(1000);
    }
  });

  test('a pagaré says the amount that its data carry, in figures and in words', async () => {
    const debts = story.requests.filter(({ iou }) => iou !== undefined);
    expect(debts.length).toBeGreaterThan(3);
    for (const request of debts) {
      const text = Buffer.from(await renderDocument(request, story)).toString('utf8');
      expect(text).toContain(`$${withThousands(request.iou!.amount)} M.N.`);
      expect(text).toContain(amountInWords(request.iou!.amount, 'MXN'));
      expect(request.iou!.debtor).not.toBe(request.iou!.creditor);
      expect(text).not.toContain('undefined');
    }
  });

  test('a notice is JSON', async () => {
    for (const request of story.requests.filter(({ kind }) => kind === 'JSON')) {
      const notice = JSON.parse(Buffer.from(await renderDocument(request, story)).toString('utf8'));
      expect(notice.titulares).toHaveLength(request.invites.length);
    }
  });
});

describe('rates', () => {
  test('weeks follow each other to the present one, and every figure is consistent with its inverse', () => {
    const { rates } = story;
    expect(rates.at(-1)!.id).toBe(Math.floor(now.getTime() / 1000 / 604_800) * 604_800);
    expect(rates.length).toBeGreaterThanOrEqual(104);
    rates.forEach((rate, i) => {
      expect(rate.id % 604_800).toBe(0);
      if (i > 0) expect(rate.id - rates[i - 1]!.id).toBe(604_800);
      expect(rate.low).toBeLessThanOrEqual(Math.min(rate.open, rate.close, rate.average));
      expect(rate.high).toBeGreaterThanOrEqual(Math.max(rate.open, rate.close, rate.average));
      expect(rate.low).toBeGreaterThan(16.5);
      expect(rate.high).toBeLessThan(20.5);
      expect(rate.inverseOpen).toBeCloseTo(1 / rate.open, 12);
      expect(rate.inverseClose).toBeCloseTo(1 / rate.close, 12);
      expect(rate.inverseLow).toBeCloseTo(1 / rate.high, 12);
      expect(rate.inverseHigh).toBeCloseTo(1 / rate.low, 12);
      expect(rate.count).toBeGreaterThan(0);
    });
  });

  test('every other series comes from the same prices, and ends where the documented one does', () => {
    const { rates, otherRates } = story;
    const weekEnd = rates.at(-1)!;
    expect(otherRates).toHaveLength(11);
    for (const series of otherRates) {
      const ids = series.rates.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      expect(ids.length).toBeGreaterThanOrEqual(24);
      if (series.pair !== 'usdcmxn') continue;
      const last = series.rates.at(-1)!;
      expect('median' in last ? last.median : last.close).toBe(weekEnd.close);
    }
    const pesos = otherRates.find(
      ({ pair, family }) => pair === 'mxnusd' && family === 'daily-bucket',
    )!.rates;
    for (const rate of pesos) expect('low' in rate && rate.low > 0.04 && rate.high < 0.07).toBe(true);
  });
});

describe('chance', () => {
  test('a stream is repeatable and a fork of it leaves it as it was', () => {
    const draw = (fork: boolean) => {
      const random = createRandom(7);
      if (fork) random.fork('aside').next();
      return [random.next(), random.integer(1, 6), random.hex(4)];
    };
    expect(draw(true)).toEqual(draw(false));
    expect(createRandom(7).fork('a').next()).not.toBe(createRandom(7).fork('b').next());
  });

  test('whole numbers stay within both ends and reach them', () => {
    const random = createRandom(1);
    const drawn = new Set(Array.from({ length: 400 }, () => random.integer(1, 6)));
    expect([...drawn].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
