import type { Parties, Party } from './iou.ts';
import { matchesOf, namePattern, type Finding, type Span } from './iou-reading.ts';

// Texts are folded: upper case, without accents and points.

type Role = 'debtor' | 'creditor';

/** What a pagaré names its parties after. */
const naming: Readonly<Record<Role, RegExp>> = {
  debtor: /\bQUIEN\s+SUSCRIBE,\s+|\bYO,\s+|(?:^|\n)\s*(?:SUSCRIPTOR|DEUDOR)A?\s*:\s*/g,
  creditor: /\bA\s+LA\s+ORDEN\s+DE\s+|(?:^|\n)\s*(?:BENEFICIARI[OA]|ACREEDORA?)\s*:\s*/g,
};

/** What may stand behind a whole name; anything else is more of a longer name. */
const behindName = new RegExp(
  [
    '^(?:,?\\s+(?:CON\\s+)?(?:RFC|CURP|REGISTRO)\\b',
    ',?\\s+(?:DEBE|DEBO|DEBEMOS|ME\\s+OBLIGO|SE\\s+OBLIGA|PROMETO|PROMETE|PAGARE|PAGARA)\\b',
    ',?\\s+(?:POR\\s+)?LA\\s+(?:CANTIDAD|SUMA)\\b',
    ',?\\s+EN\\s+(?:LA|EL|SU|MI)\\b',
    '[^\\S\\n]*\\n\\s*(?:\\n|[A-Z ]{2,40}:)',
    '\\s*$',
    ';|\\s+\\()',
  ].join('|'),
);

const rfcs = /(?<![A-Z0-9&])[A-Z&]{3,4}\d{6}[A-Z0-9]{3}(?![A-Z0-9])/g;
const curps = /(?<![A-Z0-9&])[A-Z]{4}\d{6}[A-Z0-9]{8}(?![A-Z0-9])/g;

interface Named {
  readonly role: Role;
  readonly at: number;
  /** What stands from behind the naming words to the next party that is named. */
  readonly said: string;
}

/** Whom the text names as debtor and as creditor, and where the right names and all codes stand. */
export function readRoles(
  text: string,
  parties: Parties,
): Readonly<Record<Role, Finding>> & { readonly spans: readonly Span[] } {
  const anchors = (['debtor', 'creditor'] as const)
    .flatMap((role) => [...matchesOf(text, naming[role])].map(({ from, end }) => ({ role, from, at: end })))
    .sort((one, other) => one.from - other.from);
  const named: Named[] = anchors.map(({ role, at }, index) => ({
    role,
    at,
    said: text.slice(at, anchors[index + 1]?.from ?? text.length),
  }));
  const spans = [rfcs, curps].flatMap((pattern) =>
    [...matchesOf(text, pattern)].map(({ from, end }): Span => [from, end]),
  );
  const find = (role: Role): Finding => {
    const party = parties[role];
    const mentions = named.filter((mention) => mention.role === role);
    if (!party || mentions.length === 0) return { holds: false };
    for (const mention of mentions) {
      const length = lengthOfName(mention.said, party.name);
      if (length === undefined) return { holds: false, said: firstWords(mention.said) };
      spans.push([mention.at, mention.at + length]);
    }
    return checkCodes(text, mentions, party, parties);
  };
  return { debtor: find('debtor'), creditor: find('creditor'), spans };
}

function lengthOfName(said: string, name: string): number | undefined {
  const pattern = namePattern(name);
  if (pattern === undefined) return undefined;
  const length = new RegExp(`^${pattern}`).exec(said)?.[0].length;
  return length !== undefined && behindName.test(said.slice(length)) ? length : undefined;
}

/** Codes beside a party's name are its own, those that are known are written, and no other codes stand anywhere. */
function checkCodes(text: string, mentions: readonly Named[], party: Party, parties: Parties): Finding {
  for (const [pattern, field] of [
    [rfcs, 'rfc'],
    [curps, 'curp'],
  ] as const) {
    const own = party[field] === undefined ? undefined : foldedCode(party[field]);
    const beside = mentions.flatMap(({ said }) => said.match(pattern) ?? []);
    const wrong = beside.find((code) => code !== own);
    if (wrong !== undefined) return { holds: false, said: wrong };
    if (own !== undefined && beside.length === 0) return { holds: false };
    const known = [parties.debtor, parties.creditor].flatMap((one) =>
      one?.[field] === undefined ? [] : foldedCode(one[field]),
    );
    const strange = text.match(pattern)?.find((code) => !known.includes(code));
    if (strange !== undefined) return { holds: false, said: strange };
  }
  return { holds: true };
}

const foldedCode = (code: string): string =>
  code.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().trim();

const firstWords = (said: string): string => {
  const line = (said.split('\n')[0] ?? '').split(',')[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};
