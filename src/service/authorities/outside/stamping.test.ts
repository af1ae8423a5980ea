import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readTimeStamp } from '#proofs/pki/timestamp/time-stamp.ts';
import { readSettings } from '../../settings.ts';
import { startServer } from '../../testing/outside-server.ts';
import type { OutsideServer } from '../../testing/outside-server.ts';
import { openOutsideWorld } from '../../testing/outside-world.ts';
import type { OutsideWorld } from '../../testing/outside-world.ts';
import { importKeyPair } from '../keys.ts';
import { policy } from '../asn1/object-identifiers.ts';
import { answerStampRequest, rejectedStamp, stamp } from '../time-stamps/time-stamp-authority.ts';
import type { TimeStampAuthority } from '../time-stamps/time-stamp-authority.ts';
import { readStampRequest } from '../time-stamps/time-stamp-request.ts';
import { openStamping } from './stamping.ts';
import type { Stamping } from './stamping.ts';

const at = new Date('2026-11-20T12:00:00Z');
const hash = 'ab'.repeat(32);

let world: OutsideWorld;
let authority: TimeStampAuthority;
let first: OutsideServer;
let second: OutsideServer;
/** The clock of the pauses, in milliseconds. */
let clock: number;
beforeAll(async () => {
  world = await openOutsideWorld(at);
  const { privateKey } = importKeyPair(world.bundle.stamping.privateKey);
  authority = { certificate: world.authorities.stampingCertificate, privateKey };
});
afterAll(() => world.close());
beforeEach(async () => {
  clock = 0;
  [first, second] = [await startServer(good), await startServer(good)];
});
afterEach(() => Promise.all([first.close(), second.close()]));

const good = ({ body }: { body: Uint8Array }): Uint8Array => answerStampRequest(authority, body, at);

function open(environment: Record<string, string> = {}): Promise<Stamping> {
  const { stamps } = readSettings({
    TESTIGO_TSA_URLS: `${first.url} ${second.url}`,
    TESTIGO_TSA_ANCHORS: world.stampAnchors,
    TESTIGO_TSA_TIMEOUT: '1',
    ...environment,
  }).authorities;
  if (!stamps) throw new TypeError('no time-stamp authority is configured');
  return openStamping(stamps, () => clock);
}

