import type { SandboxFaultKind } from '#client/sandbox.ts';
import { everyOperation, uploadOperation } from '#contract/sandbox/injected-faults.ts';
import { m } from '#i18n/messages.ts';

const words: Readonly<Record<SandboxFaultKind, () => string>> = {
  delay: () => m.sandbox_fault_delay(),
  '401': () => m.sandbox_fault_401(),
  '403': () => m.sandbox_fault_403(),
  '404': () => m.sandbox_fault_404(),
  '409': () => m.sandbox_fault_409(),
  '413': () => m.sandbox_fault_413(),
  '422': () => m.sandbox_fault_422(),
  '429': () => m.sandbox_fault_429(),
  '429-bare': () => m.sandbox_fault_429_bare(),
  '500': () => m.sandbox_fault_500(),
  '503': () => m.sandbox_fault_503(),
  'cut-before': () => m.sandbox_fault_cut_before(),
  'cut-after': () => m.sandbox_fault_cut_after(),
  'half-body': () => m.sandbox_fault_half_body(),
  'malformed-json': () => m.sandbox_fault_malformed_json(),
  'unknown-fields': () => m.sandbox_fault_unknown_fields(),
  'wrong-types': () => m.sandbox_fault_wrong_types(),
  'null-fields': () => m.sandbox_fault_null_fields(),
  null: () => m.sandbox_fault_null(),
};

/** A fault of a later build is shown by its name. */
export function faultWord(kind: string): string {
  return kind in words ? words[kind as SandboxFaultKind]() : kind; // looked up just before
}

export function operationWord(operation: string): string {
  if (operation === everyOperation) return m.sandbox_faults_every();
  return operation === uploadOperation ? m.sandbox_faults_upload() : operation;
}
