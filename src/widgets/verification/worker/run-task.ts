import { buildCase } from '#proofs/case-file/build-case.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import { ProofError } from '#proofs/errors.ts';
import { readJson, type Json } from '#proofs/encoding/json.ts';
import { answerFile, digestsOf } from './verify-file.ts';
import { answerToken } from './verify-token.ts';
import { contextOf } from '../context/proof-context.ts';
import type { QuestionKind, Questions } from './tasks.ts';
import { settledChecks } from './settled-checks.ts';

type Answering = {
  [K in QuestionKind]: (ask: Questions[K]['ask'], progress?: Progress) => Promise<Questions[K]['answer']>;
};

/** Told bytes of a large file that were read so far. */
export type Progress = (bytes: number) => void;

const answering: Answering = {
  evidence: ({ evidence, reader }) => Promise.resolve(checkEvidence(evidence, contextOf(reader))),
  settled: ({ arrived, digests, reader }) =>
    Promise.resolve(settledChecks(arrived, digests, contextOf(reader))),
  token: ({ evidence, reader }) => Promise.resolve(answerToken(evidence, contextOf(reader))),
  json: ({ text }) => Promise.resolve({ value: readable(text) }),
  file: answerFile,
  digests: ({ file }, progress) => digestsOf(file, progress),
  'case-file': async ({ title, evidence, document, reader }) =>
    buildCase({
      title,
      evidence,
      context: contextOf(reader),
      ...(document && { document: new Uint8Array(await document.arrayBuffer()) }),
    }),
};

function readable(text: string): Json | undefined {
  try {
    return readJson(text, 'RPC answer');
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

/** Answers here, whatever "here" is: the worker, or a page that has none. */
export function answerQuestion<K extends QuestionKind>(
  kind: K,
  ask: Questions[K]['ask'],
  progress?: Progress,
): Promise<Questions[K]['answer']> {
  return answering[kind](ask, progress);
}
