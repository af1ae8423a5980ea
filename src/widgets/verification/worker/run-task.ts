import { buildCase } from '#proofs/case-file/build-case.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import { ProofError } from '#proofs/errors.ts';
import { readJson, type Json } from '#proofs/encoding/json.ts';
import { verifyFile, digestsOf } from './verify-file.ts';
import { verifyToken } from './verify-token.ts';
import { proofContext } from '../context/proof-context.ts';
import type { TaskKind, Tasks } from './tasks.ts';
import { settledChecks } from './settled-checks.ts';

type Runners = {
  [K in TaskKind]: (input: Tasks[K]['input'], progress?: Progress) => Promise<Tasks[K]['output']>;
};

/** Reported bytes of a large file that were read so far. */
export type Progress = (bytes: number) => void;

const runners: Runners = {
  evidence: ({ evidence, reader }) => Promise.resolve(checkEvidence(evidence, proofContext(reader))),
  settled: ({ arrived, digests, reader }) =>
    Promise.resolve(settledChecks(arrived, digests, proofContext(reader))),
  token: ({ evidence, reader }) => Promise.resolve(verifyToken(evidence, proofContext(reader))),
  json: ({ text }) => Promise.resolve({ value: readable(text) }),
  file: verifyFile,
  digests: ({ file }, progress) => digestsOf(file, progress),
  'case-file': async ({ title, evidence, document, reader }) =>
    buildCase({
      title,
      evidence,
      context: proofContext(reader),
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
export function runTask<K extends TaskKind>(
  kind: K,
  input: Tasks[K]['input'],
  progress?: Progress,
): Promise<Tasks[K]['output']> {
  return runners[kind](input, progress);
}
