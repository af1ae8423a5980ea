import { lazy, Suspense, useState } from 'react';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import PathIcon from '@mui/icons-material/AccountTreeOutlined';
import { Button } from '#ui/actions/button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { verdictWord } from '#ui/verdicts/verdict-chip.tsx';
import { VerdictShape } from '#ui/verdicts/verdict-shape.tsx';
import { saveBlob } from '#widgets/files/save-blob.ts';
import { sharedVerifier } from '#widgets/verification/worker/verifier.ts';
import { m } from '#i18n/messages.ts';
import type { Item } from '../run/item.ts';
import type { FullResult, Verification } from '../run/verification.ts';
import { merklePaths } from './merkle-paths.ts';

const PathDialog = lazy(async () => ({ default: (await import('./path-dialog.tsx')).PathDialog }));

/** The Merkle path of each object of the case; with several, by their names. */
export function OpenPath({ item, whole }: { item: Item; whole: FullResult }) {
  const [opened, setOpened] = useState<string>();
  const fileName = item.source.from === 'hash' ? undefined : item.name;
  const paths = merklePaths(whole.evidence, whole.report, fileName);
  const path = paths.find(({ section }) => section === opened);
  const [only, ...others] = paths;
  if (only === undefined) return null;
  const look = { variant: 'contained', icon: <PathIcon /> } as const;
  return (
    <>
      {others.length === 0 ? (
        <Button {...look} onClick={() => setOpened(only.section)}>
          {only.section === 'witness' ? m.verify_open_path() : m.verify_open_path_of({ object: only.name })}
        </Button>
      ) : (
        <Menu
          label={m.verify_path_choose()}
          items={paths.map(({ section, name, check }) => ({
            id: section,
            label: name,
            detail: verdictWord(check.status),
            icon: <VerdictShape state={check.status} />,
            onSelect: () => setOpened(section),
          }))}
        >
          {(trigger) => (
            <Button {...look} {...trigger}>
              {m.verify_path_choose()}
            </Button>
          )}
        </Menu>
      )}
      {path && (
        <Suspense fallback={null}>
          <PathDialog path={path} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}

export function SaveCase({
  verification,
  item,
  whole,
}: {
  verification: Verification;
  item: Item;
  whole: FullResult;
}) {
  const snack = useSnack();
  const [saving, setSaving] = useState(false);
  const { reader } = verification.snapshot();
  if (reader === undefined) return null;
  const save = async () => {
    setSaving(true);
    try {
      const { exportCase } = await import('#widgets/evidence-files/export/export-case.ts');
      const { name, text } = await exportCase(sharedVerifier(), {
        title: item.source.from === 'hash' ? item.source.hash : item.name,
        evidence: whole.evidence,
        reader,
      });
      saveBlob(new Blob([text], { type: 'application/json' }), name);
    } catch (error) {
      snack({
        text: m.verify_save_failed({ problem: error instanceof Error ? error.message : String(error) }),
      });
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button icon={<DownloadIcon />} loading={saving} onClick={() => void save()}>
      {m.verify_save_case()}
    </Button>
  );
}
