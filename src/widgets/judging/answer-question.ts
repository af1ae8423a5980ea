import { createSHA256, createSHA384, createSHA512 } from 'hash-wasm';
import { buildCase } from '#proofs/case-file/build-case.ts';
import { judgeCase } from '#proofs/case-file/judge-case.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import { ProofError } from '#proofs/errors.ts';
import type { Evidence } from '#proofs/evidence.ts';
import { recognize } from '#proofs/recognize.ts';
import { contextOf } from './context-of.ts';
import type { DocumentDigests, FileAnswer, FileContent, QuestionKind, Questions } from './questions.ts';
import type { Reader } from './reader.ts';

/** The largest file that is read as evidence; a larger one is a document, whatever it begins with. */
const maxEvidenceBytes = 64 << 20;

type Answering = { [K in QuestionKind]: (ask: Questions[K]['ask']) => Promise<Questions[K]['answer']> };

const answering: Answering = {
  evidence: ({ evidence, reader }) => Promise.resolve(checkEvidence(evidence, contextOf(reader))),
  file: answerFile,
  'case-file': async ({ title, evidence, document, reader }) =>
    buildCase({
      title,
      evidence,
      context: contextOf(reader),
      ...(document && { document: new Uint8Array(await document.arrayBuffer()) }),
    }),
};

/** Answers here, whatever "here" is: the worker, or a page that has none. */
export function answerQuestion<K extends QuestionKind>(
  kind: K,
  ask: Questions[K]['ask'],
): Promise<Questions[K]['answer']> {
  return answering[kind](ask);
}

async function answerFile({ file, reader, documents = {} }: Questions['file']['ask']): Promise<FileAnswer> {
  const digests = await digestsOf(file);
  return { size: file.size, digests, content: await readContent(file, reader, documents) };
}

/** One pass over the stream: memory stays flat whatever the size. */
async function digestsOf(file: Blob): Promise<DocumentDigests> {
  const hashes = await Promise.all([createSHA256(), createSHA384(), createSHA512()]);
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const hash of hashes) hash.update(value);
  }
  const [sha256, sha384, sha512] = hashes;
  return {
    documentDigest: sha256.digest('hex'),
    otherDigests: { 'SHA-384': sha384.digest('hex'), 'SHA-512': sha512.digest('hex') },
  };
}

async function readContent(
  file: Blob,
  reader: Reader,
  documents: Readonly<Record<string, DocumentDigests>>,
): Promise<FileContent> {
  if (file.size > maxEvidenceBytes) return { kind: 'document' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const found = recognize(bytes);
    if (found.kind !== 'case') {
      const evidence = withDocument(found.evidence, documents);
      return { kind: found.kind, evidence, report: checkEvidence(evidence, contextOf(reader)) };
    }
    const { title, report, faults, declared, read } = judgeCase(found.source, contextOf(reader));
    return { kind: 'case', title, report, faults, declared, evidence: read.evidence };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    // Most files are documents: only what by its form is evidence is called evidence that cannot be read.
    return looksLikeEvidence(bytes) ? { kind: 'unreadable', message: error.message } : { kind: 'document' };
  }
}

function withDocument(evidence: Evidence, documents: Readonly<Record<string, DocumentDigests>>): Evidence {
  const hash = evidence.witness?.hash.toLowerCase().replace(/^0x/, '');
  const known = hash !== undefined && Object.hasOwn(documents, hash) ? documents[hash] : undefined;
  return known === undefined ? evidence : { ...evidence, ...known };
}

/** The schema of a case anywhere in JSON, or the armour of a certificate or token at the head of the file. */
function looksLikeEvidence(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes);
  return (
    /^\s*-----BEGIN (?:X509 |TRUSTED )?(?:CERTIFICATE|PKCS7|CMS)/.test(text) ||
    text.includes('"testigo.case/')
  );
}
