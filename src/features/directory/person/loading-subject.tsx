import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { Stack } from '#ui/layout/card.tsx';
import { LoadingColumns } from '#ui/layout/loading-columns.tsx';
import { LoadingFacts } from '#ui/layout/loading-facts.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { CertificateComing } from './certificate-card.tsx';
import { identityFacts } from './identity-card.tsx';
import { LoadingWallet } from './wallet-card.tsx';
import css from './subject-page.module.css';

/** The places of the cards of a person while they are read. */
export function LoadingSubject() {
  const phone = usePhone();
  const format = useFormat();
  const row = { kind: 'list', rowHeight: phone ? 62 : 44 } as const;
  return (
    <LoadingColumns
      columns={css.columns}
      lists={css.lists}
      side={css.side}
      cards={{
        lists: [
          { title: m.directory_requests(), ...row, count: 4 },
          { title: m.directory_claims(), ...row, count: 1 },
          { title: m.wallets_title(), flush: true, children: <LoadingWallet /> },
        ],
        side: [
          {
            title: m.directory_identity(),
            height: phone ? 294 : 222,
            children: <LoadingFacts labels={identityFacts({}, format).map(({ label }) => label)} />,
          },
          // What they say of a person is a sentence, or facts that are as high.
          {
            title: m.directory_link(),
            flush: false,
            kind: 'list',
            count: 1,
            rowHeight: 36,
            lines: 2,
            ends: false,
          },
          {
            title: m.directory_membership(),
            children: (
              <Stack>
                <LoadingRows count={1} rowHeight={18} ends={false} />
                <LoadingRows count={1} kind="chips" rowHeight={phone ? 40 : 32} />
              </Stack>
            ),
          },
          { title: m.directory_certificate(), children: <CertificateComing /> },
        ],
      }}
    />
  );
}
