import { randomBytes } from 'node:crypto';
import { equalBytes } from '#proofs/encoding/bytes.ts';
import { ProofError } from '#proofs/errors.ts';
import { economiaAcr2Fingerprint } from '#proofs/pki/anchors/economia-acr2.ts';
import type { Certificate } from '#proofs/pki/certificate/certificate.ts';
import { builtInStampTrust, rfc3161Profile } from '#proofs/pki/timestamp/stamp-profiles.ts';
import type { StampTrust } from '#proofs/pki/timestamp/stamp-profiles.ts';
import { checkStamp } from '#proofs/pki/timestamp/stamp.ts';
import { readTimeStamp } from '#proofs/pki/timestamp/time-stamp.ts';
import type { TimeStamp } from '#proofs/pki/timestamp/time-stamp.ts';
import { standard } from '#proofs/policy/policy.ts';
import type { StampSettings } from '../../settings/authorities.ts';
import { buildStampRequest } from '../time-stamps/time-stamp-request.ts';
import { readCertificateFolder } from './certificates.ts';
import { readCredentials } from './credentials.ts';
import { AuthorityFailure, sendPost } from './send.ts';

/** Time-stamps from outside. */
export interface Stamping {
  /**
   * DER of a TimeStampResp over a SHA-256 digest (64 hexadecimal digits), from the first authority that gives one that
   * holds.
   *
   * @throws AuthorityFailure saying what each authority did
   */
  stamp(hash: string, at: Date): Promise<Uint8Array>;
}

/** Milliseconds for which an authority that failed is passed over, while another one answers. */
const pauseMs = 60_000;

/**
 * Time-stamp authorities by RFC 3161 over HTTP, in the order of the settings.
 *
 * @param now milliseconds of a clock that never goes back
 * @throws SettingsError for what the settings name and cannot be read
 */
export async function openStamping(
  settings: StampSettings,
  now: () => number = () => performance.now(),
): Promise<Stamping> {
  const { addresses, policy, timeoutMs } = settings;
  const trust = trustOf(await readCertificateFolder('TESTIGO_TSA_ANCHORS', settings.anchors));
  const credentials = await readCredentials('TESTIGO_TSA_CREDENTIALS', settings.credentials, addresses);
  const pausedUntil = new Map<string, number>();

  const requestFrom = async (address: URL, hash: string, at: Date): Promise<Uint8Array> => {
    const imprint = Buffer.from(hash, 'hex');
    const nonce = newNonce();
    const authorization = credentials.get(address.host);
    const response = await sendPost(address, {
      body: buildStampRequest({ imprint, policy, nonce }),
      headers: {
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
        ...(authorization !== undefined && { authorization }),
      },
      timeoutMs,
    });
    verifyResponse(address, response, { imprint, nonce, policy, trust, at });
    return response;
  };

  return {
    async stamp(hash, at) {
      const isOpen = ({ href }: URL): boolean => (pausedUntil.get(href) ?? -Infinity) <= now();
      const open = addresses.filter(isOpen);
      const failures: string[] = [];
      // Where all failed a moment ago, all are tried again: there is nothing to lose.
      for (const address of open.length > 0 ? open : addresses) {
        try {
          const response = await requestFrom(address, hash, at);
          pausedUntil.delete(address.href);
          return response;
        } catch (error) {
          if (!(error instanceof AuthorityFailure)) throw error;
          pausedUntil.set(address.href, now() + pauseMs);
          failures.push(error.message);
        }
      }
      throw new AuthorityFailure(`No time-stamp was given: ${failures.join(' ')}`);
    },
  };
}

/** Eight bytes, positive and in their shortest form. */
function newNonce(): Uint8Array {
  const bytes = randomBytes(8);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

/** The root of NOM-151 has a profile of its own, because the signers under it carry no purpose. */
function trustOf(certificates: readonly Certificate[]): StampTrust[] {
  const anchors = certificates.map((certificate) => ({ certificate, title: '', use: 'stamping' as const }));
  const isEconomia = certificates.some(({ fingerprint }) => fingerprint === economiaAcr2Fingerprint);
  return [{ profile: rfc3161Profile, anchors }, ...(isEconomia ? builtInStampTrust() : [])];
}

interface Expected {
  readonly imprint: Uint8Array;
  readonly nonce: Uint8Array;
  readonly policy: string | undefined;
  readonly trust: readonly StampTrust[];
  readonly at: Date;
}

/**
 * Nothing is stored that a verifier with the same anchors would not count (RFC 3161 §2.2): status, imprint, signature,
 * purpose and path of the signer, and the time; and it answers this very request.
 */
function verifyResponse(
  { host }: URL,
  response: Uint8Array,
  { imprint, nonce, policy, trust, at }: Expected,
): void {
  const { checks, provenTime } = checkStamp({
    stamp: response,
    digests: { 'SHA-256': imprint },
    trust,
    now: at.getTime(),
    policy: standard,
  });
  const failed = checks.find(({ status }) => status !== 'PASSED');
  if (failed || provenTime === undefined)
    throw new AuthorityFailure(
      `${host} gives a time-stamp that does not hold (${[failed?.id, failed?.reason?.code].filter(Boolean).join(', ')}).`,
    );
  const { token } = readResponse(host, response);
  const info = token?.info;
  if (info?.nonce === undefined || !equalBytes(info.nonce, nonce))
    throw new AuthorityFailure(`${host} gives a time-stamp with another nonce.`);
  if (policy !== undefined && info.policy !== policy)
    throw new AuthorityFailure(
      `${host} gives a time-stamp of the policy ${info.policy}; expected ${policy}.`,
    );
}

/** As DER, in which it is stored: another form of the same response is read by the checks, and refused here. */
function readResponse(host: string, response: Uint8Array): TimeStamp {
  try {
    return readTimeStamp(response);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    throw new AuthorityFailure(`${host} gives a time-stamp that is not DER.`);
  }
}
