/** How to check a case file without the program that shows it, on paper and in the page that checks itself. */
import { build } from '#proofs/build.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import type { AnchorUse } from '#proofs/pki/path/anchor-use.ts';
import { m } from '#i18n/messages.ts';

/** What the command is to check, and by what. */
export interface ToVerify {
  /** Name of the case file. */
  readonly name: string;
  /** Purposes of the anchors by which it was checked. */
  readonly anchorUses: readonly AnchorUse[];
  /** Id of a policy that the program knows. */
  readonly policy?: string | undefined;
  /** The recipe that was pinned. */
  readonly recipe?: string | undefined;
  /** The moment that it is verified for, RFC 3339. */
  readonly at?: string | undefined;
}

export interface VerifyCommand {
  /** Program and file; the options follow, each of which stays on one line: one broken within `--` reads as two words. */
  readonly start: string;
  readonly options: readonly string[];
  /** What the names in it stand for. */
  readonly notes: readonly string[];
}

/** The file that `npm pack` makes of the program: it is in no registry. */
const packed = `${build.replace('/', '-')}.tgz`;

export function verifyCommand({ name, anchorUses, policy, recipe, at }: ToVerify): VerifyCommand {
  const folders = foldersOf(anchorUses);
  return {
    start: `npx --package=./${packed} testigo verify ${quoted(name)}`,
    options: [
      ...folders.map(({ option }) => option),
      ...(policy === undefined ? [] : [`--policy ${policy}`]),
      ...(recipe === undefined ? [] : [`--recipe ${recipe}`]),
      ...(at === undefined ? [] : [`--at ${at}`]),
    ],
    notes: [m.evidence_page_command_note({ program: packed }), ...folders.map(({ words }) => words)],
  };
}

/** A folder for each purpose that there are anchors of: what vouches for signers never vouches for a time-stamp. */
function foldersOf(uses: readonly AnchorUse[]): { option: string; words: string }[] {
  const has = (use: AnchorUse): boolean => uses.some((one) => one === use || one === 'both');
  const [signing, stamping] = [m.evidence_page_signing_folder(), m.evidence_page_stamping_folder()];
  return [
    ...(has('signing')
      ? [{ option: `--anchors ${signing}`, words: m.evidence_page_command_signing({ folder: signing }) }]
      : []),
    ...(has('stamping')
      ? [
          {
            option: `--stamp-anchors ${stamping}`,
            words: m.evidence_page_command_stamping({ folder: stamping }),
          },
        ]
      : []),
  ];
}

/** A name from a file, as one word of a shell. */
function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${shown(name).replaceAll("'", `'\\''`)}'`;
}
