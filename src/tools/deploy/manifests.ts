import { join } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1';
import type { ConfigMap, Container } from 'kubernetes-types/core/v1';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';

/** An object of Kubernetes, as the chart renders it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** @throws Error for what is no YAML, or names a key twice */
export function parseManifests(text: string): Manifest[] {
  // Kubernetes reads YAML 1.1, in which 0440 is octal.
  const documents = parseAllDocuments(text, { version: '1.1' });
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    const value = document.toJS() as Manifest | null; // an object, or nothing between two separators
    return value === null ? [] : [value];
  });
}

export const deploymentsOf = (manifests: readonly Manifest[]): Deployment[] =>
  manifests.filter(({ kind }) => kind === 'Deployment') as Deployment[]; // what has this kind

export const configMapsOf = (manifests: readonly Manifest[]): Map<string, Record<string, string>> =>
  new Map(
    (manifests.filter(({ kind }) => kind === 'ConfigMap') as ConfigMap[]).map(({ metadata, data }) => [
      metadata?.name ?? '',
      data ?? {},
    ]),
  );

export type SecretValues = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The variables of a container.
 *
 * @param secrets the Secrets of the namespace: data by key, by name
 * @throws Error for a Secret or a key that is not among them
 */
export function environmentOf(
  { env = [], envFrom = [] }: Container,
  manifests: readonly Manifest[],
  secrets: SecretValues,
): Record<string, string> {
  const maps = configMapsOf(manifests);
  const all: Record<string, string> = {};
  for (const { configMapRef, secretRef } of envFrom) {
    const found = configMapRef ? maps.get(configMapRef.name ?? '') : secrets[secretRef?.name ?? ''];
    if (!found)
      throw new Error(
        `Variables come from ${JSON.stringify(configMapRef ?? secretRef)}, which is not there.`,
      );
    Object.assign(all, found);
  }
  for (const { name, value, valueFrom } of env) {
    const reference = valueFrom?.secretKeyRef;
    const found = reference ? secrets[reference.name ?? '']?.[reference.key] : value;
    if (found === undefined)
      throw new Error(`${name} comes from ${JSON.stringify(reference)}, which is not there.`);
    all[name] = found;
  }
  return all;
}

/** The types of the interface of Kubernetes, by version and kind. */
const modules: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
  'autoscaling/v2': 'autoscaling/v2',
};

/** What of the objects the interface of Kubernetes does not have: fields of another name, place or type. */
export function typeErrors(manifests: readonly Manifest[]): string[] {
  const lines = manifests
    .filter(({ apiVersion }) => apiVersion !== 'monitoring.coreos.com/v1')
    .map((manifest, index) => {
      const type = `import('kubernetes-types/${modules[manifest.apiVersion] ?? '-'}').${manifest.kind}`;
      return `export const object${index}: ${type} = ${JSON.stringify(manifest)};`;
    });
  const name = join(import.meta.dirname, 'rendered.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const files = ts.createCompilerHost(options);
  host.fileExists = (path) => path === name || files.fileExists(path);
  host.getSourceFile = (path, language, ...others) =>
    path === name
      ? ts.createSourceFile(path, lines.join('\n'), language)
      : files.getSourceFile(path, language, ...others);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([name], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
