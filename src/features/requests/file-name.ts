import type { SignatureRequest } from '#contract/resources/resources.ts';
import { documentFileName } from '#widgets/files/document-file-name.ts';
import { nameOf } from './request-cells.tsx';

export const fileNameOf = (request: SignatureRequest): string =>
  documentFileName(nameOf(request), request.content);
