/**
 * Known-answer sets for certificates and what hangs on them, as pure functions over the files of a set: paths
 * (NIST PKITS), OCSP responses, time-stamps, and two sets that are only read. Nothing is known of a set but
 * its layout, so its unseen parts run the same way.
 */
import { ProofError, unreadable } from '../errors.ts';
import { readInstant } from '../encoding/instant.ts';
import type { JsonObject } from '../encoding/json.ts';
import { vectors as policy } from '../policy/policy.ts';
import { checkOcsp } from '../pki/ocsp/ocsp.ts';
import {
  digitSerial,
  identityOf,
  isSelfIssued,
  readCertificateInput,
  readCertificatesInput,
  sameCertificate,
  type Certificate,
} from '../pki/certificate/certificate.ts';
import { Fields, readDer, tags } from '../pki/der/der.ts';
import { octets } from '../pki/der/der-values.ts';
import { hashOf, readAlgorithm, verifySignature } from '../pki/certificate/signature.ts';
import { economiaAnchor, rfc3161Profile } from '../pki/timestamp/stamp-profiles.ts';
import { checkStampAs, type Digests } from '../pki/timestamp/stamp.ts';
import { utf8Of } from '../encoding/bytes.ts';
import { hash } from '../encoding/hash.ts';
import { sameName } from '../pki/certificate/names.ts';
import { readCrlInput, type Crl } from '../pki/crl/crl.ts';
import { verifyPath, type PathResult } from '../pki/path/path.ts';
import type { PolicyInputs } from '../pki/path/certificate-policies.ts';
import {
  casesOf,
  fileNamed,
  optionalObject,
  runCase,
  textOf,
  textsOf,
  undecidedCases,
  type VectorFiles,
  type VectorResult,
} from './vector-set.ts';

/** NIST PKITS: one anchor, one time; `revocation: false` means that lists are not looked at. */
export function runNistPkits(files: VectorFiles): VectorResult[] {
  const anchor = readCertificateInput(fileNamed(files, 'TrustAnchorRootCertificate.crt'));
  // The list of the anchor belongs to every case (PKITS §4); the index names only those of the other authorities.
  const anchorList = [...files].flatMap(([path, bytes]) =>
    path.endsWith('TrustAnchorRootCRL.crl') ? [readCrlInput(bytes)] : [],
  );
  const at = readInstant('2020-06-01T00:00:00Z', 'moment');
  return casesOf(files).map((item) => {
    const validate = (): PathResult =>
      verifyPath({
        certificate: readCertificateInput(fileNamed(files, textOf(item, 'cert'))),
        others: textsOf(item, 'other_certs').map((name) => readCertificateInput(fileNamed(files, name))),
        anchors: [{ certificate: anchor, title: 'PKITS', use: 'signing' }],
        moment: { at, proven: true, now: at },
        algorithms: policy.algorithms,
        crls: [
          ...anchorList,
          ...textsOf(item, 'crls').flatMap((name) => readableCrl(fileNamed(files, name))),
        ],
        revocation: item.revocation === false ? 'none' : 'required',
        policies: policyInputs(optionalObject(item, 'params')),
      });
    return runCase(textOf(item, 'name'), expectedOf(item), validate, undecidedCases.has(textOf(item, 'id')));
  });
}

/** A list that cannot be read is no list: what it would have answered stays open. */
function readableCrl(bytes: Uint8Array): Crl[] {
  try {
    return [readCrlInput(bytes)];
  } catch (error) {
    if (error instanceof ProofError) return [];
    throw error;
  }
}

/**
 * OpenSSL's OCSP cases: a path, and responses about its certificates. A case holds when the path does, the
 * certificate in question is shown to stand, and every response handed over holds for a certificate of the path:
 * evidence that does not hold is not passed over.
 */
export function runOpensslOcsp(files: VectorFiles): VectorResult[] {
  return casesOf(files).map((item) =>
    runCase(textOf(item, 'name'), expectedOf(item), () => {
      const read = (name: string): Certificate[] => readCertificatesInput(fileNamed(files, name));
      const [certificate] = read(textOf(item, 'cert'));
      if (certificate === undefined) throw unreadable('cert', 'a certificate');
      const at = readInstant(textOf(item, 'moment'), 'moment');
      const moment = { at, proven: true, now: at };
      const path = verifyPath({
        certificate,
        others: textsOf(item, 'other_certs').flatMap(read),
        anchors: read(textOf(item, 'root')).map((one) => ({
          certificate: one,
          title: 'root',
          use: 'signing' as const,
        })),
        moment,
        algorithms: policy.algorithms,
        revocation: 'none',
      });
      if (path.status !== 'PASSED') return path;
      let targetStands = false;
      for (const name of textsOf(item, 'ocsps')) {
        const response = fileNamed(files, name);
        const answers = path.certificates.map((one, index) => {
          const issuer = path.certificates[index + 1] ?? path.anchor?.certificate;
          const { checks } = checkOcsp({ response, certificate: one, issuer, moment, policy });
          return checks.find(({ status }) => status !== 'PASSED');
        });
        const holding = answers.indexOf(undefined);
        if (holding < 0) {
          // Of the answers for the certificates of the path, the one that got furthest says what is wrong.
          const answer = answers.find((one) => one?.id !== 'ocsp.cert') ?? answers[0];
          return { status: answer?.status ?? 'INDETERMINATE', reason: answer?.reason };
        }
        targetStands ||= holding === 0;
      }
      return targetStands
        ? { status: 'PASSED' }
        : { status: 'INDETERMINATE', reason: { code: 'X_EVIDENCE_ABSENT' } };
    }),
  );
}

