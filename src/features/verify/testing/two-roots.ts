/** A case whose time-stamp and whose signer have different roots, with their names as real authorities have them. */
import { buildCase } from '#proofs/case-file/build-case.ts';
import { anchor, authorityExtensions, issue, testKey, usage } from '#proofs/pki/testing/authority.ts';
import { stampSigner } from '#proofs/pki/testing/time-stamper.ts';
import * as material from '#proofs/testing/case-material.ts';
import type { Given } from '../drop/read-drop.ts';

export const stampRoot = issue({
  subject: 'CN=Autoridad de sellos, O=Sellos de México SC, OU=Unidad 7, C=MX, serialNumber=SEL-001',
  extensions: authorityExtensions(),
});
export const signerRoot = issue({
  subject: 'CN=Autoridad de firmas, O=Firmas del Norte SA, OU=Unidad 8, C=MX, serialNumber=FIR-002',
  extensions: authorityExtensions(),
});
const signer = issue({
  subject: 'CN=Elena Robles',
  issuer: signerRoot,
  key: testKey('Elena Robles', 'RSA'),
  extensions: [usage(0, 1)],
});

/** The root of the signer stands before that of the time-stamp. */
const { text } = buildCase({
  title: 'Dos raíces',
  evidence: {
    witness: {
      hash: material.documentHash,
      nom151: {
        token: material.stampOver(material.documentHash, stampSigner(stampRoot), stampRoot),
      },
    },
    certificate: material.pem(signer),
    certificates: [material.pem(signerRoot)],
  },
  context: { ...material.context, anchors: [anchor(signerRoot), anchor(stampRoot)] },
});

const name = 'Dos raíces.testigo.json';
export const twoRootsCase: Given = { name, file: new File([text], name) };
