import { m } from '#words/words.ts';

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
