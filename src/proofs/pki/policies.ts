/**
 * Certificate policies along a path (RFC 5280 §6.1.2 to §6.1.5), by the policy graph of RFC 9618, which
 * replaces the tree: the same answers, without its exponential size. Of the graph only the nodes of the
 * current depth are kept; each remembers from which policies of the anchor's domain it descends, and that is
 * all that the final intersection asks (RFC 9618 §5.5 step g).
 */
import type { Certificate } from './certificate.ts';
import { oid } from './oids.ts';

export interface PolicyInputs {
  /** user-initial-policy-set; undefined: any policy. */
  readonly acceptable?: readonly string[];
  readonly requireExplicit?: boolean;
  readonly inhibitMapping?: boolean;
  readonly inhibitAny?: boolean;
}

interface PolicyNode {
  /** expected_policy_set: the policies of the next certificate that continue this one. */
  readonly expected: readonly string[];
  /** The children of anyPolicy from which this node descends; undefined for anyPolicy itself. */
  readonly domains: ReadonlySet<string> | undefined;
}

export interface PolicyState {
  /** By valid_policy; null is the graph that is gone (RFC 5280 §6.1.3 d.3, e). */
  nodes: Map<string, PolicyNode> | null;
  explicit: number;
  mapping: number;
  any: number;
}

const any = oid.anyPolicy;

/** RFC 5280 §6.1.2 (a), (d), (e), (f): for a path of `length` certificates below the anchor. */
export function initialPolicies(inputs: PolicyInputs, length: number): PolicyState {
  return {
    nodes: new Map([[any, { expected: [any], domains: undefined }]]),
    explicit: inputs.requireExplicit === true ? 0 : length + 1,
    mapping: inputs.inhibitMapping === true ? 0 : length + 1,
    any: inputs.inhibitAny === true ? 0 : length + 1,
  };
}

/**
 * RFC 5280 §6.1.3 (d), (e), (f) for one certificate.
 * @param anyCounts inhibit_anyPolicy lets anyPolicy count here, or the certificate is self-issued and not last
 * @returns false where an explicit policy is required and none is left
 */
export function applyPolicies(state: PolicyState, certificate: Certificate, anyCounts: boolean): boolean {
  const { policies } = certificate.extensions;
  if (policies === undefined) state.nodes = null;
  if (policies !== undefined && state.nodes !== null) {
    const next = new Map<string, PolicyNode>();
    for (const policy of policies) {
      if (policy === any) continue;
      const node = descend(state.nodes, policy) ?? fromAny(state.nodes, policy);
      if (node !== undefined) next.set(policy, node);
    }
    if (policies.includes(any) && anyCounts) {
      for (const policy of new Set([...state.nodes.values()].flatMap(({ expected }) => expected))) {
        const node = next.has(policy) ? undefined : descend(state.nodes, policy);
        if (node !== undefined) next.set(policy, node);
      }
    }
    state.nodes = next.size === 0 ? null : next;
  }
  return state.explicit > 0 || state.nodes !== null;
}

/** A node below every node that expects this policy; undefined where none does. */
function descend(nodes: ReadonlyMap<string, PolicyNode>, policy: string): PolicyNode | undefined {
  const parents = [...nodes.values()].filter(({ expected }) => expected.includes(policy));
  if (parents.length === 0) return undefined;
  if (policy === any) return { expected: [any], domains: undefined };
  return { expected: [policy], domains: new Set(parents.flatMap(({ domains }) => [...(domains ?? [])])) };
}

/** RFC 5280 §6.1.3 d.1.ii: a policy that continues anyPolicy begins a domain of its own. */
function fromAny(nodes: ReadonlyMap<string, PolicyNode>, policy: string): PolicyNode | undefined {
  return nodes.has(any) ? { expected: [policy], domains: new Set([policy]) } : undefined;
}

/**
 * RFC 5280 §6.1.4 (a), (b): mappings of a certificate that is not the last.
 * @returns false where anyPolicy is mapped from or to
 */
export function applyMappings(state: PolicyState, certificate: Certificate): boolean {
  const { policyMappings } = certificate.extensions;
  if (policyMappings.some(({ issuer, subject }) => issuer === any || subject === any)) return false;
  const { nodes } = state;
  if (nodes === null) return true;
  for (const from of new Set(policyMappings.map(({ issuer }) => issuer))) {
    if (state.mapping === 0) {
      nodes.delete(from);
      continue;
    }
    const expected = policyMappings.flatMap(({ issuer, subject }) => (issuer === from ? [subject] : []));
    const node = nodes.get(from) ?? fromAny(nodes, from);
    if (node !== undefined) nodes.set(from, { ...node, expected });
  }
  if (nodes.size === 0) state.nodes = null;
  return true;
}

/** RFC 5280 §6.1.4 (h), (i), (j): the counters, after a certificate that is not the last. */
export function countDown(state: PolicyState, certificate: Certificate, selfIssued: boolean): void {
  const { policyConstraints, inhibitAnyPolicy } = certificate.extensions;
  if (!selfIssued) {
    state.explicit = Math.max(0, state.explicit - 1);
    state.mapping = Math.max(0, state.mapping - 1);
    state.any = Math.max(0, state.any - 1);
  }
  state.explicit = Math.min(state.explicit, policyConstraints?.requireExplicit ?? Infinity);
  state.mapping = Math.min(state.mapping, policyConstraints?.inhibitMapping ?? Infinity);
  state.any = Math.min(state.any, inhibitAnyPolicy ?? Infinity);
}

/**
 * RFC 5280 §6.1.5 (a), (b), (g): after the last certificate.
 * @returns false where an explicit policy is required and none that the caller accepts is left
 */
export function concludePolicies(state: PolicyState, last: Certificate, inputs: PolicyInputs): boolean {
  state.explicit = Math.max(0, state.explicit - 1);
  if (last.extensions.policyConstraints?.requireExplicit === 0) state.explicit = 0;
  return state.explicit > 0 || isAccepted(state.nodes, inputs.acceptable);
}

function isAccepted(nodes: PolicyState['nodes'], acceptable: readonly string[] | undefined): boolean {
  if (nodes === null) return false;
  if (acceptable === undefined || acceptable.includes(any)) return true;
  // A node of anyPolicy at the end stands for every policy that the caller accepts (§6.1.5 g.iii.3).
  if (nodes.has(any)) return acceptable.length > 0;
  return [...nodes.values()].some(({ domains }) =>
    acceptable.some((policy) => domains?.has(policy) === true),
  );
}
