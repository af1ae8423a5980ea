/** The report as one JSON document. A check carries its id and status first; a bigint is written as text. */
import { isDeepStrictEqual } from 'node:util';
import type { FileResult, Exit } from './verify-files.ts';
import type { VectorSummary } from './vectors.ts';

export function jsonReport(results: readonly FileResult[], exit: Exit): string {
  return jsonText({ schema: 'testigo.verify/1', exit, files: results.map(fileObject) });
}

export function vectorJson(summary: VectorSummary): string {
  return jsonText({ schema: 'testigo.vectors/1', ...summary });
}

function fileObject(result: FileResult): object {
  if (result.kind === 'unreadable') return result;
  const { file, kind, exit, report, verification: verification } = result;
  const base = { file, kind, exit, conclusion: exit === 1 ? 'TOTAL_FAILED' : report.verdict.conclusion };
  if (verification === undefined) return { ...base, ...report };
  const { title, issues: faults, changes, declared } = verification;
  return {
    ...base,
    title,
    faults,
    changes,
    declared: { verdict: declared.verdict, inputs: declared.inputs },
    sameInputs: isDeepStrictEqual(declared.inputs, report.inputs),
    ...report,
  };
}

function jsonText(value: object): string {
  return (
    JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part), 2) +
    '\n'
  );
}
