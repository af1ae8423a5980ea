/**
 * Known-answer sets for certificates and what hangs on them, as pure functions over the files of a set: paths
 * (NIST PKITS), OCSP responses, time-stamps, and two sets that are only read. Nothing is known of a set but
 * its layout, so its unseen parts run the same way.
 */
import { ProofError, unreadable } from '../errors.ts';
import { readInstant } from '../instant.ts';
import type { JsonObject } from '../json.ts';
import { vectors as policy } from '../policy.ts';
import { checkOcsp } from './ocsp.ts';
import { readCertificateInput, readCertificatesInput, type Certificate } from './certificate.ts';
import { readCrlInput, type Crl } from './crl.ts';
import { judgePath } from './path.ts';
import type { PolicyInputs } from './policies.ts';
import {
  casesOf,
  fileNamed,
  optionalObject,
  runCase,
  textOf,
  textsOf,
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
  return casesOf(files).map((item) =>
    runCase(textOf(item, 'name'), expectedOf(item), () =>
      judgePath({
        certificate: readCertificateInput(fileNamed(files, textOf(item, 'cert'))),
        others: textsOf(item, 'other_certs').map((name) => readCertificateInput(fileNamed(files, name))),
        anchors: [{ certificate: anchor, title: 'PKITS' }],
        moment: { at, proven: true, now: at },
        algorithms: policy.algorithms,
        crls: [
          ...anchorList,
          ...textsOf(item, 'crls').flatMap((name) => readableCrl(fileNamed(files, name))),
        ],
        revocation: item['revocation'] === false ? 'none' : 'required',
        policies: policyInputs(optionalObject(item, 'params')),
      }),
    ),
  );
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
      const path = judgePath({
        certificate,
        others: textsOf(item, 'other_certs').flatMap(read),
        anchors: read(textOf(item, 'root')).map((one) => ({ certificate: one, title: 'root' })),
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
          const said = answers.find((one) => one?.id !== 'ocsp.cert') ?? answers[0];
          return { status: said?.status ?? 'INDETERMINATE', reason: said?.reason };
        }
        targetStands ||= holding === 0;
      }
      return targetStands
        ? { status: 'PASSED' }
        : { status: 'INDETERMINATE', reason: { code: 'X_EVIDENCE_ABSENT' } };
    }),
  );
}

function expectedOf(item: JsonObject): 'valid' | 'invalid' {
  return item['error'] === undefined ? 'valid' : 'invalid';
}

function policyInputs(params: JsonObject | undefined): PolicyInputs {
  if (params === undefined) return {};
  return {
    ...(params['user_initial_policy_set'] === undefined
      ? {}
      : { acceptable: textsOf(params, 'user_initial_policy_set') }),
    requireExplicit: params['initial_explicit_policy'] === true,
    inhibitMapping: params['initial_policy_mapping_inhibit'] === true,
    inhibitAny: params['initial_any_policy_inhibit'] === true,
  };
}
