import { ApiError, type ErrorKind, type RequestLine, type ServiceMessage } from '#client/http/errors.ts';
import { m } from '#i18n/messages.ts';
import { describeFailure } from './describe-failure.ts';

/** Why a step of long work failed, as its journal keeps it: of a service, or a defect of this app. */
export interface StoredFailure {
  readonly kind: ErrorKind | 'defect';
  readonly messages: readonly ServiceMessage[];
  readonly request?: RequestLine | undefined;
}

/** It in words, with what the service said. */
export function storedFailureWords({ kind, messages, request }: StoredFailure): string {
  if (kind === 'defect') return m.errors_defect();
  return describeFailure(new ApiError(kind, request ?? { method: '', path: '', at: '' }, { messages })).text;
}
