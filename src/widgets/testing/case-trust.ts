import * as material from '#proofs/testing/case-material.ts';

/** What somebody trusts who trusts the evidence of the case material: its root, its endorsers, its range. */
export const caseTrust = {
  anchors: [
    {
      pem: material.pem(material.root),
      sha256: material.root.certificate.fingerprint,
      title: 'Raíz',
      use: 'both' as const,
    },
  ],
  endorsers: material.context.endorsers ?? [],
  ...(material.context.range && { range: material.context.range }),
};
