/** Which part of a report is looked at, as it stands in the address. */
import { checkIds, type Check, type CheckId } from '#proofs/check.ts';
import type { BlockName } from '#proofs/verdict/compose.ts';
import type { Report } from '#proofs/verdict/report.ts';

/** A section of the report, and one of its blocks or checks. */
export interface Place {
  readonly section: string;
  readonly block?: BlockName;
  readonly id?: CheckId;
}

const blocks: readonly BlockName[] = ['nom151', 'merkleized', 'external'];

/** `merkleized`, `merkleized.root`, `2.signature.rsa` (the second signature), `2w.nom151.path` (its witness). */
export function placeText({ section, block, id }: Place): string {
  const what = id ?? block ?? '';
  const invite = /^invites\[(\d+)\](\.witness)?$/.exec(section);
  if (!invite) return what;
  return `${Number(invite[1]) + 1}${invite[2] === undefined ? '' : 'w'}.${what}`;
}

/** Reads an address; undefined: there is no such place. */
export function readPlace(text: string | null): Place | undefined {
  const [, number, ofWitness, what = ''] = /^(?:(\d{1,4})(w?)\.)?([a-z0-9_.]+)$/.exec(text ?? '') ?? [];
  const id = checkIds.find((one) => one === what);
  const block = blocks.find((one) => one === (id ?? what).split('.')[0]);
  if (id === undefined && block !== what) return undefined;
  const section =
    number === undefined
      ? sectionOf(id ?? `${what}.`)
      : `invites[${Number(number) - 1}]${ofWitness ? '.witness' : ''}`;
  return { section, ...(block && { block }), ...(id && { id }) };
}

/** The section that holds a check which is of no signature. */
function sectionOf(id: string): string {
  const group = id.slice(0, id.indexOf('.'));
  if (group === 'file') return 'document';
  if (group === 'claim' || group === 'token' || group === 'case') return group;
  return blocks.some((one) => one === group) ? 'witness' : group;
}

/** The check of a place, where the report has it. */
export function checkAt(report: Report | undefined, { section, id }: Place): Check | undefined {
  const found = report?.sections.find(({ key }) => key === section);
  return id === undefined ? undefined : found?.checks.find((check) => check.id === id);
}

export function checkOf(report: Report | undefined, id: CheckId): Check | undefined {
  return checkAt(report, { section: sectionOf(id), id });
}

/** Where this very check stands: other objects of the report have checks of the same id. */
export function placeOf({ sections }: Report, check: Check): Place {
  const section = sections.find(({ checks }) => checks.includes(check))?.key ?? sectionOf(check.id);
  return { section, id: check.id };
}

/** The strategy that a check is of, as a part of a place. */
export function blockOfCheck(id: CheckId): Pick<Place, 'block'> {
  const block = blocks.find((name) => id.startsWith(`${name}.`));
  return block ? { block } : {};
}

/** Where the reader begins: at a proof that can be drawn. */
export function firstPlace(report: Report): Place {
  const witness = report.sections.find(({ key }) => key === 'witness');
  const block = (['merkleized', 'external', 'nom151'] as const).find((name) =>
    witness?.blocks?.some((one) => one.name === name),
  );
  return { section: 'witness', ...(block && { block }) };
}
