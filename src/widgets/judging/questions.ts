import type { Evidence } from '#proofs/evidence.ts';
import type { CaseFault } from '#proofs/case-file/read-case.ts';
import type { Recognized } from '#proofs/recognize.ts';
import type { Report } from '#proofs/report.ts';
import type { Reader } from './reader.ts';

/** Digests of a document's bytes, lower-case hex. */
export interface DocumentDigests {
  readonly documentDigest: string;
  readonly otherDigests: { readonly 'SHA-384': string; readonly 'SHA-512': string };
}

export interface Questions {
  /** Evidence at hand. */
  evidence: {
    readonly ask: { readonly evidence: Evidence; readonly reader: Reader };
    readonly answer: Report;
  };
  /** A file of any kind: hashed to its end, recognised by its content, judged if it carries evidence. */
  file: {
    readonly ask: {
      readonly file: Blob;
      readonly reader: Reader;
      /** Digests of documents at hand, by SHA-256: evidence about one of them is judged with it. */
      readonly documents?: Readonly<Record<string, DocumentDigests>>;
    };
    readonly answer: FileAnswer;
  };
  /** A case file of this evidence. */
  'case-file': {
    readonly ask: {
      readonly title: string;
      readonly evidence: Evidence;
      readonly document?: Blob;
      readonly reader: Reader;
    };
    readonly answer: { readonly text: string; readonly report: Report };
  };
}

export type QuestionKind = keyof Questions;

export interface FileAnswer {
  readonly size: number;
  readonly digests: DocumentDigests;
  readonly content: FileContent;
}

export type FileContent =
  /** Nothing that carries evidence: bytes whose hash may be witnessed. */
  | { readonly kind: 'document' }
  /** Evidence by its form that could not be read, with the reason. */
  | { readonly kind: 'unreadable'; readonly message: string }
  | {
      readonly kind: 'case';
      readonly title: string;
      readonly report: Report;
      /** What the file says of itself that is not so; any of them fails the case. */
      readonly faults: readonly CaseFault[];
      /** What holds under everything that the file declares. */
      readonly declared: Report;
      readonly evidence: Evidence;
    }
  | {
      readonly kind: Exclude<Recognized['kind'], 'case'>;
      readonly report: Report;
      readonly evidence: Evidence;
    };
