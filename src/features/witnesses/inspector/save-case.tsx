import { useState } from 'react';
import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import type { Evidence } from '#proofs/evidence.ts';
import { Button } from '#ui/button.tsx';
import { useSnack } from '#ui/snackbar.tsx';
import { exportCase } from '#widgets/evidence-files/export-case.ts';
import { sharedJudge } from '#widgets/judging/judge.ts';
import type { Reader } from '#widgets/judging/reader.ts';
import { saveBlob } from '#widgets/save-blob.ts';
import { m } from '#words/words.ts';

/** The untouched evidence as a case file, whatever is being simulated beside it. */
export function SaveCase({
  title,
  evidence,
  reader,
}: {
  title: string;
  evidence: Evidence | undefined;
  reader: Reader | undefined;
}) {
  const snack = useSnack();
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    if (!evidence || !reader) return;
    setSaving(true);
    try {
      const { name, text } = await exportCase(sharedJudge(), { title, evidence, reader });
      saveBlob(new Blob([text], { type: 'application/json' }), name);
    } catch {
      snack({ text: m.inspector_save_failed() });
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button
      variant="outlined"
      icon={<DownloadIcon />}
      disabled={!evidence || !reader}
      loading={saving}
      onClick={() => void save()}
    >
      {m.inspector_save_case()}
    </Button>
  );
}
