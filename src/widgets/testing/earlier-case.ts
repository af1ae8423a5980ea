/** Case files as they were made before anchors had a purpose. */
import { buildCase } from '#proofs/case-file/build-case.ts';
import { caseBounds, digestOfJson, earlierCaseSchema } from '#proofs/case-file/case-file.ts';
import { canonicalJson, readJson, type JsonObject } from '#proofs/encoding/json.ts';
import * as material from '#proofs/testing/case-material.ts';

const partsOf = (text: string): JsonObject => readJson(text, 'case', caseBounds) as JsonObject; // it was built as one

/** The file `text`, of the schema before the present one, with the conclusions that `before` comes to. */
export function earlierCase(text: string, before: string): string {
  const { sha256: _, ...file } = partsOf(text);
  const context = file.context as JsonObject & { anchors: JsonObject[] }; // see above
  const anchors = context.anchors.map(({ use: _use, ...anchor }) => anchor);
  const body = {
    ...file,
    schema: earlierCaseSchema,
    context: { ...context, anchors },
    report: partsOf(before).report!,
  };
  return canonicalJson({ ...body, sha256: digestOfJson(body) });
}

/** A case whose first signature has a witness by an algorithm that is not checked, from when that was not looked at. */
export function caseOfEarlierRules(title: string): string {
  const { evidence, context } = material;
  const invites = (evidence.invites ?? []).map((invite, at) =>
    at === 0 && invite.witness ? { ...invite, witness: { ...invite.witness, algorithm: 'SHA512' } } : invite,
  );
  const today = buildCase({ title, evidence: { ...evidence, invites }, context }).text;
  return earlierCase(today, buildCase({ title, evidence, context }).text);
}

/** A case of the earlier schema whose verdict still holds. */
export function caseOfEarlierSchema(title: string): string {
  const { text } = buildCase({ title, evidence: material.evidence, context: material.context });
  return earlierCase(text, text);
}
