import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from '@mui/material/styles';
import { isAbsent } from '#api/capabilities.ts';
import { ApiError } from '#api/errors.ts';
import { witnesses } from '#api/families/witnesses.ts';
import { hashFile } from '#api/files/hash-file.ts';
import { invalidate } from '#api/invalidate.ts';
import { useConnection } from '#api/session-context.tsx';
import { Button } from '#ui/button.tsx';
import { Stack } from '#ui/card.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ink, mono, type } from '#ui/ink.ts';
import { Link } from '#ui/link.tsx';
import { useSnack } from '#ui/snackbar.tsx';
import { WarningStrip } from '#ui/strips.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { describeFailure } from '#widgets/failure.ts';
import { paths } from '#widgets/paths.ts';
import { m } from '#words/words.ts';

const Text = styled('p')({ ...type.table, margin: 0, color: ink.text2 });
const Choose = styled('label')({
  ...type.table,
  display: 'flex',
  flexDirection: 'column',
  gap: 6,
  '& > input': { font: 'inherit', minHeight: 32 },
});
const Hash = styled('div')({ '& input': { fontFamily: mono } });

/** Has a hash witnessed: of a file, which stays here, or one that is pasted. */
export function NewWitnessDialog({ organization, onClose }: { organization: string; onClose: () => void }) {
  const { client } = useConnection();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const snack = useSnack();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const family = witnesses(client);
  const hash = readHash(typed);
  const known = useQuery({ ...family.byHash(hash ?? '', organization), enabled: hash !== undefined });
  const read = useMutation({
    mutationFn: (file: File) => hashFile(file),
    onSuccess: ({ sha256 }) => setTyped(sha256),
  });
  const make = useMutation({
    mutationFn: (of: string) => family.create(of, organization),
    onSuccess: async ({ id, hash: made }, asked) => {
      await invalidate(queries, family.key);
      snack({ text: m.witnesses_new_made() });
      onClose();
      await navigate(paths.witness(id ?? made ?? asked));
    },
  });
  const wrong = tried && hash === undefined ? m.witnesses_new_hash_rule() : undefined;
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
            loading={make.isPending}
            disabled={read.isPending || there != null}
            onClick={() => {
              setTried(true);
              if (hash !== undefined) make.mutate(hash);
            }}
          >
            {m.witnesses_new_confirm()}
          </Button>
          <Button variant="text" onClick={onClose}>
            {m.common_cancel()}
          </Button>
        </>
      }
    >
      <Stack style={{ gap: 14 }}>
        <Text>{m.witnesses_new_text()}</Text>
        <Choose>
          {m.witnesses_new_file()}
          <input
            type="file"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) read.mutate(file);
            }}
          />
        </Choose>
        {read.isError && <WarningStrip>{m.witnesses_new_unread()}</WarningStrip>}
        <Hash>
          <TextInput
            label={m.witnesses_new_hash()}
            value={typed}
            error={wrong}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => {
              setTyped(target.value);
              make.reset();
            }}
          />
        </Hash>
        {there != null && (
          <Text role="status">
            {m.witnesses_new_known()} <Link to={paths.witness(there)}>{m.witnesses_new_see()}</Link>
          </Text>
        )}
        {make.error ? <WarningStrip>{refusalWords(make.error)}</WarningStrip> : null}
      </Stack>
    </Dialog>
  );
}

/** A SHA-256 as people paste it: with or without `0x`, in groups, in capitals. */
function readHash(typed: string): string | undefined {
  const bare = typed.toLowerCase().replace(/[\s:]/g, '').replace(/^0x/, '');
  return /^[0-9a-f]{64}$/.test(bare) ? bare : undefined;
}

function refusalWords(error: unknown): string {
  if (isAbsent(error)) return m.witnesses_new_absent();
  if (error instanceof ApiError && error.kind === 'conflict') return m.witnesses_new_known();
  return describeFailure(error).text;
}
