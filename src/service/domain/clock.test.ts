import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setClock } from '#clock/clock.ts';
import type { SandboxClock } from '#contract/sandbox.ts';
import { readCertificateInput } from '#proofs/pki/certificate.ts';
import { checkOcsp } from '#proofs/pki/ocsp.ts';
import { standard } from '#proofs/policy.ts';
import { createHash } from 'node:crypto';
import { startTestService } from '../testing/service.ts';
import type { TestService } from '../testing/service.ts';
import type { TestOrganization } from '../testing/test-data.ts';
import { openClock } from './clock.ts';

const minute = 60;
const day = 86_400;

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await startTestService();
  organization = await service.organization();
});
afterAll(() => service.close());

const move = async (body: object): Promise<{ status: number; clock: SandboxClock }> => {
  const answer = await service.ask('/sandbox/clock', { method: 'POST', body });
  return { status: answer.status, clock: (await answer.json()) as SandboxClock };
};
const read = async (): Promise<SandboxClock> =>
  (await (await service.ask('/sandbox/clock')).json()) as SandboxClock;
const now = async (): Promise<number> => Date.parse((await read()).now);
const sign = async (invite: string): Promise<Response> =>
  service.ask(`/sandbox/invites/${invite}/sign`, { method: 'POST' });
const invited = async (): Promise<string> =>
  service.invite(organization, (await service.request(organization)).id, organization.linked.id);

describe('the clock of the sandbox', () => {
  it('ST-19 goes forward by seconds and to an instant, and everything that is told follows it', async () => {
    const before = await now();
    expect((await read()).offset).toBe(0);
    const { clock } = await move({ advance: 90.5 });
    expect(clock).toEqual({ now: new Date(before + 90_500).toISOString(), offset: 90.5 });
    const at = new Date(before + 3_600_000).toISOString();
    expect((await move({ at })).clock).toEqual({ now: at, offset: 3600 });
    expect(await read()).toEqual({ now: at, offset: 3600 });
    expect(await service.get('/server-time', organization.key)).toEqual({ time: at });
    const made = await service.write<{ createdAt: string; updatedAt: string }>(
      'POST',
      '/api-key',
      organization.key,
      { name: 'later', organization: organization.id },
    );
    expect([made.createdAt, made.updatedAt]).toEqual([at, at]);
  });

  it('ST-19 never goes back, and not beyond its end; then nothing has moved', async () => {
    const before = await read();
    for (const body of [
      { at: new Date(Date.parse(before.now) - 1).toISOString() },
      { advance: 20 * 366 * day },
    ])
      expect((await move(body)).status).toBe(409);
    expect((await move({ advance: -1 })).status).toBe(400);
    expect(await read()).toEqual(before);
    expect((await move({ at: before.now })).clock).toEqual(before);
  });

  it('ST-19 is kept: who opens the same data finds it where it was', async () => {
    const { offset } = (await move({ advance: minute })).clock;
    const machine = (): number => service.clock.now.getTime() + 5_000;
    const again = await openClock(service.database, new Date('2035-01-01T00:00:00Z'), machine);
    expect(again.now().getTime()).toBe(machine() + offset * 1000);
    // Two at the same database: the other's move is seen where the clock is read.
    await again.move({ advance: 7 });
    expect((await read()).offset).toBe(offset + 7);
  });

  it('ST-19 stands on the clock of the product', async () => {
    setClock(new Date('2027-01-01T06:00:00Z'));
    const clock = await openClock(service.database, new Date('2035-01-01T00:00:00Z'));
    const { now: shown, offset } = await clock.read();
    expect(Date.parse(shown) - offset * 1000).toBe(Date.parse('2027-01-01T06:00:00Z'));
  });

  it('ST-19 UP-5 an upload address is over once the clock is beyond its end', async () => {
    const bytes = Buffer.from('late');
    const md5 = createHash('md5').update(bytes).digest();
    const path = `/sign-file-url?filePath=late.txt&md5Checksum=${md5.toString('hex')}`;
    const address = async (): Promise<string> =>
      (await service.get<{ url: string }>(path, organization.key)).url;
    const headers = { 'content-md5': md5.toString('base64') };
    const put = async (url: string): Promise<number> =>
      (await service.ask(url, { method: 'PUT', body: bytes, headers })).status;
    const [early, late] = [await address(), await address()];
    await move({ advance: 15 * minute - 1 });
    expect(await put(early)).toBe(200);
    await move({ advance: 2 });
    expect(await put(late)).toBe(404);
  });

  it('ST-19 IV-7 an OCSP response is of the moved instant, and beyond a certificate’s end nothing is signed', async () => {
    const [soon, tooLate] = [await invited(), await invited()];
    await move({ advance: 40 * day });
    const at = await now();
    expect((await sign(soon)).status).toBe(200);
    const invite = await service.get<{
      signedAt: string;
      ocspResponse: string;
      certificate: { certificatePem: string; notAfter: string };
    }>(`/signature-request-invite/${soon}`, organization.key);
    expect(invite.signedAt).toBe(new Date(at).toISOString());
    const { facts } = checkOcsp({
      response: Buffer.from(invite.ocspResponse, 'hex'),
      certificate: readCertificateInput(invite.certificate.certificatePem),
      issuer: readCertificateInput(service.authorities.issuer.certificate),
      moment: { at, proven: true, now: at },
      policy: standard,
    });
    expect(Date.parse(facts?.thisUpdate ?? '')).toBe(at - (at % 1000));
    await move({ at: invite.certificate.notAfter });
    await move({ advance: 1 });
    const refused = await sign(tooLate);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('expired');
  });
});
