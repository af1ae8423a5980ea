import type { SendFailure } from '#jobs/send/send-record.ts';
import { storedFailureWords } from '#widgets/failure/stored-failure.ts';
import { m } from '#i18n/messages.ts';

/** Why a send did not come to its end, in words, with what the service said. */
export function reasonOf({ kind, step, messages, request }: SendFailure, name = ''): string {
  switch (kind) {
    case 'file-missing':
      return m.shell_send_file_missing();
    case 'ambiguous':
      return step === 'invite' ? m.shell_send_ambiguous_invite({ name }) : m.shell_send_ambiguous();
    case 'disk':
      return m.shell_send_disk();
    default:
      return storedFailureWords({ kind, messages, request });
  }
}

/** What is waited for to pass, in short: nobody has to do anything about it. */
export function waitReason(failure: SendFailure): string {
  switch (failure.kind) {
    case 'offline':
      return m.shell_wait_offline();
    case 'unreachable':
      return m.shell_wait_unreachable();
    case 'timeout':
      return m.shell_wait_timeout();
    case 'rate-limited':
      return m.shell_wait_rate();
    case 'unavailable':
      return m.shell_wait_unavailable();
    case 'server':
      return m.shell_wait_server();
    case 'unreadable':
      return m.shell_wait_unreadable();
    default:
      return reasonOf(failure);
  }
}
