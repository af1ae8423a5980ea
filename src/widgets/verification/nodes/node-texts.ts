import { m } from '#i18n/messages.ts';
import type { NodeFault } from './query-nodes.ts';

/** Why a node gave no answer, from the error of an exchange with it. */
export function nodeErrorWords(error: string): string {
  const status = /^HTTP (\d{3})$/.exec(error)?.[1];
  if (status !== undefined) return m.inspector_nodes_error_status({ status });
  switch (error) {
    case 'unreachable':
      return m.inspector_nodes_error_unreachable();
    case 'timeout':
      return m.inspector_nodes_error_timeout();
    case 'rate-limit':
      return m.inspector_nodes_error_rate();
    default:
      // A node's own text may repeat its address, which may hold a key.
      return m.inspector_nodes_error_refused();
  }
}

/** What is wrong with an address that was typed for a node. */
export function nodeFaultWords(fault: NodeFault | 'repeated'): string {
  switch (fault) {
    case 'not-an-address':
      return m.inspector_nodes_not_an_address();
    case 'not-https':
      return m.inspector_nodes_not_https();
    case 'has-credentials':
      return m.inspector_nodes_has_credentials();
    case 'repeated':
      return m.inspector_nodes_repeated();
  }
}
