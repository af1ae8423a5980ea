import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { Card, Stack } from '#ui/layout/card.tsx';
import { LoadingCards } from '#ui/layout/loading-cards.tsx';
import { LoadingFacts } from '#ui/layout/loading-facts.tsx';
import { hashAlgorithmName } from '#widgets/witness/hash-algorithm.ts';
import { m } from '#i18n/messages.ts';
import documentCss from './document-card.module.css';
import css from './request-page.module.css';

/** The actions that most requests have, in their place: others come before them. */
export function LoadingActions() {
  return (
    <>
      <Button iconOnPhone disabled icon={<LinkIcon aria-hidden="true" />}>
        {m.requests_share()}
      </Button>
      <IconButton outlined disabled label={m.requests_more_actions()} icon={<MoreIcon />} />
    </>
  );
}

/** The cards of a request that is still read. */
export function LoadingRequest() {
  const phone = usePhone();
  const bare = { ruled: false, ends: false } as const;
  return (
    <div className={css.columns}>
      <Stack>
        <LoadingCards
          cards={[
            { kind: 'work', count: 2, height: phone ? 190 : 160, ...bare },
            {
              title: m.requests_signers(),
              kind: 'people',
              count: 2,
              lines: 3,
              rowHeight: phone ? 152 : 93,
              flush: false,
            },
          ]}
        />
        <LoadingDocument silent />
      </Stack>
      <Stack>
        <Card title={m.requests_witness()}>
          <Stack aria-hidden="true" style={{ minHeight: phone ? 228 : 166 }}>
            <LoadingFacts labels={[hashAlgorithmName(undefined)]} />
            <LoadingRows kind="work" count={3} lines={phone ? 2 : 1} rowHeight={phone ? 47 : 29} {...bare} />
          </Stack>
        </Card>
        <LoadingCards
          silent
          cards={[
            { title: m.requests_timeline(), kind: 'work', count: 9, rowHeight: phone ? 51 : 49, ...bare },
            { title: m.wallets_owning_title(), kind: 'work', count: 4, height: 230, ...bare },
          ]}
        />
      </Stack>
    </div>
  );
}

/** The card of the document of a request that is still read, or of which the code is. */
export function LoadingDocument({
  silent = false,
}: {
  /** Others beside it say that the page loads. */
  silent?: boolean;
}) {
  return (
    <Card
      flush
      title={m.requests_column_document()}
      note={
        <Button disabled icon={<DownloadIcon aria-hidden="true" />}>
          {m.requests_download()}
        </Button>
      }
    >
      <div className={documentCss.content} aria-hidden={silent || undefined}>
        <div className="facts">
          <LoadingFacts labels={[m.requests_content_label()]} />
        </div>
        <LoadingBytes />
      </div>
    </Card>
  );
}

/** The row that compares the bytes of the document, and its preview. */
export function LoadingBytes() {
  return (
    <>
      <div className={documentCss.check}>
        <LoadingCheck />
      </div>
      <div className={documentCss.preview} aria-hidden="true">
        <LoadingPreview />
      </div>
    </>
  );
}

export const LoadingCheck = () => <LoadingRows kind="work" count={1} lines={1} />;

/** The band over a preview, and its paper. */
export function LoadingPreview() {
  return (
    <div className="paper">
      <p>{m.compose_preview()}</p>
      <LoadingRows kind="blocks" count={1} rowHeight={320} />
    </div>
  );
}
