/** Name constraints along a path (RFC 5280 §4.2.1.10, §6.1.3 b and c, §6.1.4 g). */
import { toHex } from '../../encoding/bytes.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { NameConstraints, Subtree } from '../certificate/extensions.ts';
import type { GeneralName } from '../certificate/general-names.ts';
import { attributeTexts, isEmptyName, isWithin, readsWithin } from '../certificate/names.ts';
import { oid } from '../der/oids.ts';

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
  state.permitted.push(constraints.permitted);
  state.excluded.push(...constraints.excluded);
}

export type NameVerdict =
  | { readonly kind: 'inside' }
  | { readonly kind: 'outside'; readonly form: string; readonly rule: 'permitted' | 'excluded' }
  /** A constraint applies to a name of a form, or is of a kind, that is not supported here. */
  | { readonly kind: 'unsupported'; readonly form: string };

/**
 * RFC 5280 §6.1.3 (b) and (c): every name of the certificate against the constraints so far. The e-mail addresses of the
 * subject are bound where there is no alternative name; beside one, none of them is shown to be allowed.
 */
export function checkNames(state: NameState, certificate: Certificate): NameVerdict {
  const verdict = checkEach(state, namesOf(certificate));
  if (verdict.kind !== 'inside') return verdict;
  const beside = checkEach(state, emailsOf(certificate));
  return beside.kind === 'outside' ? { kind: 'unsupported', form: beside.form } : beside;
}

function checkEach(state: NameState, names: readonly GeneralName[]): NameVerdict {
  let verdict: NameVerdict = { kind: 'inside' };
  for (const name of names) {
    for (const subtree of state.excluded) {
      const match = matches(name, subtree);
      if (match === 'inside') return { kind: 'outside', form: formOf(name), rule: 'excluded' };
      if (match === 'unsupported' || readsAs(name, subtree))
        verdict = { kind: 'unsupported', form: formOf(name) };
    }
    for (const list of state.permitted) {
      const results = list.map((subtree) => matches(name, subtree));
      // Subtrees of other forms leave this name alone.
      if (results.includes('inside') || results.every((match) => match === 'apart')) continue;
      const isOpen = results.includes('unsupported') || list.some((subtree) => readsAs(name, subtree));
      if (!isOpen) return { kind: 'outside', form: formOf(name), rule: 'permitted' };
      verdict = { kind: 'unsupported', form: formOf(name) };
    }
  }
  return verdict;
}

/** Written in another type of string, it is not shown to be the name of the subtree, and not shown to be another. */
function readsAs(name: GeneralName, { base }: Subtree): boolean {
  return name.form === 'directory' && base.form === 'directory' && readsWithin(name.name, base.name);
}

/**
 * The subject, the alternative names, and the e-mail addresses of the subject where there is no alternative name: an
 * extension with an empty list of them has none either.
 */
function namesOf({ subject, extensions }: Certificate): GeneralName[] {
  const names = [...extensions.subjectAltNames];
  const isNamedAlone = names.length === 0;
  if (!isEmptyName(subject)) names.push({ form: 'directory', name: subject });
  return isNamedAlone ? [...names, ...emailsOf({ subject })] : names;
}

function emailsOf({ subject }: Pick<Certificate, 'subject'>): GeneralName[] {
  return attributeTexts(subject, oid.emailAddress).map((value) => ({ form: 'email', value }));
}

/** Forms are constrained apart; the forms that are not read are distinguished by their number. */
function formOf(name: GeneralName): string {
  return name.form === 'other' ? `form ${name.choice}` : name.form;
}

/** `apart`: of different forms. `unsupported`: of one form, but not supported here. */
type Match = 'inside' | 'outside' | 'apart' | 'unsupported';

function matches(name: GeneralName, { base, bounded }: Subtree): Match {
  const match = matchesBase(name, base);
  // RFC 5280 §4.2.1.10: minimum and maximum are not used.
  return bounded && match !== 'apart' ? 'unsupported' : match;
}

function matchesBase(name: GeneralName, base: GeneralName): Match {
  switch (name.form) {
    case 'directory':
      return base.form === 'directory' ? reported(isWithin(name.name, base.name)) : 'apart';
    case 'email':
      return base.form === 'email' ? reported(emailMatches(name.value, base.value)) : 'apart';
    case 'dns':
      return base.form === 'dns' ? reported(dnsMatches(name.value, base.value)) : 'apart';
    case 'uri':
      return base.form === 'uri' ? reported(uriMatches(name.value, base.value)) : 'apart';
    case 'ip':
      return base.form === 'ip' ? reported(addressMatches(name.bytes, base.bytes)) : 'apart';
    case 'other':
      return formOf(base) === formOf(name) || (base.form === 'email' && isMailbox(name.bytes))
        ? 'unsupported'
        : 'apart';
  }
}

/** RFC 9598 §6: constraints on e-mail addresses hold for SmtpUTF8Mailbox (1.3.6.1.5.5.7.8.9) too. */
function isMailbox(otherName: Uint8Array): boolean {
  return toHex(otherName).includes('06082b06010505070809');
}

function reported(inside: boolean | undefined): Match {
  if (inside === undefined) return 'unsupported';
  return inside ? 'inside' : 'outside';
}

/** A mailbox, a host (all of its mailboxes), or `.domain` (all hosts below it). Local parts keep their case. */
function emailMatches(address: string, constraint: string): boolean | undefined {
  const at = address.lastIndexOf('@');
  if (at < 1) return undefined;
  const [local, host] = [address.slice(0, at), address.slice(at + 1)];
  if (!constraint.includes('@')) return hostMatches(host, constraint);
  const end = constraint.lastIndexOf('@');
  // `@host` is none of these forms.
  if (end === 0) return undefined;
  return local === constraint.slice(0, end) && host.toLowerCase() === constraint.slice(end + 1).toLowerCase();
}

/** A host and everything below it: any number of labels may stand before it. */
function dnsMatches(host: string, constraint: string): boolean {
  const [one, base] = [host.toLowerCase(), constraint.toLowerCase()];
  return base === '' || one === base || one.endsWith(base.startsWith('.') ? base : `.${base}`);
}

/**
 * The host part of the URI: a constraint is a host, or `.domain` for the hosts below it. A URI without a host
 * name cannot be shown to lie inside, and RFC 5280 wants it refused: undefined. So is one that programs read
 * differently, because what stands before the `@` is nothing that RFC 3986 allows there.
 */
function uriMatches(uri: string, constraint: string): boolean | undefined {
  const [, authority = ''] =
    /^[A-Za-z][A-Za-z0-9+.-]*:\/\/(?:[\w.~!$&'()*+,;=:%-]*@)?([^/?#@]*)(?:[/?#]|$)/.exec(uri) ?? [];
  const host = authority.replace(/:\d*$/, '');
  if (!/^[\w-]+(?:\.[\w-]+)*$/.test(host) || /^\d+\.\d+\.\d+\.\d+$/.test(host)) return undefined;
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
