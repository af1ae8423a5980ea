/** What can be bent, and what was, in words. */
import type { CheckId } from '#proofs/check.ts';
import { m } from '#i18n/messages.ts';
import type { FallenCheck } from './fallen-checks.ts';
import type { TamperObject, TamperTarget } from './tamper.ts';

/** How a choice is called: «Documento», «Firma», «Hermano del camino de Merkle». */
export function objectName(object: TamperObject): string {
  switch (object) {
    case 'document':
      return m.inspector_object_document();
    case 'path':
      return m.inspector_object_path();
    case 'range':
      return m.inspector_object_range();
    case 'signature':
      return m.inspector_object_signature();
    case 'certificate':
      return m.inspector_object_certificate();
    case 'ocsp':
      return m.inspector_object_ocsp();
    case 'constancia':
      return m.inspector_object_constancia();
    case 'root-constancia':
      return m.inspector_object_root_constancia();
  }
}

/** The one that was bent, inside a sentence: «del hermano en el nivel 2». */
export function objectOfPlace({ object, at }: TamperTarget): string {
  switch (object) {
    case 'document':
      return m.inspector_of_document();
    case 'path':
      return m.inspector_of_path({ level: at });
    case 'range':
      return m.inspector_of_range({ number: at + 1 });
    case 'signature':
      return m.inspector_of_signature({ number: at + 1 });
    case 'certificate':
      return m.inspector_of_certificate({ number: at + 1 });
    case 'ocsp':
      return m.inspector_of_ocsp({ number: at + 1 });
    case 'constancia':
      return m.inspector_of_constancia();
    case 'root-constancia':
      return m.inspector_of_root_constancia();
  }
}

/** The check whose fall is what bending an object is about. */
const pointOf: Readonly<Record<TamperObject, readonly CheckId[]>> = {
  document: ['file.hash'],
  path: ['merkleized.root'],
  range: ['external.root'],
  signature: ['signature.rsa'],
  certificate: ['certificate.path', 'certificate.parse'],
  ocsp: ['ocsp.signature', 'ocsp.cert', 'ocsp.parse'],
  constancia: ['nom151.imprint', 'nom151.signature', 'nom151.parse'],
  'root-constancia': ['merkleized.stamp'],
};

/** What the simulation showed, as one sentence. It says of the object only what a fallen check says. */
export function simulationSentence({ object }: TamperTarget, fallen: readonly FallenCheck[]): string {
  if (fallen.length === 0) return m.inspector_sim_none();
  if (!fallen.some(({ before }) => pointOf[object].includes(before.id)))
    return m.inspector_sim_some({ count: fallen.length });
  switch (object) {
    case 'document':
      return m.inspector_sim_document();
    case 'path':
      return m.inspector_sim_path();
    case 'range':
      return m.inspector_sim_range();
    case 'signature':
      return m.inspector_sim_signature();
    case 'certificate':
      return m.inspector_sim_certificate();
    case 'ocsp':
      return m.inspector_sim_ocsp();
    case 'constancia':
      return m.inspector_sim_constancia();
    case 'root-constancia':
      return m.inspector_sim_root_constancia();
  }
}
