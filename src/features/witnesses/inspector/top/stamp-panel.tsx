import { shown } from '#proofs/encoding/visible-text.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { Switch } from '#ui/inputs/switch.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { CertificateDecoded } from '#widgets/report/certificates/certificate-view.tsx';
import { useRead } from '#widgets/report/certificates/use-decoded.ts';
import { m } from '#i18n/messages.ts';
import type { StampDecoded } from './read-stamp.ts';
import css from './stamp-panel.module.css';

const loadReader = async () => (await import('./read-stamp.ts')).readStampDecoded;

/** A time-stamp token decoded. Reading it proves nothing: the checks beside it say what it is worth. */
export function StampPanel({
  title,
  token,
  stored,
  onTamper,
}: {
  title: string;
  /** PEM, base64 or hex; undefined: the service gives its date and no bytes. */
  token: string | undefined;
  /** The stored token, while a altered copy of it is looked at. */
  stored?: string | undefined;
  onTamper?: ((on: boolean) => void) | undefined;
}) {
  return (
    <Card
      title={title}
      note={
        onTamper && token !== undefined ? (
          <Switch
            danger
            label={m.inspector_draw_tamper()}
            checked={stored !== undefined}
            onChange={(event) => onTamper(event.currentTarget.checked)}
          />
        ) : undefined
      }
    >
      <div className={css.root}>
        {token === undefined ? (
          <p className={css.note}>{m.inspector_stamp_absent()}</p>
        ) : (
          <Stamp token={token} />
        )}
      </div>
    </Card>
  );
}

function Stamp({ token }: { token: string }) {
  const read = useRead(loadReader, token);
  if (read.kind === 'reading') return <p className={css.note}>{m.verdicts_reading()}…</p>;
  if (read.kind === 'unread')
    return <p className={css.unread}>{m.inspector_stamp_unread({ message: shown(read.message) })}</p>;
  return <Decoded stamp={read.value} />;
}

function Decoded({ stamp: { token, status, size, fingerprint } }: { stamp: StampDecoded }) {
  const format = useFormat();
  return (
    <>
      <p className={css.note}>{m.inspector_stamp_note()}</p>
      <Facts
        facts={[
          ...(token === undefined
            ? []
            : [
                { label: m.inspector_stamp_time(), value: <Instant at={token.genTime} /> },
                {
                  label: m.inspector_stamp_accuracy(),
                  value:
                    token.accuracy === undefined
                      ? m.inspector_stamp_accuracy_none()
                      : `± ${format.number(token.accuracy / 1000, 3)} s`,
                },
                {
                  label: m.inspector_stamp_imprint(),
                  value: <HashText label={token.imprintAlgorithm} value={token.imprint} size="chain" />,
                },
                { label: m.inspector_stamp_signer(), value: token.signer },
              ]),
          {
            label: m.inspector_stamp_bytes(),
            value: (
              <>
                {format.bytes(size)} <HashText label="SHA-256" value={fingerprint} />
              </>
            ),
          },
        ]}
      />
      {(status !== undefined || token) && (
        <Disclosure summary={m.inspector_stamp_more()}>
          <Facts
            facts={[
              ...(status === undefined
                ? []
                : [{ label: m.inspector_stamp_status(), value: <code>{status}</code> }]),
              ...(token === undefined
                ? []
                : [
                    { label: m.inspector_stamp_policy(), value: <code>{token.policy}</code> },
                    {
                      label: m.inspector_stamp_serial(),
                      value: <HashText value={token.serial} size="chain" />,
                    },
                  ]),
            ]}
          />
        </Disclosure>
      )}
      {token?.certificate && (
        <Disclosure summary={m.inspector_stamp_certificate()}>
          <CertificateDecoded facts={token.certificate} chain={token.chain} />
        </Disclosure>
      )}
    </>
  );
}
