/**
 * The shapes of verdicts as paths in a box of 24: of the screens, of the print and of the page that checks itself.
 * Filled by the rule `evenodd`, so that a mark inside a shape is a hole, whatever lies behind it.
 */

/** WARNED: it passed with warnings, which is no plain pass. */
export type DrawnVerdict = 'PASSED' | 'WARNED' | 'FAILED' | 'INDETERMINATE' | 'NOT_RUN' | 'NOT_APPLICABLE';

export interface VerdictPath {
  readonly d: string;
  /** Drawn as a line of two units' width, and not filled. */
  readonly line?: 'solid' | 'dashed';
  readonly transform?: string;
}

const circle =
  'M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2m-2 15-5-5 1.41-1.41L10 14.17l7.59-7.59L19 8z';
/** Material's warning sign. */
const triangle = 'M12 5.99 19.53 19H4.47zM12 2 1 21h22zm1 14h-2v2h2zm0-6h-2v4h2z';
const octagon =
  'M15.73 3H8.27L3 8.27v7.46L8.27 21h7.46L21 15.73V8.27zM17 15.74 15.74 17 12 13.26 8.26 17 7 15.74 10.74 12 7 8.26 8.26 7 12 10.74 15.74 7 17 8.26 13.26 12z';
const octagonOutline =
  'M15.73 3H8.27L3 8.27v7.46L8.27 21h7.46L21 15.73V8.27zM19 14.9 14.9 19H9.1L5 14.9V9.1L9.1 5h5.8L19 9.1zm-4.17-7.14L12 10.59 9.17 7.76 7.76 9.17 10.59 12l-2.83 2.83 1.41 1.41L12 13.41l2.83 2.83 1.41-1.41L13.41 12l2.83-2.83z';
const diamond =
  'M13.55 1.65a2.2 2.2 0 0 0-3.1 0l-8.8 8.8a2.2 2.2 0 0 0 0 3.1l8.8 8.8a2.2 2.2 0 0 0 3.1 0l8.8-8.8a2.2 2.2 0 0 0 0-3.1z';
const question =
  'M11.285 12.324c.493-.89 1.44-1.414 1.99-2.202 .582-.826 .256-2.368-1.395-2.368-1.082 0-1.613 .819-1.837 1.498L8.386 8.554C8.84 7.191 10.075 6.02 11.874 6.02c1.504 0 2.534 .685 3.059 1.542 .448 .736 .71 2.112 .019 3.136-.768 1.133-1.504 1.478-1.901 2.208-.16 .294-.224 .486-.224 1.434h-1.85c-.006-.499-.083-1.312 .307-2.016M13.16 16.9c0 .704-.576 1.28-1.28 1.28s-1.28-.576-1.28-1.28 .576-1.28 1.28-1.28 1.28 .576 1.28 1.28';
const ring = 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 1 1 17 0';
const dash = 'M5 11h14v2H5z';

/** Each is distinguished without its colour. `warns`: it does not count toward the verdict and is drawn in outline. */
export function verdictPaths(state: DrawnVerdict, warns = false): readonly VerdictPath[] {
  switch (state) {
    case 'PASSED':
      return [{ d: circle }];
    case 'WARNED':
      return [{ d: triangle }];
    case 'FAILED':
      return [{ d: warns ? octagonOutline : octagon }];
    case 'INDETERMINATE':
      return warns
        ? [{ d: diamond, line: 'solid', transform: 'translate(1.2 1.2) scale(.9)' }, { d: question }]
        : [{ d: `${diamond}${question}` }];
    case 'NOT_RUN':
      return [{ d: ring, line: 'dashed' }];
    case 'NOT_APPLICABLE':
      return [{ d: dash }];
  }
}

/** Of a path that is a line. */
export const verdictLine = { width: '2', dashes: '3.2 3.5' } as const;
