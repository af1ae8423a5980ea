import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import CorrectIcon from '@mui/icons-material/EditOutlined';
import { ApiError } from '#client/http/errors.ts';
import { isMissingPart } from '#client/http/missing-part.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { SignatureRequest, Subject } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { m } from '#i18n/messages.ts';
import { describeFailure } from '../failure/describe-failure.ts';
import { paths } from '../paths.ts';
import { useIsHere } from '../address/use-is-here.ts';

/** Opens the composer at a draft that is filled from a rejected request: it is made on the first press. */
export function CorrectButton({
  request,
  people,
  variant,
}: {
  request: SignatureRequest;
  /** People of the request, where its invites name them by id alone. */
  people?: Readonly<Record<string, Subject>> | undefined;
  variant: 'contained' | 'text';
}) {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const snack = useSnack();
  const prepare = useMutation({
    mutationFn: async () => {
      const { prepareCorrection } = await import('./prepare-correction.ts');
      return prepareCorrection(client, queries, request, people);
    },
    onSuccess: (draft) => {
      // Who went elsewhere while the document was read stays there; the draft waits in the composer.
      if (isHere()) void navigate(paths.draft(draft));
    },
    onError: (error) =>
      snack({
        text:
          error instanceof ApiError || isMissingPart(error)
            ? describeFailure(error).text
            : m.correcting_failed(),
      }),
  });
  return (
    <Button
      variant={variant}
      icon={variant === 'contained' ? <CorrectIcon aria-hidden="true" /> : undefined}
      loading={prepare.isPending}
      onClick={() => prepare.mutate()}
    >
      {m.overview_action_correct()}
    </Button>
  );
}
