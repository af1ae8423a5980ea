import type { SendJob, SendStep } from '#jobs/send/send-record.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Step } from '#ui/layout/stepper.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';
import type { Signer } from '../signers-section.tsx';
import type { Composer } from '../use-composer.ts';
import { uploadDetail } from './upload-detail.ts';

/** The steps of sending, and how far each is once it was begun. */
export function useSendSteps(
  { draft, document }: Composer,
  invitable: readonly Signer[],
  operation: SendJob | undefined,
): Step[] {
  const format = useFormat();
  const { organization } = useConnection();
  const organizationName = visibleName(organization?.name) ?? organization?.id ?? '';
  const steps: Step[] = [
    {
      id: 'upload',
      title: m.compose_step_upload(),
      detail: document && uploadDetail(format.bytes(document.file.size), operation),
      state: stateOf('upload', operation),
    },
    {
      id: 'create',
      title: m.compose_step_create(),
      detail: draft.nom151
        ? m.compose_step_create_detail_nom151({ organization: organizationName })
        : m.compose_step_create_detail({ organization: organizationName }),
      state: stateOf('create', operation),
    },
    {
      id: 'invite',
      title:
        invitable.length > 0
          ? m.compose_step_invite({ count: invitable.length })
          : m.compose_step_invite_none(),
      detail: format.list(invitable.map(({ name }) => name)),
      state: stateOf('invite', operation),
    },
  ];
  // Without signers nobody receives it, so sending is not announced; once it was begun, how far it is does show.
  if (!draft.keepAsDraft && (invitable.length > 0 || operation))
    steps.push({
      id: 'send',
      title: m.compose_step_send(),
      detail: invitable.length > 0 && m.compose_step_send_detail(),
      state: stateOf('send', operation),
    });
  return steps;
}

const order: readonly SendStep[] = ['upload', 'create', 'invite', 'send'];

function stateOf(step: SendStep, operation: SendJob | undefined): Step['state'] {
  if (!operation) return undefined;
  if (operation.status === 'done') return 'done';
  const at = order.indexOf(operation.step);
  const index = order.indexOf(step);
  if (index < at) return 'done';
  return index > at ? undefined : operation.status === 'failed' ? 'failed' : 'running';
}
