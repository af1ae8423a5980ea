import { ApiError } from '#client/http/errors.ts';
import { isMissingPart } from '#client/http/missing-part.ts';
import { FailedState } from '#ui/feedback/failed-state.tsx';
import { CopyButton } from '#ui/data/hash-text.tsx';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { m } from '#i18n/messages.ts';
import css from './connect-failure.module.css';

/** Why there is no connection. Every reason has its own words, and what can be done about it. */
export function ConnectFailure({ error, baseUrl }: { error: unknown; baseUrl: string }) {
  const { title, text } = wordsFor(error, baseUrl);
  return (
    <div className={css.panel}>
      <FailedState
        title={title}
        text={text}
        details={describeFailure(error).details}
        onRetry={isMissingPart(error) ? () => window.location.reload() : undefined}
      />
    </div>
  );
}

/** A refused key is said at its own field; everything else beside the form. */
export function isKeyRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'key-refused' || error.kind === 'forbidden');
}

function wordsFor(error: unknown, baseUrl: string) {
  const { origin, host } = new URL(baseUrl);
  const kind = error instanceof ApiError ? error.kind : undefined;
  switch (kind) {
    case 'blocked':
      return {
        title: m.connect_blocked_title({ host }),
        text: (
          <>
            {m.connect_blocked_text()}
            <SettingLine setting={`TESTIGO_CONNECT=${origin}`} />
            {m.connect_blocked_or()}
            <SettingLine setting={`TESTIGO_UPSTREAM=${origin}`} />
            {m.connect_blocked_then()}
          </>
        ),
      };
    case 'not-found':
    case 'absent':
    case 'unreadable':
      return { title: m.connect_no_service_title(), text: m.connect_no_service_text({ address: baseUrl }) };
    case 'unreachable':
      return {
        title: m.connect_unreachable_title({ host }),
        text: (
          <>
            {m.connect_unreachable_text()}
            <SettingLine setting={`TESTIGO_UPSTREAM=${origin}`} />
          </>
        ),
      };
    case 'offline':
      return { title: m.connect_offline_title(), text: m.connect_offline_text() };
    case 'key-refused':
    case 'forbidden':
      return { title: m.connect_key_refused(), text: m.connect_key_refused_text({ host }) };
    default:
      if (isMissingPart(error))
        return { title: m.shell_page_not_loaded_title(), text: describeFailure(error).text };
      return { title: m.connect_failed_title({ host }), text: describeFailure(error).text };
  }
}

/** A setting of the page's server, as it is to be copied. */
export function SettingLine({ setting }: { setting: string }) {
  return (
    <div className={css.setting}>
      <code>{setting}</code>
      <CopyButton value={setting} what={setting.split('=')[0]} />
    </div>
  );
}
