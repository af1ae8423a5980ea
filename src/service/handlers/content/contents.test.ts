import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../storage/database/sql.ts';
import { readSettings } from '../../settings.ts';
import { SettingsError } from '../../settings/read-setting.ts';
import { pdfBytes, startTestService } from '../../testing/service.ts';
import type { TestService } from '../../testing/service.ts';
import type { TestOrganization, TestSubject } from '../../testing/test-data.ts';
import { rememberTerms } from '../access/terms.ts';
import { refusal } from '../testing/refusal.ts';

let on: TestService;
let own: TestOrganization;
beforeAll(async () => {
  on = await startTestService({ TESTIGO_SANDBOX: '0' });
  own = await on.organization();
});
afterAll(() => on.close());

const create = (content: object, organization = own.id, as = own.key): Promise<string> =>
  refusal(on, '/signature-request', {
    method: 'POST',
    as,
    body: { input: { name: 'A', content, organization } },
  });
const contentPath = (key: string): string => `/rest/v1/content/${encodeURIComponent(key)}`;

describe('bytes that are not of the kind that is claimed', () => {
  it('UP-10 a PDF that does not begin as one and JSON that is none are refused, flat and wrapped, whatever the name', async () => {
    const large = Buffer.from(`[${'{"a": "ñ", "b": [1, -2.5e3, null]},'.repeat(6_000)}0]`);
    const bytes: readonly [string, Uint8Array, readonly string[]][] = [
      ['PDF', pdfBytes(), ['pdf', 'raw']],
      ['PDF of two megabytes', pdfBytes(2_000_000), ['pdf', 'raw']],
      ['header later', Buffer.from('\n%PDF-1.7'), ['raw']],
      ['cut header', Buffer.from('%PDF'), ['raw']],
      ['nothing', Buffer.alloc(0), ['raw']],
      ['JSON', Buffer.from('{"a": 1}'), ['json', 'raw']],
      ['JSON of many pieces', large, ['json', 'raw']],
      ['JSON without its end', large.subarray(0, -1), ['raw']],
      ['JSON with a comma too many', Buffer.from('{"a": 1,}'), ['raw']],
      ['JSON of another encoding', Buffer.from('"ñ"', 'latin1'), ['raw']],
    ];
    for (const [what, content, kinds] of bytes) {
      const key = await on.upload(own.key, content, 'document.pdf');
      for (const kind of ['pdf', 'json', 'raw']) {
        const wrapper = { pdf: 'PDFContent', json: 'JSONContent', raw: 'RawContent' }[kind] ?? '';
        const taken = kinds.includes(kind);
        expect(await create({ [kind]: key }), `${what} as ${kind}`).toBe(
          taken ? '200' : `422 input.content.${kind}`,
        );
        if (!taken)
          expect(await create({ [wrapper]: { [kind]: key } }), what).toBe(
            `422 input.content.${wrapper}.${kind}`,
          );
      }
    }
  });
});

describe('JSON text that requests name again and again', () => {
  it('UP-10 is read once, also where it is none', async () => {
    const { objects } = on.service;
    const stream = objects.stream.bind(objects);
    let reads = 0;
    objects.stream = (key) => ((reads += 1), stream(key));
    try {
      for (const [text, answer] of [
        [`[${Math.random()}]`, '200'],
        [`[${Math.random()}`, '422 input.content.json'],
      ] as const) {
        reads = 0;
        const json = await on.upload(own.key, Buffer.from(text), 'numbers.json');
        const answers = [
          await create({ json }),
          ...(await Promise.all([create({ json }), create({ json })])),
        ];
        expect(answers).toEqual([answer, answer, answer]);
        expect(reads).toBe(1);
      }
    } finally {
      objects.stream = stream;
    }
  });
});

