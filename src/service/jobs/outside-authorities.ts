import { openAnchoring } from '../authorities/outside/anchoring.ts';
import { readCertificateFolder } from '../authorities/outside/certificates.ts';
import { requestOcsp } from '../authorities/outside/ocsp-client.ts';
import { AuthorityFailure } from '../authorities/outside/send.ts';
import { openStamping } from '../authorities/outside/stamping.ts';
import { ServiceError } from '../service-error.ts';
import type { Authorities } from '../handlers/ports.ts';
import { acceptCertificate, readPresented } from '../handlers/signing/signer-check.ts';
import type { AuthoritySettings } from '../settings/authorities.ts';
import type { Database } from '../storage/database/database.ts';

const notConfigured = {
  stamp: 'This service has no time-stamp authority: TESTIGO_TSA_URLS is not set.',
  anchor: 'This service has no chain to anchor on: TESTIGO_ANCHOR_RPC is not set.',
};

/**
 * The authorities of the settings (Rules PR-4 to PR-6). Nobody signs for a subject, there are no tokens, and the third
 * party's tree has no log outside.
 *
 * @throws SettingsError for what the settings name and cannot be used
 */
export async function openOutsideAuthorities(
  settings: AuthoritySettings,
  database: Database,
): Promise<Authorities> {
  const { stamps, anchor, ocsp } = settings;
  const issuers = settings.issuers ? await readCertificateFolder('TESTIGO_ISSUERS', settings.issuers) : [];
  const stamping = stamps && (await openStamping(stamps));
  const anchoring = anchor && (await openAnchoring(anchor, database));
  return {
    provider: stamps?.provider ?? '',
    issuers,
    missing: {
      ...(!stamping && { stamp: notConfigured.stamp }),
      ...(!anchoring && { anchor: notConfigured.anchor }),
    },
    signer: () => Promise.resolve(undefined),
    answerOcsp: ({ certificatePem, at }) =>
      asFault(async () => {
        const { certificate, issuer } = acceptCertificate(readPresented(certificatePem), issuers, at);
        return requestOcsp(certificate, issuer, ocsp);
      }),
    stamp: (hash, at) => asFault(() => (stamping ? stamping.stamp(hash, at) : reject(notConfigured.stamp))),
    anchor: (root) => asFault(() => (anchoring ? anchoring.anchor(root) : reject(notConfigured.anchor))),
  };
}

const reject = (sentence: string): Promise<never> => Promise.reject(new AuthorityFailure(sentence));

/** Somebody outside who does not answer is a reason to come back later. */
async function asFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AuthorityFailure)) throw error;
    const fault = new ServiceError('unavailable', error.message, { retryAfter: 30, rule: 'PR-6' });
    fault.cause = error;
    throw fault;
  }
}
