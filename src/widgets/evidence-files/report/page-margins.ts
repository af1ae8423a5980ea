/**
 * What stands in the margins of every printed page: of what it is, by what and when it was computed, the hash, and the
 * number of the page. As rules of a style sheet, because only they reach the margins.
 */
import { build } from '#proofs/build.ts';
import type { Evidence } from '#proofs/evidence/evidence.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { hashOfEvidence } from './hash-of-evidence.ts';

/** One case on paper. */
export interface CaseOnPaper {
  readonly title: string;
  readonly evidence: Evidence;
  /** When this program computed it. */
  readonly computedAt: string;
}

/** Name of the pages of a case; '' where it is the only one, since another name begins another page. */
export const pageName = (at: number, count: number): string => (count > 1 ? `case-${at}` : '');

/** The rule for the pages of that name. */
export function marginRule(name: string, { title, evidence, computedAt }: CaseOnPaper): string {
  const about = hashOfEvidence(evidence);
  return `@page ${name}{${[
    // A longer one would push the rest out of the margin.
    marginBox('top-left', shortened(shown(title), 60)),
    marginBox('top-right', `${computedAt} · ${build}`),
    ...(about ? [marginBox('bottom-left', `${about.algorithm} ${shown(about.hash)}`)] : []),
  ].join('')}}`;
}

const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;

/** A text of the evidence as a string of CSS: whatever could end it is escaped. */
function marginBox(place: string, text: string): string {
  const safe = text.replace(/[^\p{L}\p{N} .:-]/gu, (one) => `\\${one.codePointAt(0)?.toString(16)} `);
  return `@${place}{content:"${safe}"}`;
}
