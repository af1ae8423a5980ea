import { shown } from '#proofs/encoding/visible-text.ts';
import { m } from '#i18n/messages.ts';

/** What a case file says of itself that is not so. */
export function caseIssueText({ kind, where }: { readonly kind: string; readonly where: string }): string {
  switch (kind) {
    case 'file-digest':
      return m.verify_fault_file();
    case 'evidence-digest':
      return m.verify_fault_evidence({ where: shown(where) });
    case 'anchor-digest':
      return m.verify_fault_anchor({ where: shown(where) });
    case 'verdict':
      return m.verify_fault_verdict();
    default:
      return `${shown(kind)} (${shown(where)})`;
  }
}