describe('uploads of a member of two organizations', () => {
  const uploadOf = async (subject: TestSubject) => {
    const bytes = pdfBytes();
    return { key: await on.upload(subject.token, bytes), bytes };
  };
  const read = async (key: string, as: string): Promise<number> =>
    (await on.request(contentPath(key), { as })).status;
  const both = async () => {
    const [first, second] = [await on.organization(), await on.organization()];
    const subject = await on.subject({ memberOf: first.id });
    await on.member(second.id, subject.id);
    return { first, second, subject };
  };

  it('UP-11 belong to their uploader alone until a request names them, and to its organization from then on', async () => {
    for (const which of ['first', 'second'] as const) {
      const world = await both();
      const { subject } = world;
      const chosen = world[which];
      const other = world[which === 'first' ? 'second' : 'first'];
      const { key } = await uploadOf(subject);
      expect(key.includes(world.first.id) || key.includes(world.second.id)).toBe(false);
      expect(await read(key, subject.token)).toBe(200);
      for (const as of [chosen.key, other.key, chosen.member.token, other.member.token]) {
        expect(await read(key, as)).toBe(404);
        const organization = as === chosen.key || as === chosen.member.token ? chosen.id : other.id;
        expect(await create({ pdf: key }, organization, as)).toBe('422 input.content.pdf');
      }
      expect(await create({ pdf: key }, chosen.id, subject.token)).toBe('200');
      expect([await read(key, chosen.key), await read(key, chosen.member.token)]).toEqual([200, 200]);
      expect([await read(key, other.key), await read(key, other.member.token)]).toEqual([404, 404]);
      // Named once, it is of that organization and of no other of the same uploader's.
      expect(await create({ pdf: key }, other.id, subject.token)).toBe('422 input.content.pdf');
      expect(await create({ pdf: key }, chosen.id, chosen.key)).toBe('200');
    }
  });

  it('UP-11 of two requests at once one binds it; a refused one binds nothing', async () => {
    const { first, second, subject } = await both();
    const { key } = await uploadOf(subject);
    expect(await create({ json: key }, first.id, subject.token)).toBe('422 input.content.json');
    const answers = await Promise.all(
      [first, second, first, second].map(({ id }) => create({ pdf: key }, id, subject.token)),
    );
    expect(answers.filter((answer) => answer === '200')).toHaveLength(2);
    const owners = await on.database.rows<{ organization_id: string; n: number }>(sql`
      select organization_id, count(*) as n from signature_requests where content_key = ${key} group by 1`);
    expect(owners).toHaveLength(1);
    const [content] = await on.database.rows(
      sql`select c.organization_id, u.organization_id as upload from contents c join uploads u using (content_key)
        where content_key = ${key}`,
    );
    expect(content).toEqual({
      organization_id: owners[0]?.organization_id,
      upload: owners[0]?.organization_id,
    });
  });

  it('UP-11 UP-6 content of one organization is not for requests of another of the same member', async () => {
    const { first, second, subject } = await both();
    const key = await on.upload(first.key, pdfBytes());
    expect(await create({ pdf: key }, second.id, subject.token)).toBe('422 input.content.pdf');
    expect(await create({ pdf: key }, first.id, subject.token)).toBe('200');
  });
});

describe('the terms of the service', () => {
  it('SB-6 a subject’s invite to the request that holds them is its termsInvite; without one there is none', async () => {
    const operator = await on.organization();
    const terms = await on.createRequest(operator, { draft: true });
    const { linked } = operator;
    const invite = await on.invite(operator, terms.id, linked.id);
    const termsOf = async (as: string) => (await on.get(`/subject/${linked.id}`, as)).termsInvite;
    expect(await termsOf(operator.key)).toBeNull();
    await rememberTerms(on.database, readSettings({ TESTIGO_TERMS: terms.id.toUpperCase() }).terms);
    // Not sent, it is hidden from who is to sign.
    expect(await termsOf(linked.token)).toBeNull();
    await on.write('PUT', `/signature-request/${terms.id}`, operator.key, { draft: false });
    expect(await termsOf(linked.token)).toMatchObject({ id: invite, status: 'PENDING' });
    // Another organization that it is linked to reads how it stands, and nothing of the request or who else is in it.
    const other = await on.organization();
    await on.link(other.id, linked.id);
    await on.link(operator.id, other.linked.id);
    await on.invite(operator, terms.id, other.linked.id);
    expect(await termsOf(other.key)).toMatchObject({ id: invite, signatureRequest: { id: terms.id } });
    const deep =
      'subject_termsInvite_termsInvite_signatureRequest_signatureRequest_invites_invites_subject_subject_wallet_wallet_endorsables_limit=1';
    const answer = await on.get<{ termsInvite: object }>(`/subject/${linked.id}?${deep}`, other.key);
    expect(answer.termsInvite).toHaveProperty('signatureRequest', { id: terms.id });
    expect(await on.get(`/subject/${other.member.id}`, other.key)).toHaveProperty('termsInvite', null);
    await rememberTerms(on.database, readSettings({}).terms);
    expect(await termsOf(linked.token)).toBeNull();
    expect(() => readSettings({ TESTIGO_TERMS: 'terms' })).toThrow(SettingsError);
  });
});
