/** Files as people have them, made of the evidence of the proofs' own tests. */
import { buildCase } from '#proofs/case-file/build-case.ts';
import { readBase64, readHex } from '#proofs/encoding/bytes.ts';
import { anchor, authorityExtensions, issue, testKey, usage } from '#proofs/pki/testing/authority.ts';
import { ocspResponse } from '#proofs/pki/testing/ocsp-responder.ts';
import { stampSigner } from '#proofs/pki/testing/time-stamper.ts';
import * as material from '#proofs/testing/case-material.ts';
import type { VerificationContext } from '#widgets/verification/context/verification-context.ts';
import type { Given } from '../drop/read-drop.ts';
import { caseTrust } from '#widgets/testing/case-trust.ts';
import { caseOfEarlierRules, caseOfEarlierSchema } from '#widgets/testing/earlier-case.ts';
import { oneTree } from './one-tree.ts';

const file = (name: string, content: string | Uint8Array): Given => ({
  name,
  file: new File([typeof content === 'string' ? content : content.slice()], name),
});

/** The witness as the interface gives it, in JSON. */
export function witnessJson(tokens = true): object {
  const { hash, algorithm, createdAt, timestampedAt, nom151, merkleized, external } =
    material.documentWitness;
  const bare = ({ token: _, ...rest }: { readonly token?: string }) => rest;
  return {
    hash,
    algorithm,
    createdAt,
    timestampedAt,
    nom151: tokens ? nom151 : nom151 && bare(nom151),
    merkleized: tokens ? merkleized : merkleized && bare(merkleized),
    witnessExternal: { ...external, leafIndex: Number(external?.leafIndex) },
  };
}

const [first] = material.evidence.invites ?? [];

export const document = file('Contrato.txt', material.document);
export const otherDocument = file('Otro.txt', 'otro documento');
export const witness = file('testigo.json', JSON.stringify(witnessJson()));
export const bareWitness = file('testigo sin constancia.json', JSON.stringify(witnessJson(false)));
export const stamp = file(
  'constancia.tsr',
  readBase64(material.stampOver(material.documentHash), 'stamp', 1 << 20),
);
/** A witness with nothing but its time-stamp, and what speaks against whoever made that. */
export const stampedWitness = file(
  'sellado.json',
  JSON.stringify({
    hash: material.documentHash,
    nom151: { token: material.stampOver(material.documentHash) },
  }),
);
const signedByStamperInvite = {
  ...material.inviteOf('Ana'),
  certificate: { certificatePem: material.pem(material.stamper) },
};
export const signedByStamper = file('firma de quien sella.json', JSON.stringify(signedByStamperInvite));
export const signedByStamperCase = file(
  'firma de quien sella.testigo.json',
  buildCase({
    title: 'Firma',
    evidence: {
      invites: [{ ...material.inviteOf('Ana'), certificate: { pem: material.pem(material.stamper) } }],
    },
    context: material.context,
  }).text,
);
export const stamperRevoked = file(
  'quien sella, revocado.ocsp',
  ocspResponse({
    singles: [
      {
        certificate: material.stamper.certificate,
        issuer: material.authority,
        status: { revokedAt: '2020-01-01T00:00:00Z', reason: 1 },
      },
    ],
    signer: material.authority,
  }),
);
export const rootCertificate = file('raiz.pem', material.pem(material.root));
export const twoCertificates = file(
  'dos.pem',
  `${material.pem(material.root)}${material.pem(material.authority)}`,
);
export const authorityCertificate = file('autoridad.pem', material.pem(material.authority));
export const signerCertificate = file('Ana.pem', material.pem(material.signer('Ana')));
export const ocsp = file('ocsp.der', readHex(first?.ocspResponse ?? '', 'ocsp', 1 << 20));
export const list = file(
  'lista.json',
  JSON.stringify({ results: [witnessJson(), witnessJson(), witnessJson()] }),
);
const { text: caseText } = buildCase({
  title: 'Pagaré',
  evidence: material.evidence,
  context: material.context,
});
export const caseFile = file('Pagaré.testigo.json', caseText);
export const alteredCase = file('Alterado.testigo.json', caseText.replace('Pagaré', 'Pagarè'));

