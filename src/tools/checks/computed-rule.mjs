/**
 * Lint rule: what a check calls computed (`computedHex`, `computedText` of `src/proofs/verdict/finding.ts`) comes from the bytes of
 * this evidence. The argument is followed through the variables of its file, and may not lead to what was expected, reported
 * or declared, to a text that was merely decoded, or to a text that some caller hands over. No types are needed.
 */
const makers = /^computed(?:Hex|Text)$/;
/** Names of what was not computed. */
const words = /^(?:expected|stated|reported|declared)(?:[A-Z]|$)|(?:Expected|Stated|Reported|Declared)$/;
/** Types of what a service or a file says. */
const reportedTypes = /(?:Facts|Stated|^Stated\w+|^Declared\w+|^Reported\w+|^Evidence)$/;
/** Turning text into bytes computes nothing. */
const decoders = /^read(?:Hex|HexOf|Base64)$/;
/** What comes out of these is what went in, written in another way. */
const rewriters = /^(?:String|Number|BigInt|toHex|toBase64|utf8Of|instantText|shown|plain|folded)$/;

export const computedRule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      source:
        'Only what was computed here is called computed: {{what}} was expected, reported or handed over.',
      alias:
        'Call computedHex and computedText by their own names, so that what they are given can be followed.',
      cast: 'Only finding.ts makes a Computed: use computedHex or computedText.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    if (/finding\.ts$/.test(context.filename)) return {};
    return {
      CallExpression(node) {
        if (node.callee.type !== 'Identifier' || !makers.test(node.callee.name)) return;
        for (const argument of node.arguments) {
          const what = foreignPart(argument, sourceCode, new Set());
          if (what !== undefined) context.report({ node: argument, messageId: 'source', data: { what } });
        }
      },
      Identifier(node) {
        if (!makers.test(node.name)) return;
        const { parent } = node;
        const isPlainImport = parent.type === 'ImportSpecifier' && parent.local.name === parent.imported.name;
        if (isPlainImport || (parent.type === 'CallExpression' && parent.callee === node)) return;
        context.report({ node, messageId: 'alias' });
      },
      TSTypeReference(node) {
        const isCast = ['TSAsExpression', 'TSTypeAssertion', 'TSTypePredicate'].some((type) =>
          sourceCode.getAncestors(node).some((one) => one.type === type),
        );
        if (isCast && node.typeName.name === 'Computed') context.report({ node, messageId: 'cast' });
      },
    };
  },
};

/** Name of the first part of an expression that was not computed; undefined where there is none. */
function foreignPart(node, sourceCode, visited) {
  if (node.type === 'Identifier') {
    if (words.test(node.name)) return node.name;
    return foreignVariable(node, sourceCode, visited);
  }
  if (node.type === 'MemberExpression') {
    const name = node.property.name ?? node.property.value;
    if (typeof name === 'string' && words.test(name)) return name;
    // A length or a place of something is a number that was counted here.
    return (
      foreignPart(node.object, sourceCode, visited) ??
      (node.computed ? foreignPart(node.property, sourceCode, visited) : undefined)
    );
  }
  if (/Function/.test(node.type)) return undefined;
  if (
    node.type === 'CallExpression' &&
    node.callee.type === 'Identifier' &&
    !rewriters.test(node.callee.name)
  )
    return decoders.test(node.callee.name) ? node.callee.name : wordIn(node.arguments, sourceCode);
  for (const key of sourceCode.visitorKeys[node.type] ?? []) {
    if (/^type/.test(key)) continue;
    for (const child of [node[key]].flat()) {
      const found = child && foreignPart(child, sourceCode, visited);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** A function may compute from what was reported; what is named as expected or reported is not even handed to it. */
function wordIn(nodes, sourceCode) {
  for (const node of nodes) {
    if (node.type === 'Identifier' && words.test(node.name)) return node.name;
    for (const key of sourceCode.visitorKeys[node.type] ?? []) {
      const found = wordIn([node[key]].flat().filter(Boolean), sourceCode);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function foreignVariable(node, sourceCode, visited) {
  const variable = variableOf(sourceCode.getScope(node), node.name);
  if (variable === undefined || visited.has(variable)) return undefined;
  visited.add(variable);
  for (const { type, node: definition, name } of variable.defs) {
    if (type === 'Parameter') {
      const found = foreignParameter(name, definition);
      if (found !== undefined) return found;
    }
  }
  // Every value that is ever put into it.
  for (const { writeExpr } of variable.references) {
    const found = writeExpr && foreignPart(writeExpr, sourceCode, visited);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A text of the caller's, or what a service or a file says. */
function foreignParameter(name, fn) {
  const parameter = fn.params.find(({ range: [from, to] }) => from <= name.range[0] && name.range[1] <= to);
  const annotated = parameter?.type === 'AssignmentPattern' ? parameter.left : parameter;
  const type = annotated?.typeAnnotation?.typeAnnotation;
  if (type?.type === 'TSStringKeyword') return name.name;
  return type?.type === 'TSTypeReference' && reportedTypes.test(type.typeName.name ?? '')
    ? name.name
    : undefined;
}

function variableOf(scope, name) {
  for (let at = scope; at !== null; at = at.upper) {
    const found = at.set.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}
