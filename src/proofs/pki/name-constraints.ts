/** Name constraints along a path (RFC 5280 §4.2.1.10, §6.1.3 b and c, §6.1.4 g). */
import type { Certificate } from './certificate.ts';
import type { NameConstraints, Subtree } from './extensions.ts';
import type { GeneralName } from './general-names.ts';
import { attributeTexts, isEmptyName, isWithin } from './names.ts';
import { oid } from './oids.ts';

export interface NameState {
  /** permitted_subtrees as an intersection: one list for each certificate that constrained names. */
  readonly permitted: (readonly Subtree[])[];
  /** excluded_subtrees: their union. */
  readonly excluded: Subtree[];
}

export function initialNames(): NameState {
  return { permitted: [], excluded: [] };
}

/** RFC 5280 §6.1.4 (g). */
export function addConstraints(state: NameState, constraints: NameConstraints | undefined): void {
  if (constraints === undefined) return;
  if (constraints.permitted.length > 0) state.permitted.push(constraints.permitted);
  state.excluded.push(...constraints.excluded);
}

export type NameVerdict =
  | { readonly kind: 'inside' }
  | { readonly kind: 'outside'; readonly form: string; readonly rule: 'permitted' | 'excluded' }
  /** A constraint applies to a name of a form, or is of a kind, that is not judged here. */
  | { readonly kind: 'unsupported'; readonly form: string };

/** RFC 5280 §6.1.3 (b) and (c): every name of the certificate against the constraints so far. */
export function judgeNames(state: NameState, certificate: Certificate): NameVerdict {
  let verdict: NameVerdict = { kind: 'inside' };
  for (const name of namesOf(certificate)) {
    for (const subtree of state.excluded) {
      if (formOf(subtree.base) !== formOf(name)) continue;
      const match = matches(name, subtree);
      if (match === true) return { kind: 'outside', form: formOf(name), rule: 'excluded' };
      if (match === undefined) verdict = { kind: 'unsupported', form: formOf(name) };
    }
    for (const list of state.permitted) {
      const applying = list.filter(({ base }) => formOf(base) === formOf(name));
      if (applying.length === 0) continue;
      const results = applying.map((subtree) => matches(name, subtree));
      if (results.includes(true)) continue;
      if (!results.includes(undefined)) return { kind: 'outside', form: formOf(name), rule: 'permitted' };
      verdict = { kind: 'unsupported', form: formOf(name) };
    }
  }
  return verdict;
}

/** The subject, the alternative names, and the e-mail addresses of the subject where there is no alternative name. */
function namesOf(certificate: Certificate): GeneralName[] {
  const { subject, extensions } = certificate;
  const alternative = extensions.all.some(({ id }) => id === oid.subjectAltName);
  return [
    ...(isEmptyName(subject) ? [] : [{ form: 'directory', name: subject } as const]),
    ...extensions.subjectAltNames,
    ...(alternative
      ? []
      : attributeTexts(subject, oid.emailAddress).map((value) => ({ form: 'email', value }) as const)),
  ];
}

/** Forms are constrained apart; the forms that are not read are told apart by their number. */
function formOf(name: GeneralName): string {
  return name.form === 'other' ? `form ${name.choice}` : name.form;
}

/** Whether the name lies in the subtree; undefined where that is not judged here. */
function matches(name: GeneralName, { base, bounded }: Subtree): boolean | undefined {
  if (bounded) return undefined;
  if (name.form === 'directory' && base.form === 'directory') return isWithin(name.name, base.name);
  if (name.form === 'email' && base.form === 'email') return emailMatches(name.value, base.value);
  if (name.form === 'dns' && base.form === 'dns') return dnsMatches(name.value, base.value);
  if (name.form === 'uri' && base.form === 'uri') return uriMatches(name.value, base.value);
  if (name.form === 'ip' && base.form === 'ip') return addressMatches(name.bytes, base.bytes);
  return undefined;
}

/** A mailbox, a host (all of its mailboxes), or `.domain` (all hosts below it). Local parts keep their case. */
function emailMatches(address: string, constraint: string): boolean | undefined {
  const [local, host] = split(address, address.lastIndexOf('@'));
  if (local === undefined || host === undefined) return undefined;
  const at = constraint.lastIndexOf('@');
  if (at >= 0) {
    return local === constraint.slice(0, at) && host.toLowerCase() === constraint.slice(at + 1).toLowerCase();
  }
  return hostMatches(host, constraint);
}

/** A host and everything below it: any number of labels may stand before it. */
function dnsMatches(host: string, constraint: string): boolean {
  const [one, base] = [host.toLowerCase(), constraint.toLowerCase()];
  return base === '' || one === base || one.endsWith(base.startsWith('.') ? base : `.${base}`);
}

/**
 * The host part of the URI: a constraint is a host, or `.domain` for the hosts below it. A URI without a host
 * name cannot be shown to lie inside, and RFC 5280 wants it refused: undefined.
 */
function uriMatches(uri: string, constraint: string): boolean | undefined {
  const found = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]*)/.exec(uri);
  const authority = found?.[1] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  if (host === '' || host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host)) return undefined;
  return hostMatches(host, constraint);
}

function hostMatches(host: string, constraint: string): boolean {
  const [one, base] = [host.toLowerCase(), constraint.toLowerCase()];
  return base.startsWith('.') ? one.endsWith(base) : one === base;
}

/** Address and mask, four or sixteen bytes each. */
function addressMatches(address: Uint8Array, constraint: Uint8Array): boolean | undefined {
  const width = address.length;
  if (width !== 4 && width !== 16) return undefined;
  if (constraint.length !== 8 && constraint.length !== 32) return undefined;
  if (constraint.length !== 2 * width) return false;
  return address.every((byte, i) => {
    const mask = constraint[width + i] ?? 0;
    return (byte & mask) === ((constraint[i] ?? 0) & mask);
  });
}

function split(text: string, at: number): [string | undefined, string | undefined] {
  return at < 0 ? [undefined, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