/** Checked when a person who is not the one in the certificate still passed. */
export const earlierCase = file('Anterior.testigo.json', caseOfEarlierRules('Anterior'));
/** Of the same schema, and its verdict still holds. */
export const earlierCaseThatHolds = file('Vigente.testigo.json', caseOfEarlierSchema('Vigente'));

/** A witness with its time-stamp, and no signature: only the time-stamp needs an anchor. */
export const stampedCase = file(
  'Sellado.testigo.json',
  buildCase({
    title: 'Sellado',
    evidence: {
      witness: { hash: material.documentHash, nom151: { token: material.stampOver(material.documentHash) } },
    },
    context: material.context,
  }).text,
);
/** The same as somebody exports it who trusts nobody: the root is not in the file. */
export const rootlessCase = file(
  'Sin raíz.testigo.json',
  buildCase({
    title: 'Sin raíz',
    evidence: {
      witness: { hash: material.documentHash, nom151: { token: material.stampOver(material.documentHash) } },
    },
    context: { ...material.context, anchors: [] },
  }).text,
);
const [ana] = material.evidence.invites ?? [];
const unknownAuthority = issue({ subject: 'CN=Otra raíz', extensions: authorityExtensions() });
const ofUnknown = issue({
  subject: 'CN=Ajena',
  issuer: unknownAuthority,
  key: testKey('Ajena', 'RSA'),
  extensions: [usage(0, 1)],
});
/** Signed and stamped, with the root of the time-stamps in the file and no authority of the signer. */
export const twoPathsCase = file(
  'Dos rutas.testigo.json',
  buildCase({
    title: 'Dos rutas',
    evidence: {
      witness: { hash: material.documentHash, nom151: { token: material.stampOver(material.documentHash) } },
      certificate: material.pem(ofUnknown),
    },
    context: material.context,
  }).text,
);
const namedRoot = issue({ subject: 'CN=Sellador, O=Notaría Ceibal', extensions: authorityExtensions() });
/** Stamped under a root that has the name of an organization besides its own. */
export const organizationCase = file(
  'De la notaría.testigo.json',
  buildCase({
    title: 'De la notaría',
    evidence: {
      witness: {
        hash: material.documentHash,
        nom151: {
          token: material.stampOver(material.documentHash, stampSigner(namedRoot), namedRoot),
        },
      },
    },
    context: { ...material.context, anchors: [anchor(namedRoot, 'stamping')] },
  }).text,
);
/** A signature without a time-stamp of its own. */
export const signedCase = file(
  'Firmado.testigo.json',
  buildCase({
    title: 'Firmado',
    evidence: { certificate: ana?.certificate?.pem ?? '', certificates: [material.pem(material.authority)] },
    context: material.context,
  }).text,
);
/** The witness of a signature, as such. */
export const signatureWitnessCase = file(
  'Firma de Ana.testigo.json',
  buildCase({
    title: 'Firma de Ana',
    evidence: {
      ...(ana?.witness && { witness: ana.witness }),
      signature: { ...(ana?.signature !== undefined && { signature: ana.signature }) },
    },
    context: material.context,
  }).text,
);

/** The document's path is broken; those of both signatures, under the same root, are not. */
export const brokenPathCase = file(
  'Camino roto.testigo.json',
  buildCase({ title: 'Camino roto', evidence: oneTree(['document']), context: material.context }).text,
);

export const { documentHash } = material;

/** A reader who trusts nothing but what is built in. */
export const unpinned: VerificationContext = {
  trust: { policy: 'standard', anchors: [], endorsers: [] },
  now: material.now,
  exchanges: [],
};

/** A reader who pinned the root of the tests. */
export const friend: VerificationContext = {
  ...unpinned,
  trust: {
    ...unpinned.trust,
    anchors: caseTrust.anchors,
  },
};
