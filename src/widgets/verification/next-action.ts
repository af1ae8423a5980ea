import type { Check } from '#proofs/check.ts';

export type ActOnNext = (check: Check) => void;

export interface NextActions {
  /** To the form in which a node is named. */
  readonly nameNode: () => void;
  /** To the part of the settings where this reader says what counts: certificates and policy, or contracts. */
  readonly openSettings: (part: 'trust' | 'nodes') => void;
  readonly chooseDocument: () => void;
  readonly recheck: () => void;
  /** Nothing here does it: the detail says more. */
  readonly explain: (check: Check) => void;
}

/** Does what the next action of a check says, where this page can. */
export function actOnNext(check: Check, actions: NextActions): void {
  switch (check.next?.code) {
    case 'name_an_rpc':
    case 'ask_another_rpc':
    case 'read_logs':
    case 'ask_the_contract':
      return actions.nameNode();
    case 'name_the_contract':
    case 'name_the_role':
      return actions.openSettings('nodes');
    case 'trust_anchor':
    case 'add_anchor':
    case 'check_policy':
      return actions.openSettings('trust');
    case 'give_the_document':
    case 'add_document':
      return actions.chooseDocument();
    case 'try_later':
    case 'wait_until_final':
    case 'read_again':
    case 'read_every_page':
    case 'get_evidence_again':
    case 'get_ocsp':
    case 'get_certificate':
      return actions.recheck();
    case 'get_stamp':
      // The service would send the same stamp again, which is here and is of no use.
      return check.reason?.code === 'X_STAMP_ABSENT' ? actions.recheck() : actions.explain(check);
    default:
      return actions.explain(check);
  }
}
