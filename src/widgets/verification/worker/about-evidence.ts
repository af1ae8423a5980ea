/** What evidence names: by this it is matched with other evidence at hand, before anything of it is believed. */
import { toBase64, toHex } from '#proofs/encoding/bytes.ts';
import { ProofError } from '#proofs/errors.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { hash, sha256, type HashName } from '#proofs/encoding/hash.ts';
import { readCertificatesInput, type Certificate } from '#proofs/pki/certificate/certificate.ts';
import { attributeTexts } from '#proofs/pki/certificate/names.ts';
import { keyMark } from '#proofs/pki/certificate/public-key.ts';
import { oid } from '#proofs/pki/der/oids.ts';
import { readOcspInput } from '#proofs/pki/ocsp/ocsp-response.ts';
import { hashOf } from '#proofs/pki/certificate/signature.ts';
import { readTimeStampInput, type TimeStamp } from '#proofs/pki/timestamp/time-stamp.ts';
import { allChecks, type Report } from '#proofs/verdict/report.ts';
import type { AnchorUse } from '#proofs/pki/path/anchor-use.ts';
import { signingKeysOf } from '#proofs/witness/stamp-context.ts';
import type { PinnedAnchor } from '../context/verification-context.ts';

/** All texts are lower-case hex, but for `wants`' algorithm names. */
export interface About {
  /** SHA-256 of the document that the evidence is about. */
  readonly hash?: string;
  /** SHA-256 digests over which a time-stamp would help. */
  readonly wants?: readonly string[];
  /** What a time-stamp is over. */
  readonly imprint?: { readonly algorithm: HashName; readonly digest: string };
  readonly certificate?: AboutCertificate;
  /** SHA-256 of the certificate's DER. */
  readonly fingerprint?: string;
  /** Of whom an OCSP response speaks. */
  readonly answersFor?: readonly AnsweredFor[];
  /** Names of issuers whose certificates would help a path; SHA-256 of the name's DER. */
  readonly issuers?: readonly string[];
  /** What it says against time-stamps: keys of people who signed, serial numbers that an OCSP response calls revoked. */
  readonly against?: readonly string[];
  /** By serial number, the responses that call it revoked, as SHA-256: the same in several files says nothing more. */
  readonly revokes?: Readonly<Record<string, readonly string[]>>;
  /** By what time-stamps in it could be spoken against: keys and serial numbers of the certificates in their tokens. */
  readonly stampedBy?: readonly string[];
}

export interface AboutCertificate {
  readonly serial: string;
  /** SHA-256 of the name's DER. */
  readonly subject: string;
  readonly issuer: string;
  /** The issuer's name as an OCSP response may name it. */
  readonly issuerNames: Readonly<Record<HashName, string>>;
}

export interface AnsweredFor {
  readonly serial: string;
  readonly algorithm: HashName;
  readonly issuerName: string;
}

/** The most certificates of one piece of evidence whose issuers are looked for. */
const mostCertificates = 64;

export function aboutOf(evidence: Evidence): About {
  const { witness, invites = [], certificate, certificates = [], ocspResponse, stamp } = evidence;
  const own = certificate === undefined ? [] : certificatesIn(certificate);
  const inner = [
    ...certificates.flatMap(certificatesIn),
    ...invites
      .slice(0, mostCertificates)
      .flatMap(({ certificate: reported }) =>
        reported?.pem === undefined ? [] : certificatesIn(reported.pem),
      ),
  ];
  const read = stamp === undefined ? undefined : tolerant(() => readTimeStampInput(stamp));
  const answered = ocspResponse === undefined ? [] : answeredBy(ocspResponse);
  const [first] = own;
  const tokens = [read, ...tokensOf(evidence)].flatMap((one) => one?.token?.signedData.certificates ?? []);
  const issuers = [...new Set([...own, ...inner, ...tokens].map((one) => nameDigest(one.issuer.der)))].slice(
    0,
    mostCertificates,
  );
  const imprint = read && imprintOf(read);
  const revokes = revokedBy(evidence);
  const keys = signingKeysOf(evidence).map((key) => `key ${keyMark(key)}`);
  const against = [...new Set([...keys, ...Object.keys(revokes)])];
  const stampedBy = [...new Set(tokens.flatMap(marksOf))];
  return {
    ...(witness && { hash: bareHex(witness.hash), wants: wantsOf(evidence) }),
    ...(imprint && { imprint }),
    ...(first && { certificate: aboutCertificate(first), fingerprint: first.fingerprint }),
    ...(answered.length > 0 && { answersFor: answered }),
    ...(issuers.length > 0 && { issuers }),
    ...(against.length > 0 && { against }),
    ...(Object.keys(revokes).length > 0 && { revokes }),
    ...(stampedBy.length > 0 && { stampedBy }),
  };
}

function revokedBy({ ocspResponse, responses = [] }: Evidence): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const response of ocspResponse === undefined ? responses : [ocspResponse, ...responses]) {
    const read = tolerant(() => readOcspInput(response));
    for (const { id, status } of read?.basic?.responses ?? [])
      if (read && status === 'revoked')
        (found[`serial ${toHex(id.serialNumber)}`] ??= []).push(read.fingerprint);
  }
  return found;
}

function marksOf({ publicKey, serialNumber }: Certificate): string[] {
  return [`key ${keyMark(publicKey.key)}`, `serial ${toHex(serialNumber)}`];
}