/**
 * Time-stamp responses, a folder each with its chain: names with `invalid` must not pass. The digest is given by the
 * request beside it, or is that of "hello" where the request is of another run.
 */
export function runRfc3161(files: VectorFiles): VectorResult[] {
  return [...files].flatMap(([path, bytes]) => {
    if (!path.endsWith('.tsr')) return [];
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const chain = readCertificatesInput(fileNamed(files, `${folder}ts_chain.pem`));
    // The chain is the set's own; its tops are what it wants trusted.
    const anchors = chain
      .filter((one) => isSelfIssued(one) || !chain.some((other) => sameName(other.subject, one.issuer)))
      .map((certificate) => ({ certificate, title: 'chain', use: 'stamping' as const }));
    const request = folder.includes('sigstage') ? undefined : files.get(`${folder}request.der`);
    const expected = path.includes('invalid') ? 'invalid' : 'valid';
    return [
      runCase(path, expected, () => {
        const { check } = checkStampAs('merkleized.stamp', {
          stamp: bytes,
          digests: request === undefined ? helloDigests() : requestDigests(request),
          others: chain,
          trust: [{ profile: rfc3161Profile, anchors }],
          now: readInstant('2026-01-01T00:00:00Z', 'now'),
          policy,
        });
        return { status: check.status, reason: check.reason };
      }),
    ];
  });
}

function helloDigests(): Digests {
  const names = ['SHA-256', 'SHA-384', 'SHA-512'] as const;
  return Object.fromEntries(names.map((name) => [name, hash(name, utf8Of('hello'))]));
}

/** TimeStampReq (RFC 3161 §2.4.1): version, then the imprint. */
function requestDigests(der: Uint8Array): Digests {
  const fields = new Fields(readDer(der, 'request'), 'request');
  fields.next(tags.integer, 'version');
  const imprint = new Fields(fields.next(tags.sequence, 'messageImprint'), 'request');
  const name = hashOf(readAlgorithm(imprint.next(tags.sequence, 'hashAlgorithm'), 'request'));
  const digest = octets(imprint.next(tags.octetString, 'hashedMessage'), 'request');
  return name === undefined ? {} : { [name]: digest };
}

/** Certificates that are only read: each must give a 20-digit number, an RFC, and a CURP for a person. */
export function runSatTestCertificates(files: VectorFiles): VectorResult[] {
  return [...files].flatMap(([path, bytes]) => {
    if (!path.endsWith('.cer')) return [];
    return [
      runCase(path, 'valid', () => {
        const certificate = readCertificateInput(bytes);
        const { rfc, curp, representativeCurp } = identityOf(certificate);
        const isComplete =
          digitSerial(certificate) !== undefined &&
          /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/.test(rfc ?? '') &&
          /^[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d$/.test(curp ?? representativeCurp ?? '');
        return { status: isComplete ? 'PASSED' : 'FAILED' };
      }),
    ];
  });
}

/** The published root: the shipped anchor is this certificate, and it is signed by its own key. */
export function runNom151TrustAnchor(files: VectorFiles): VectorResult[] {
  return [...files].flatMap(([path, bytes]) => {
    if (!path.endsWith('.pem')) return [];
    return [
      runCase(path, 'valid', () => {
        const certificate = readCertificateInput(bytes);
        const shipped = economiaAnchor().certificate;
        const { signatureAlgorithm, publicKey, signed, signature } = certificate;
        const selfSignature = verifySignature(
          signatureAlgorithm,
          publicKey.key,
          signed,
          signature,
          policy.algorithms,
          'certificate',
        );
        const same = sameCertificate(certificate, shipped);
        return { status: same && selfSignature.kind === 'valid' ? 'PASSED' : 'FAILED' };
      }),
    ];
  });
}

function expectedOf(item: JsonObject): 'valid' | 'invalid' {
  return item.error === undefined ? 'valid' : 'invalid';
}

function policyInputs(params: JsonObject | undefined): PolicyInputs {
  if (params === undefined) return {};
  return {
    ...(params.user_initial_policy_set === undefined
      ? {}
      : { acceptable: textsOf(params, 'user_initial_policy_set') }),
    requireExplicit: params.initial_explicit_policy === true,
    inhibitMapping: params.initial_policy_mapping_inhibit === true,
    inhibitAny: params.initial_any_policy_inhibit === true,
  };
}
