/**
 * Every way in which an operation can be refused, with its status and the code that stands in
 * `extensions.code` of the error body (Rule ER-1). The service answers from this table and nothing else.
 */
export const faults = {
  'malformed-argument': { status: 400, code: 'BAD_REQUEST' },
  unauthenticated: { status: 401, code: 'UNAUTHENTICATED' },
  forbidden: { status: 403, code: 'FORBIDDEN' },
  'not-found': { status: 404, code: 'NOT_FOUND' },
  'method-not-allowed': { status: 405, code: 'METHOD_NOT_ALLOWED' },
  'request-timeout': { status: 408, code: 'REQUEST_TIMEOUT' },
  conflict: { status: 409, code: 'CONFLICT' },
  'length-required': { status: 411, code: 'LENGTH_REQUIRED' },
  'too-large': { status: 413, code: 'PAYLOAD_TOO_LARGE' },
  'uri-too-long': { status: 414, code: 'URI_TOO_LONG' },
  'unsupported-media': { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
  unprocessable: { status: 422, code: 'UNPROCESSABLE_ENTITY' },
  'too-many-requests': { status: 429, code: 'TOO_MANY_REQUESTS' },
  'headers-too-large': { status: 431, code: 'REQUEST_HEADER_FIELDS_TOO_LARGE' },
  'upstream-failed': { status: 502, code: 'BAD_GATEWAY' },
  unavailable: { status: 503, code: 'SERVICE_UNAVAILABLE' },
  'upstream-timeout': { status: 504, code: 'GATEWAY_TIMEOUT' },
  'content-damaged': { status: 500, code: 'STORED_CONTENT_DAMAGED' },
  'content-missing': { status: 500, code: 'STORED_CONTENT_MISSING' },
  internal: { status: 500, code: 'INTERNAL_SERVER_ERROR' },
} as const;

export type FaultName = keyof typeof faults;

/** One entry of the error body. `path` names the field that broke the rule, outermost first. */
export interface ErrorEntry {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; rule?: string; http: { status: number } };
}

export interface ErrorBody {
  errors: ErrorEntry[];
}
