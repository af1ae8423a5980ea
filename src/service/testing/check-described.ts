import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Operation } from '#contract/operations/operations.ts';
import { describeInterface } from '../http/openapi/openapi.ts';

/** What of the document is read here. */
export interface Described {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface DescribedOperation {
  readonly operationId: string;
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { schema: Reference }>> } };
}

interface Reference {
  readonly $ref: string;
}

/** The document of everything that is served. */
export const describedInterface = (): Described =>
  // It is made as JSON; its shape is what the tests of the document say.
  describeInterface('embedded') as unknown as Described;

/** Its schemas as a validator reads them that knows nothing of the contract; unknown keywords are refused. */
export function compileDescribed(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addVocabulary(['components']);
  ajv.addSchema({ components: describedInterface().components }, 'openapi');
  return ajv;
}

let compiled: Ajv2020 | undefined;

/** Holds a schema of the document, by its reference there. */
export function described(reference: string): ValidateFunction {
  compiled ??= compileDescribed();
  const validate = compiled.getSchema(`openapi${reference}`);
  if (!validate) throw new Error(`The document has no ${reference}.`);
  return validate;
}

/**
 * Whether an answer is what `/openapi.json` says of it (Rule ST-2).
 *
 * @throws Error naming the operation and what does not fit
 */
export function checkDescribed(name: string, operation: Operation, answer: unknown): void {
  const method = operation.method.toLowerCase();
  const content = describedInterface().paths[operation.path]?.[method]?.responses[200].content;
  const schema = content?.['application/json']?.schema;
  if (!schema) throw new Error(`${name} is not described.`);
  const validate = described(schema.$ref);
  // As it is read on the other side: dates and big numbers are text there.
  const sent: unknown = JSON.parse(
    JSON.stringify(answer, (_, item: unknown) => (typeof item === 'bigint' ? String(item) : item)),
  );
  if (!validate(sent))
    throw new Error(
      `${name} answered against its description: ${JSON.stringify(validate.errors?.slice(0, 3))} in ${JSON.stringify(answer).slice(0, 600)}`,
    );
}
