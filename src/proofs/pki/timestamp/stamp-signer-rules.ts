/** Which certificate may sign a time-stamp (RFC 3161 §2.3, RFC 5035 §5.4.1, RFC 5816), and which never may. */
import { equalBytes, toHex } from '../../encoding/bytes.ts';
import { hash, type HashName } from '../../encoding/hash.ts';
import {
  computedHex,
  computedText,
  failed,
  indeterminate,
  passed,
  type Finding,
} from '../../verdict/finding.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Certificate } from '../certificate/certificate.ts';
import { sameName } from '../certificate/names.ts';
import { oid, purposeName } from '../der/oids.ts';
import { sameKey, type PublicKey } from '../certificate/public-key.ts';
import { hashOf } from '../certificate/signature.ts';
import type { StampTrust } from './stamp-profiles.ts';
import type { SignerHash, TimeStampToken } from './time-stamp.ts';

/** RFC 5035 §4: the first version is SHA-1, the second SHA-256 unless it names another. */
export function hashNameOf({ version, algorithm }: SignerHash): HashName | undefined {
  if (version === 1) return 'SHA-1';
  return algorithm === undefined ? 'SHA-256' : hashOf(algorithm);
}

/**
 * The signed hashes name this certificate (RFC 5035 §5.4.1), and it is one of a time-stamp authority: not the signer of
 * what is dated, not an authority of certificates, and certified for time stamping alone. The entries are the profiles
 * of the anchor that its path reaches.
 */
export function checkStampSigner(
  token: TimeStampToken,
  certificate: Certificate | undefined,
  entries: readonly StampTrust[],
  { policy, signingKeys = [] }: { readonly policy: Policy; readonly signingKeys?: readonly PublicKey[] },
): Finding {
  if (certificate === undefined) {
    return indeterminate('NO_SIGNING_CERTIFICATE_FOUND', { code: 'add_certificate' });
  }
  const binding = checkSignerHashes(token.signerHashes, certificate, policy);
  if (binding.status !== 'PASSED') return binding;
  const forbidden = neverStamps(certificate, signingKeys);
  if (forbidden !== undefined) return forbidden;
  if (entries.some(({ profile }) => isCertifiedFor(certificate, profile.purpose))) return binding;
  const rule =
    entries.length === 0 ? 'a profile knows the policy' : 'the signer is certified for time stamping alone';
  return indeterminate(
    'X_STAMP_PROFILE_UNKNOWN',
    { code: 'add_profile' },
    { policy: token.info.policy, rule },
  );
}

/** What no anchor and no profile makes good. */
function neverStamps(certificate: Certificate, signingKeys: readonly PublicKey[]): Finding | undefined {
  const { keyUsage, basicConstraints, extendedKeyUsage } = certificate.extensions;
  if (signingKeys.some((key) => sameKey(key, certificate.publicKey.key))) {
    return failed('SIG_CONSTRAINTS_FAILURE', { rule: 'the time-stamp is not by a signer of what it dates' });
  }
  if (basicConstraints?.ca === true) {
    return failed('SIG_CONSTRAINTS_FAILURE', { rule: 'the signer is not an authority of certificates' });
  }
  if (keyUsage !== undefined && !keyUsage.has('digitalSignature') && !keyUsage.has('contentCommitment')) {
    return failed('SIG_CONSTRAINTS_FAILURE', { rule: 'the key of the signer is for signatures' });
  }
  const purposes = extendedKeyUsage?.purposes ?? [oid.timeStamping];
  if (!purposes.includes(oid.timeStamping) && !purposes.includes(oid.anyExtendedKeyUsage)) {
    return failed(
      'SIG_CONSTRAINTS_FAILURE',
      { rule: 'the certificate of the signer is for time-stamps' },
      { computed: computedText(purposes.map(purposeName).join(', ')) },
    );
  }
  return undefined;
}

function checkSignerHashes(hashes: readonly SignerHash[], certificate: Certificate, policy: Policy): Finding {
  // RFC 3161 §2.4.2: the token identifies the certificate of its signer, or another could be put in its place.
  if (hashes.length === 0) {
    return indeterminate(
      'SIG_CONSTRAINTS_FAILURE',
      { code: 'get_stamp' },
      { rule: 'ESSCertID or ESSCertIDv2' },
    );
  }
  let strong = false;
  for (const one of hashes) {
    const { algorithm, hash: expected, issuerSerial } = one;
    const name = hashNameOf(one);
    if (name === undefined) {
      const what = `certificate hash by ${algorithm?.id ?? ''}`;
      return indeterminate('X_UNSUPPORTED', { code: 'check_elsewhere' }, { what });
    }
    strong ||= name !== 'SHA-1';
    const compared = { expected: toHex(expected), computed: computedHex(hash(name, certificate.der)) };
    const sameSerial =
      issuerSerial === undefined ||
      (equalBytes(issuerSerial.serialNumber, certificate.serialNumber) &&
        issuerSerial.issuer.some(
          (general) => general.form === 'directory' && sameName(general.name, certificate.issuer),
        ));
    if (compared.expected !== compared.computed || !sameSerial) {
      return failed(
        'SIG_CONSTRAINTS_FAILURE',
        { rule: 'the signed certificate hash is that of the signer' },
        compared,
      );
    }
  }
  if (strong || policy.algorithms.sha1 === 'allow') return passed();
  if (policy.algorithms.sha1 === 'refuse') {
    return indeterminate('CRYPTO_CONSTRAINTS_FAILURE', { code: 'get_stamp' }, { what: 'SHA-1 in ESSCertID' });
  }
  return passed({ warnings: [{ code: 'X_WEAK_ALGORITHM', detail: { what: 'SHA-1', where: 'ESSCertID' } }] });
}

/** RFC 3161 §2.3: the extension is critical and names this purpose and no other. */
function isCertifiedFor({ extensions }: Certificate, purpose: StampTrust['profile']['purpose']): boolean {
  const usage = extensions.extendedKeyUsage;
  if (usage === undefined) return purpose === 'may-be-absent';
  return usage.critical && usage.purposes.length === 1 && usage.purposes[0] === oid.timeStamping;
}
