import { createHash } from 'node:crypto';
import { readCertificate } from '#proofs/pki/certificate/certificate.ts';
import { createAuthorities, openAuthorities } from '../authorities/sandbox/sandbox-authorities.ts';
import type {
  AuthoritiesBundle,
  Authorities as SandboxAuthorities,
} from '../authorities/sandbox/sandbox-authorities.ts';
import { issueCertificate } from '../authorities/certificates/certificate-authority.ts';
import { derOf, pemOf } from '../authorities/certificates/certificate.ts';
import type { SubjectName } from '../authorities/asn1/distinguished-name.ts';
import { generateKeyPairs } from '../authorities/keys.ts';
import type { KeyPair } from '../authorities/keys.ts';
import { signDocumentBeside } from '../authorities/signer.ts';
import type { Authorities } from '../handlers/ports.ts';

/** A certificate as a row needs it. */
interface IssuedCertificate {
  readonly pem: string;
  /** SHA-256 of the DER, bare lower-case hex. */
  readonly hash: string;
  readonly serial: string;
}

/** Real authorities with real keys, in which every subject of a test is a signer at once. */
export interface TestAuthorities extends Authorities {
  readonly issuer: SandboxAuthorities['issuing'];
  readonly signingKey: KeyPair;
  /** Gives a subject a certificate; all share one key, as making a key takes longer than a test. */
  issue(subjectId: string, certificateId: string, name: SubjectName): IssuedCertificate;
  /** PEM of a subject's certificate. */
  certificateOf(subjectId: string): string;
}

const day = 86_400_000;

/**
 * Keys and certificates by the instant of their creation. Making six RSA keys takes longer than most tests, so the
 * services of a worker share them.
 */
const keysByInstant = new Map<number, ReturnType<typeof makeKeys>>();

async function makeKeys(now: Date): Promise<{ bundle: AuthoritiesBundle; signingKey: KeyPair }> {
  const [bundle, [signingKey]] = await Promise.all([createAuthorities(now, []), generateKeyPairs(1)]);
  if (!signingKey) throw new TypeError('openTestAuthorities: no key was made');
  return { bundle, signingKey };
}

export async function openTestAuthorities(now: Date): Promise<TestAuthorities> {
  const keys = keysByInstant.get(now.getTime()) ?? makeKeys(now);
  keysByInstant.set(now.getTime(), keys);
  const { bundle, signingKey } = await keys;
  const sandbox = openAuthorities(bundle);
  const certificateOf = new Map<string, string>();
  const pems = new Map<string, string>();
  let serials = 0;
  return {
    issuer: sandbox.issuing,
    signingKey,
    provider: 'TESTIGO-SANDBOX',
    issuers: [readCertificate(sandbox.issuing.certificate)],
    issue(subjectId, certificateId, name) {
      serials += 1;
      const serial = `3000${String(serials).padStart(16, '0')}`;
      const der = issueCertificate(sandbox.issuing, {
        subject: name,
        serial,
        notBefore: new Date(now.getTime() - 30 * day),
        notAfter: new Date(now.getTime() + 700 * day),
        publicKey: signingKey.publicKey,
      });
      certificateOf.set(subjectId, certificateId);
      pems.set(subjectId, pemOf(der));
      return { pem: pemOf(der), hash: createHash('sha256').update(der).digest('hex'), serial };
    },
    certificateOf: (subjectId) => pems.get(subjectId) ?? '',
    async signer(subjectId) {
      const certificateId = certificateOf.get(subjectId);
      return certificateId === undefined
        ? undefined
        : { certificateId, sign: (document) => signDocumentBeside(document, signingKey.privateKey) };
    },
    answerOcsp: async ({ certificatePem, revokedAt, at }) =>
      sandbox.answerOcsp(
        derOf(certificatePem),
        revokedAt === null ? { status: 'good' } : { status: 'revoked', at: revokedAt },
        at,
      ),
    stamp: async (hash, at) => sandbox.stamp(Buffer.from(hash, 'hex'), at),
    anchor: async (root) => ({ txHash: `0x${root}`, network: 31_337 }),
    checkpoint: async () => true,
    authorizeClaim: (hash, claimer) => sandbox.authorizeClaim({ leaf: hash, to: claimer }),
  };
}
