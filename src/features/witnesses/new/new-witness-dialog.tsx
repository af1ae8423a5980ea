import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useRef, type SubmitEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod/mini';
import { useNavigate } from 'react-router-dom';
import { isAbsent } from '#client/session/capabilities.ts';
import { ApiError } from '#client/http/errors.ts';
import { witnessChanges } from '#client/families/requests/witness-changes.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { hashFile } from '#client/files/hash-file.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { CreateWitnessInput } from '#contract/operations/inputs.ts';
import { bareHex } from '#contract/schema/scalars.ts';
import { Button } from '#ui/actions/button.tsx';
import { Stack } from '#ui/layout/card.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Name } from '#ui/data/name.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import css from './new-witness-dialog.module.css';

const Written = z.object({
  /** As people paste it: with or without `0x`, in groups, in capitals. */
  hash: z.pipe(
    z.string().check(z.overwrite((typed) => bareHex(typed.replace(/[\s:]/g, '')))),
    CreateWitnessInput.shape.hash,
  ),
});

/** Has a hash witnessed: of a file, which stays here, or one that is pasted. */
export function NewWitnessDialog({ organization, onClose }: { organization: string; onClose: () => void }) {
  const { client } = useConnection();
  const navigate = useNavigate();
  const snack = useSnack();
  const form = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const { register, control, handleSubmit, setValue, formState } = useForm({
    resolver: zodResolver(Written),
    defaultValues: { hash: '' },
  });
  const hash = Written.safeParse({ hash: useWatch({ control, name: 'hash' }) }).data?.hash;
  const known = useQuery({
    ...witnesses(client).byHash(hash ?? '', organization),
    enabled: hash !== undefined,
  });
  const read = useMutation({
    mutationFn: (file: File) => hashFile(file),
    onSuccess: ({ sha256 }) => setValue('hash', sha256, { shouldValidate: formState.isSubmitted }),
  });
  const make = useMutation({
    ...witnessChanges(client).create(organization),
    onSuccess: async ({ id, hash: made }, requested) => {
      snack({ text: m.witnesses_new_made() });
      onClose();
      await navigate(paths.witness(id ?? made ?? requested));
    },
  });
  const there = known.data?.id;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={m.witnesses_new_title()}
      actions={
        <>
          <Button
            variant="contained"
            type="submit"
            form={form}
            loading={make.isPending}
            disabled={read.isPending || there != null}
          >
            {m.witnesses_new_confirm()}
          </Button>
          <Button variant="text" onClick={onClose}>
            {m.common_cancel()}
          </Button>
        </>
      }
    >
      <Stack
        as="form"
        id={form}
        style={{ gap: 14 }}
        onSubmit={(event: SubmitEvent) => void handleSubmit((written) => make.mutate(written.hash))(event)}
      >
        <p className={css.text}>{m.witnesses_new_text()}</p>
        <div className={css.choose}>
          <input
            ref={chooser}
            type="file"
            hidden
            aria-label={m.witnesses_new_file()}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) read.mutate(file);
            }}
          />
          <Button loading={read.isPending} onClick={() => chooser.current?.click()}>
            {m.common_choose_file()}
          </Button>
          {read.variables && <Name lines={2}>{read.variables.name}</Name>}
        </div>
        {read.isError && <WarningStrip>{m.witnesses_new_unread()}</WarningStrip>}
        <div className={css.hash}>
          <TextInput
            label={m.witnesses_new_hash()}
            error={formState.errors.hash && m.witnesses_new_hash_rule()}
            autoComplete="off"
            spellCheck={false}
            {...register('hash', { onChange: () => make.reset() })}
          />
        </div>
        {there != null && (
          <p className={css.text} role="status">
            {m.witnesses_new_known()} <Link to={paths.witness(there)}>{m.witnesses_new_see()}</Link>
          </p>
        )}
        {make.error ? <WarningStrip>{refusalWords(make.error)}</WarningStrip> : null}
      </Stack>
    </Dialog>
  );
}

function refusalWords(error: unknown): string {
  if (isAbsent(error)) return m.witnesses_new_absent();
  if (error instanceof ApiError && error.kind === 'conflict') return m.witnesses_new_known();
  return describeFailure(error).text;
}
