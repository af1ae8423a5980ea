/**
 * Certificate policies along a path (RFC 5280 §6.1.2 to §6.1.5), by the policy graph of RFC 9618, which
 * replaces the tree: the same answers, without its exponential size. Only the nodes of the current depth are stored;
 * each remembers from which policies of the anchor's domain it descends, which is all that the final intersection
 * needs (RFC 9618 §5.5 step g).
 */
import type { Certificate } from '../certificate/certificate.ts';
import { oid } from '../der/oids.ts';

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
  /** The children of anyPolicy from which this node descends; none for anyPolicy itself. */
  readonly domains: ReadonlySet<string>;
}

export interface PolicyState {
  /** By valid_policy; empty when the graph is gone (RFC 5280 §6.1.3 d.3, e). */
  nodes: Map<string, PolicyNode>;
  explicit: number;
  mapping: number;
  any: number;
}

const any = oid.anyPolicy;

/**
 * RFC 5280 §6.1.2 (a), (d), (e), (f). Where the standard counts from the length of the path and one more, a counter
 * that nothing lowers never ends: that is written here as it is meant.
 */
export function initialPolicies(inputs: PolicyInputs): PolicyState {
  return {
    nodes: new Map([[any, { expected: [any], domains: new Set<string>() }]]),
    explicit: inputs.requireExplicit === true ? 0 : Infinity,
    mapping: inputs.inhibitMapping === true ? 0 : Infinity,
    any: inputs.inhibitAny === true ? 0 : Infinity,
  };
}

/**
 * RFC 5280 §6.1.3 (d), (e), (f) for one certificate.
 * @param anyCounts inhibit_anyPolicy lets anyPolicy count here, or the certificate is self-issued and not last
 * @returns false where an explicit policy is required and none is left
 */
export function applyPolicies(state: PolicyState, certificate: Certificate, anyCounts: boolean): boolean {
  const { policies = [] } = certificate.extensions;
  const above = state.nodes;
  const next = new Map<string, PolicyNode>();
  for (const policy of policies) {
    if (policy === any) continue;
    if (isExpected(above, policy)) next.set(policy, descend(above, policy));
    else if (above.has(any)) next.set(policy, { expected: [policy], domains: new Set([policy]) });
  }
  if (policies.includes(any) && anyCounts) {
    for (const policy of [...above.values()].flatMap(({ expected }) => expected)) {
      next.set(policy, descend(above, policy));
    }
  }
  state.nodes = next;
  return state.explicit > 0 || next.size > 0;
}

function isExpected(nodes: ReadonlyMap<string, PolicyNode>, policy: string): boolean {
  return [...nodes.values()].some(({ expected }) => expected.includes(policy));
}

/** A node below every node that expects this policy. */
function descend(nodes: ReadonlyMap<string, PolicyNode>, policy: string): PolicyNode {
  const parents = [...nodes.values()].filter(({ expected }) => expected.includes(policy));
  return { expected: [policy], domains: new Set(parents.flatMap(({ domains }) => [...domains])) };
}

/**
 * RFC 5280 §6.1.4 (a), (b): mappings of a certificate that is not the last. A policy that only anyPolicy stands for
 * begins a domain of its own.
 * @returns false where anyPolicy is mapped from or to
 */
export function applyMappings(state: PolicyState, certificate: Certificate): boolean {
  const { policyMappings } = certificate.extensions;
  if (policyMappings.some(({ issuer, subject }) => issuer === any || subject === any)) return false;
  const { nodes } = state;
  for (const from of new Set(policyMappings.map(({ issuer }) => issuer))) {
    if (state.mapping === 0) {
      nodes.delete(from);
      continue;
    }
    const expected = policyMappings.filter(({ issuer }) => issuer === from).map(({ subject }) => subject);
    const known = nodes.get(from);
    if (known !== undefined) nodes.set(from, { ...known, expected });
    else if (nodes.has(any)) nodes.set(from, { expected, domains: new Set([from]) });
  }
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
  const required = state.explicit <= 1 || last.extensions.policyConstraints?.requireExplicit === 0;
  return !required || isAccepted(state.nodes, inputs.acceptable);
}

function isAccepted(
  nodes: ReadonlyMap<string, PolicyNode>,
  acceptable: readonly string[] | undefined,
): boolean {
  if (acceptable === undefined || acceptable.includes(any)) return nodes.size > 0;
  // A node of anyPolicy at the end stands for every policy that the caller accepts (§6.1.5 g.iii.3).
  if (nodes.has(any)) return acceptable.length > 0;
  return [...nodes.values()].some(({ domains }) => acceptable.some((policy) => domains.has(policy)));
}
