/** GeneralName (RFC 5280 §4.2.1.6): the forms that rules check, the others by their number. */
import { unreadable } from '../../errors.ts';
import { contextPrimitive, contextTag, explicit, listOf, type Der } from '../der/der.ts';
import { ascii } from '../der/der-values.ts';
import { readName, type Name } from './names.ts';

export type GeneralName =
  | { readonly form: 'email' | 'dns' | 'uri'; readonly value: string }
  | { readonly form: 'directory'; readonly name: Name }
  /** Address, in a constraint address and mask. */
  | { readonly form: 'ip'; readonly bytes: Uint8Array }
  /** otherName, x400Address, ediPartyName, registeredID: distinguished, not read. */
  | { readonly form: 'other'; readonly choice: number; readonly bytes: Uint8Array };

const textForms = new Map<number, 'email' | 'dns' | 'uri'>([
  [contextPrimitive(1), 'email'],
  [contextPrimitive(2), 'dns'],
  [contextPrimitive(6), 'uri'],
]);

const otherForms: readonly number[] = [contextTag(0), contextTag(3), contextTag(5), contextPrimitive(8)];

export function readGeneralName(node: Der, subject: string): GeneralName {
  const form = textForms.get(node.tag);
  if (form !== undefined) {
    const value = ascii(node.content);
    if (value === undefined) throw unreadable(subject, 'an IA5String');
    return { form, value };
  }
  // Name is a CHOICE, so its tag is explicit (X.680 §31.2.7).
  if (node.tag === contextTag(4)) {
    return { form: 'directory', name: readName(explicit(node, subject), subject) };
  }
  if (node.tag === contextPrimitive(7)) return { form: 'ip', bytes: node.content };
  if (otherForms.includes(node.tag)) return { form: 'other', choice: node.tag & 0x1f, bytes: node.bytes };
  throw unreadable(subject, 'a GeneralName');
}

/** GeneralNames under SEQUENCE or an implicit tag. */
export function readGeneralNames(node: Der, subject: string, tag: number): GeneralName[] {
  return listOf(node, tag, subject).map((item) => readGeneralName(item, subject));
}
