import { alteredBytes, ApiError, ownUploadRefusal, type ErrorKind } from '#client/http/errors.ts';
import { isMissingPart } from '#client/http/missing-part.ts';
import { faults } from '#contract/operations/errors.ts';
import { visibleText } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';

/** An error in words: what happened and what is safe, what the service said, and the line to report. */
export interface FailureWords {
  readonly text: string;
  /** What the service said, as it stands in the text. */
  readonly said?: string | undefined;
  readonly details: string | undefined;
  /** Trying the same again can help. */
  readonly retry: boolean;
}

/** Seconds beyond which minutes are easier to read. */
const fewSeconds = 120;
/** Seconds beyond which a number of them says nothing to anybody. */
const longestSaid = 86_400;

/** Characters of what a service says that stand in a sentence; the details have the rest. */
const mostSaid = 280;

/** What is reported with these is not what the service said. */
const ownMessage: readonly ErrorKind[] = ['blocked', 'unreadable'];

/** Says an error of any kind in the reader's language. The details never hold a key or an address. */
export function describeFailure(error: unknown): FailureWords {
  if (!(error instanceof ApiError)) {
    const text = isMissingPart(error) ? m.shell_page_not_loaded_text() : m.errors_defect();
    return { text, details: undefined, retry: true };
  }
  const all = error.messages
    .map(({ message, path }) => (path?.length ? `${path.join('.')}: ${message}` : message))
    .join(' · ');
  const said = visibleText(all, mostSaid);
  const { method, path, status, at } = error.request;
  // Held back here: the service said so before, and was not called again.
  if (error.kind === 'malformed' && status === undefined && said !== '')
    return { text: m.errors_not_taken({ filter: said }), details: undefined, retry: false };
  if (error.messages.some(({ code }) => code === ownUploadRefusal))
    return {
      text: m.errors_upload_refused_here(),
      details: [method, path, at, said].join('  '),
      retry: true,
    };
  if (error.messages.some(({ code }) => code === alteredBytes))
    return {
      text: m.errors_upload_altered(),
      details: [method, path, status, at].join('  '),
      retry: true,
    };
  const own = error.kind === 'unreadable' ? error.messages.map(({ message }) => message) : [];
  const text = isUnknown(error) ? m.errors_unknown_outcome() : wordsOf(error.kind, error);
  const isSaid = said !== '' && !ownMessage.includes(error.kind);
  return {
    text: isSaid ? `${text} ${m.errors_service_says({ message: said })}` : text,
    said: isSaid ? said : undefined,
    // What was cut above stands here as it came.
    details: method
      ? [
          method,
          path,
          status ?? error.kind,
          at,
          ...own,
          ...(all.length > mostSaid && own.length === 0 ? [all] : []),
        ].join('  ')
      : undefined,
    // Whoever was refused may have been allowed since.
    retry: !['absent', 'unsupported', 'blocked'].includes(error.kind),
  };
}

/** A change whose answer did not come, or cannot be read, may have been made: to say otherwise would be false. */
const isUnknown = (error: ApiError): boolean => isChange(error) && hasNoAnswer(error);

const isChange = ({ request: { method } }: ApiError): boolean => method !== '' && method !== 'GET';

const hasNoAnswer = ({ kind, request: { status } }: ApiError): boolean =>
  ['unreachable', 'timeout', 'unreadable'].includes(kind) ||
  // A gateway that lost the service, or waited too long for it.
  (status !== undefined && [502, 504].includes(status)) ||
  // By null the service accepted it and says nothing of it.
  (kind === 'not-found' && status === 200);

/** A stored document that is not what came: the service neither serves nor signs it, and says so by a code. */
function storedWords({ messages }: ApiError): string | undefined {
  const codes = messages.map(({ code }) => code);
  if (codes.includes(faults['content-damaged'].code)) return m.errors_content_damaged();
  return codes.includes(faults['content-missing'].code) ? m.errors_content_missing() : undefined;
}

function wordsOf(kind: ErrorKind, error: ApiError): string {
  switch (kind) {
    case 'offline':
      // Whether the call had left when the network went is not known.
      return isChange(error) ? `${m.errors_offline()} ${m.errors_unknown_outcome()}` : m.errors_offline();
    case 'unreachable':
      return m.errors_unreachable();
    case 'blocked':
      return m.errors_blocked({ origin: error.messages[0]?.message ?? '' });
    case 'timeout':
      return m.errors_timeout();
    case 'cancelled':
      return m.errors_cancelled();
    case 'key-refused':
      return m.errors_key_refused();
    case 'forbidden':
      return m.errors_forbidden();
    case 'not-found':
      return m.errors_not_found();
    case 'absent':
      return m.errors_absent();
    case 'conflict':
      return m.errors_conflict();
    case 'rule':
      return m.errors_rule();
    case 'malformed':
      return m.errors_malformed();
    case 'too-large':
      return m.errors_too_large();
    case 'unsupported':
      return m.errors_unsupported();
    case 'rate-limited':
      if ((error.retryAfter ?? 0) > longestSaid) return m.errors_rate_limited_long();
      if ((error.retryAfter ?? 0) > fewSeconds)
        return m.errors_rate_limited_minutes({ minutes: Math.ceil((error.retryAfter ?? 0) / 60) });
      return error.retryAfter
        ? m.errors_rate_limited({ seconds: error.retryAfter })
        : m.errors_rate_limited_soon();
    case 'unavailable':
      return m.errors_unavailable();
    case 'server':
      return storedWords(error) ?? (isChange(error) ? m.errors_server() : m.errors_server_read());
    case 'refused':
      return m.errors_refused();
    case 'unreadable':
      return m.errors_unreadable();
  }
}