/** Tokens that stand within the witnesses of evidence. */
function tokensOf({ witness, invites = [] }: Evidence): TimeStamp[] {
  const witnesses = [witness, ...invites.slice(0, mostCertificates).map((invite) => invite.witness)];
  return witnesses.flatMap((one) =>
    [one?.nom151?.token, one?.merkleized?.token].flatMap((token) =>
      token === undefined ? [] : (tolerant(() => readTimeStampInput(token)) ?? []),
    ),
  );
}

export const bareHex = (text: string): string => text.toLowerCase().replace(/^0x/, '');

/** Digests that a time-stamp of the witness could be over and of which no token is there. */
function wantsOf({ witness }: Evidence): string[] {
  if (witness === undefined) return [];
  const { nom151, merkleized, hash: own } = witness;
  return [
    ...(nom151?.token === undefined ? [bareHex(own)] : []),
    ...(merkleized?.merkleRoot !== undefined && merkleized.token === undefined
      ? [bareHex(merkleized.merkleRoot)]
      : []),
  ];
}

export function imprintOf({ token }: TimeStamp): About['imprint'] {
  if (token === undefined) return undefined;
  const algorithm = hashOf(token.info.imprintAlgorithm);
  return algorithm && { algorithm, digest: toHex(token.info.imprint) };
}

function answeredBy(response: string | Uint8Array): AnsweredFor[] {
  const read = tolerant(() => readOcspInput(response));
  return (read?.basic?.responses ?? []).flatMap(({ id }) => {
    const algorithm = hashOf(id.hash);
    return algorithm === undefined
      ? []
      : [{ algorithm, serial: toHex(id.serialNumber), issuerName: toHex(id.issuerNameHash) }];
  });
}

function aboutCertificate(certificate: Certificate): AboutCertificate {
  const { subject, issuer, serialNumber } = certificate;
  const named = (name: HashName): string => toHex(hash(name, issuer.der));
  return {
    serial: toHex(serialNumber),
    subject: nameDigest(subject.der),
    issuer: nameDigest(issuer.der),
    issuerNames: {
      'SHA-1': named('SHA-1'),
      'SHA-256': named('SHA-256'),
      'SHA-384': named('SHA-384'),
      'SHA-512': named('SHA-512'),
    },
  };
}

const nameDigest = (der: Uint8Array): string => toHex(sha256(der));

function certificatesIn(input: string | Uint8Array): readonly Certificate[] {
  return tolerant(() => readCertificatesInput(input)) ?? [];
}

/** A certificate that the reader could trust, with the names by which people know it. */
export interface PinnableAnchor extends PinnedAnchor {
  readonly name: string;
  readonly organization?: string;
}

/**
 * The certificates that a report says would have to be trusted, as the reader could pin them. Each was found in the
 * evidence by its fingerprint; pinning is the reader's own act.
 */
export function pinnableOf(
  report: Report,
  evidence: Evidence,
  declared: readonly string[],
): PinnableAnchor[] {
  const wanted = new Map<string, Pick<PinnedAnchor, 'title' | 'use'>>();
  for (const { next } of allChecks(report)) {
    const use = useByCode[next?.code ?? ''];
    const { sha256, name } = next?.detail ?? {};
    if (use === undefined || sha256 === undefined) continue;
    const known = wanted.get(String(sha256));
    wanted.set(String(sha256), {
      title: String(name ?? ''),
      use: known === undefined || known.use === use ? use : 'both',
    });
  }
  if (wanted.size === 0) return [];
  const found = new Map<string, PinnableAnchor>();
  for (const certificate of allCertificates(evidence, declared)) {
    const { fingerprint, der, subject } = certificate;
    const named = wanted.get(fingerprint);
    if (named === undefined) continue;
    const [commonName] = attributeTexts(subject, oid.commonName);
    const [organization] = attributeTexts(subject, oid.organization);
    found.set(fingerprint, {
      sha256: fingerprint,
      ...named,
      pem: pemOf(der),
      name: commonName ?? organization ?? named.title,
      ...(commonName !== undefined && organization !== undefined && { organization }),
    });
  }
  return [...found.values()];
}

/** For what a certificate would have to be trusted, by what a check says to do next. */
const useByCode: Readonly<Record<string, AnchorUse>> = {
  trust_anchor: 'signing',
  trust_stamp_anchor: 'stamping',
};

function* allCertificates(evidence: Evidence, declared: readonly string[]): Generator<Certificate> {
  const { certificate, certificates = [], invites = [], ocspResponse, stamp } = evidence;
  const inputs = [
    certificate,
    ...certificates,
    ...declared,
    ...invites.flatMap(({ certificate: reported }) => [reported?.pem, reported?.issuerPem]),
  ];
  for (const input of inputs) if (input !== undefined) yield* certificatesIn(input);
  const alone = stamp === undefined ? undefined : tolerant(() => readTimeStampInput(stamp));
  for (const one of [alone, ...tokensOf(evidence)]) yield* one?.token?.signedData.certificates ?? [];
  for (const input of [ocspResponse, ...invites.map((invite) => invite.ocspResponse)]) {
    const read = input === undefined ? undefined : tolerant(() => readOcspInput(input));
    yield* read?.basic?.certificates ?? [];
  }
}

function pemOf(der: Uint8Array): string {
  const lines = toBase64(der).match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** What cannot be read names nothing; that it cannot be read is said by its checks. */
function tolerant<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}
