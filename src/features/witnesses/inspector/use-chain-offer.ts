import type { Report } from '#proofs/verdict/report.ts';
import { networksOf } from '#widgets/nodes/networks-of.ts';
import { useSandboxNode } from '#widgets/nodes/use-sandbox-node.ts';
import { isUnqueried } from '#widgets/report/texts/unqueried.ts';
import { trustSettings } from '#widgets/verification/context/trust-settings.ts';
import { useTrustSettings } from '#widgets/verification/context/use-trust.ts';
import type { RpcNodeAddress } from '#widgets/verification/nodes/query-nodes.ts';
import type { Inspection } from '#widgets/verification/use-inspection.ts';

export interface ChainOffer {
  /** Some check waits for a node that nobody has named. */
  readonly isOpen: boolean;
  /** The node of the simulator, where it can answer: pressing the button queries it at once. */
  readonly sandboxNode: RpcNodeAddress | undefined;
  readonly accept: () => void;
}

/**
 * The one offer of the page to read from a chain.
 *
 * @param onNameNode leads to the form in which a node is named
 */
export function useChainOffer(
  stored: Report,
  { evidence, reader }: Pick<Inspection, 'evidence' | 'reader'>,
  onNameNode: () => void,
): ChainOffer {
  const { nodes } = useTrustSettings();
  const known = useSandboxNode();
  const isNamed = nodes.some(({ network, url }) => network === known?.network && url === known.url);
  const networks = evidence && reader ? networksOf(evidence, reader.trust) : [];
  const sandboxNode = known && !isNamed && networks.includes(known.network) ? known : undefined;
  return {
    isOpen: stored.sections.some(({ checks }) =>
      checks.some((check) => isUnqueried(check, checks) && check.next?.code === 'name_an_rpc'),
    ),
    sandboxNode,
    accept: () => {
      if (sandboxNode) trustSettings.change({ nodes: [...nodes, sandboxNode] });
      else onNameNode();
    },
  };
}