describe('time-stamps over HTTP', () => {
  it('PR-4 requests a time-stamp with nonce and certificate and gives the response as it came', async () => {
    const stamping = await open();
    const response = await stamping.stamp(hash, at);
    expect(Buffer.from(response)).toEqual(Buffer.from(good(first.requests[0] ?? { body: new Uint8Array() })));
    const [request] = first.requests;
    expect(request?.headers['content-type']).toBe('application/timestamp-query');
    const { imprint, nonce } = readStampRequest(request?.body ?? new Uint8Array());
    expect(Buffer.from(imprint).toString('hex')).toBe(hash);
    expect(readTimeStamp(response).token?.info.nonce).toEqual(new Uint8Array(nonce ?? []));
    // certReq is TRUE: the last field of the request.
    expect(request?.body.subarray(-3)).toEqual(Buffer.of(1, 1, 0xff));
    await stamping.stamp(hash, at);
    const [one, other] = first.requests.map(({ body }) => Buffer.from(readStampRequest(body).nonce ?? []));
    expect(one).not.toEqual(other);
    expect(second.requests).toEqual([]);
  });

  it('PR-4 goes on to the next authority, passes over the one that failed for a minute, and comes back to it', async () => {
    const stamping = await open();
    first.answer = () => 503;
    await stamping.stamp(hash, at);
    expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
    first.answer = good;
    await stamping.stamp(hash, at);
    expect([first.requests.length, second.requests.length]).toEqual([1, 2]);
    clock += 60_000;
    await stamping.stamp(hash, at);
    expect([first.requests.length, second.requests.length]).toEqual([2, 2]);
  });

  it('PR-4 an authority that is silent counts as failed after the time-out, and one that is gone at once', async () => {
    const stamping = await open();
    first.answer = () => undefined;
    await stamping.stamp(hash, at);
    expect(second.requests.length).toBe(1);
    await second.close();
    clock += 60_000;
    await expect(stamping.stamp(hash, at)).rejects.toThrow(
      /No time-stamp was given: 127\.0\.0\.1:\d+ does not answer within 1 s\. 127\.0\.0\.1:\d+ cannot be reached\./,
    );
    second = await startServer(good);
  });

  it('PR-4 where all failed a moment ago, all are tried again', async () => {
    const stamping = await open();
    first.answer = second.answer = () => 500;
    await expect(stamping.stamp(hash, at)).rejects.toMatchObject({ name: 'AuthorityFailure' });
    first.answer = good;
    expect((await stamping.stamp(hash, at)).length).toBeGreaterThan(500);
  });

  const imprint = Buffer.from(hash, 'hex');
  const nonceOf = (body: Uint8Array): Uint8Array | undefined => readStampRequest(body).nonce;
  it.each<[string, OutsideServer['answer'], string]>([
    [
      'the nonce of another request',
      () => stamp(authority, imprint, at, { nonce: Buffer.alloc(8, 7) }),
      'another nonce',
    ],
    ['no nonce', () => stamp(authority, imprint, at), 'another nonce'],
    [
      'the imprint of another hash',
      ({ body }) => stamp(authority, Buffer.alloc(32, 1), at, { nonce: nonceOf(body) }),
      'nom151.imprint, X_STAMP_IMPRINT_MISMATCH',
    ],
    ['a rejection', () => rejectedStamp, 'nom151.granted'],
    [
      'a signer with a certificate for documents',
      async ({ body }) => {
        const signer = await world.signer();
        const { privateKey } = signer.keys;
        const certificate = Buffer.from(signer.pem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64');
        return stamp({ certificate, privateKey }, imprint, at, { nonce: nonceOf(body) });
      },
      'does not hold (nom151.signer',
    ],
    [
      'a time in the future',
      ({ body }) => answerStampRequest(authority, body, new Date(at.getTime() + 3_600_000)),
      'does not hold (nom151.time',
    ],
    [
      'a changed signature',
      ({ body }) => {
        const response = Buffer.from(answerStampRequest(authority, body, at));
        response[response.length - 1] = (response.at(-1) ?? 0) ^ 1;
        return response;
      },
      'does not hold (nom151.signature',
    ],
    ['what is no response', () => 'hello', 'does not hold (nom151.parse'],
    [
      'a response as base64',
      ({ body }) => Buffer.from(answerStampRequest(authority, body, at)).toString('base64'),
      'is not DER',
    ],
    ['too many bytes', () => Buffer.alloc((1 << 20) + 1), 'answers more than 1048576 bytes'],
  ])('PR-4 refuses %s', async (_, answer, why) => {
    const stamping = await open({ TESTIGO_TSA_URLS: first.url });
    first.answer = answer;
    await expect(stamping.stamp(hash, at)).rejects.toThrow(why);
  });

  it('PR-4 refuses a signer under an anchor that is not configured', async () => {
    const stamping = await open({ TESTIGO_TSA_URLS: first.url, TESTIGO_TSA_ANCHORS: world.issuers });
    await expect(stamping.stamp(hash, at)).rejects.toThrow('does not hold (nom151.');
  });

  it('PR-4 requests a configured policy, and refuses a token of another one', async () => {
    const withPolicy = await open({ TESTIGO_TSA_URLS: first.url, TESTIGO_TSA_POLICY: policy.stamp });
    await withPolicy.stamp(hash, at);
    expect(readStampRequest(first.requests[0]?.body ?? new Uint8Array()).policy).toBe(policy.stamp);
    const other = await open({ TESTIGO_TSA_URLS: first.url, TESTIGO_TSA_POLICY: '2.999.1' });
    await expect(other.stamp(hash, at)).rejects.toThrow('nom151.granted');
    first.answer = ({ body }) => stamp(authority, imprint, at, { nonce: nonceOf(body) });
    await expect(other.stamp(hash, at)).rejects.toThrow(`of the policy ${policy.stamp}; expected 2.999.1`);
  });

  it('PR-4 sends the credentials of a host to it alone, from a file that its owner alone reads', async () => {
    const file = join(world.folder, 'tsa-credentials');
    await writeFile(file, `# ours\n${new URL(first.url).host} ana:se cr:eto\n`);
    await chmod(file, 0o644);
    await expect(open({ TESTIGO_TSA_CREDENTIALS: file })).rejects.toThrow(
      'which others may read; expected mode 0600',
    );
    await chmod(file, 0o600);
    const stamping = await open({ TESTIGO_TSA_CREDENTIALS: file });
    await stamping.stamp(hash, at);
    expect(first.requests[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from('ana:se cr:eto').toString('base64')}`,
    );
    first.answer = () => 401;
    await stamping.stamp(hash, at);
    expect(second.requests[0]?.headers.authorization).toBeUndefined();
    await writeFile(file, 'tsa.example ana:x\n');
    await expect(
      open({ TESTIGO_TSA_CREDENTIALS: file, TESTIGO_TSA_URLS: 'http://tsa.example/' }),
    ).rejects.toThrow('has a password for tsa.example, which is not reached over https');
    await writeFile(file, 'tsa.example\n');
    await expect(open({ TESTIGO_TSA_CREDENTIALS: file })).rejects.toThrow(
      'line 1 is not "host user:password"',
    );
  });
});

describe('settings of outside authorities', () => {
  const anchor = { TESTIGO_ANCHOR_RPC: 'https://node.example', TESTIGO_ANCHOR_NETWORK: '42161' };
  it.each<[Record<string, string>, string]>([
    [{ TESTIGO_TSA_URLS: 'ftp://a' }, 'TESTIGO_TSA_URLS has "ftp://a"'],
    [{ TESTIGO_TSA_URLS: 'https://a:b@c' }, 'without credentials'],
    [{ TESTIGO_TSA_URLS: 'https://a' }, 'TESTIGO_TSA_ANCHORS is not set'],
    [
      { TESTIGO_TSA_URLS: 'https://a', TESTIGO_TSA_ANCHORS: 'x', TESTIGO_TSA_POLICY: 'any' },
      'TESTIGO_TSA_POLICY is "any"',
    ],
    [
      { TESTIGO_TSA_URLS: 'https://a', TESTIGO_TSA_ANCHORS: 'x', TESTIGO_TSA_TIMEOUT: '0' },
      'TESTIGO_TSA_TIMEOUT is "0"',
    ],
    [
      // A call waits 25 s in all: what comes later than that would be paid for and thrown away.
      { TESTIGO_TSA_URLS: 'https://a', TESTIGO_TSA_ANCHORS: 'x', TESTIGO_TSA_TIMEOUT: '21' },
      'expected a whole number from 1 to 20',
    ],
    [{ TESTIGO_OCSP_URL: 'ocsp' }, 'TESTIGO_OCSP_URL has "ocsp"'],
    [{ TESTIGO_ANCHOR_RPC: 'http://node.example' }, 'TESTIGO_ANCHOR_RPC has "http://node.example"'],
    [{ TESTIGO_ANCHOR_RPC: 'https://node.example' }, 'TESTIGO_ANCHOR_NETWORK is not set'],
    [anchor, 'TESTIGO_ANCHOR_RPC needs one of TESTIGO_ANCHOR_KEY_FILE and TESTIGO_ANCHOR_SIGNER'],
    [{ ...anchor, TESTIGO_ANCHOR_SIGNER: 'https://s.example' }, 'TESTIGO_ANCHOR_FROM is not set'],
    [{ ...anchor, TESTIGO_ANCHOR_KEY_FILE: 'k', TESTIGO_ANCHOR_TO: '0x12' }, 'TESTIGO_ANCHOR_TO is "0x12"'],
    [
      { ...anchor, TESTIGO_ANCHOR_KEY_FILE: 'k', TESTIGO_ANCHOR_CONFIRMATIONS: '0' },
      'TESTIGO_ANCHOR_CONFIRMATIONS is "0"',
    ],
    [
      { ...anchor, TESTIGO_ANCHOR_KEY_FILE: 'k', TESTIGO_ANCHOR_MAX_FEE: 'x' },
      'TESTIGO_ANCHOR_MAX_FEE is "x"',
    ],
  ])('PR-4 a wrong value is one sentence that names the variable: %o', (environment, sentence) => {
    expect(() => readSettings(environment)).toThrow(sentence);
  });
});
