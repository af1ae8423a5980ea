import { secretFields } from '#contract/resources/secret-fields.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Card } from '#ui/layout/card.tsx';
import { CopyButton } from '#ui/data/hash-text.tsx';
import { LongText } from '#ui/data/long-text.tsx';
import { m } from '#i18n/messages.ts';
import css from './raw-json.module.css';

/** JSON text of what came, without secrets, with every digit of long numbers. */
export function shownJson(value: unknown): string {
  return JSON.stringify(
    value,
    (key, inner: unknown) =>
      secretFields.has(key) ? undefined : typeof inner === 'bigint' ? inner.toString() : inner,
    2,
  );
}

export function RawJson({ value }: { value: unknown }) {
  const text = shownJson(value);
  return (
    <Card
      title={m.witnesses_raw()}
      note={<CopyButton value={text} what={m.witnesses_raw_copy()} />}
      className="raw"
    >
      <Disclosure summary={m.witnesses_raw_show()}>
        {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
        <pre className={css.code} tabIndex={0} role="group" aria-label={m.witnesses_raw()}>
          <LongText most={12_000}>{text}</LongText>
        </pre>
      </Disclosure>
    </Card>
  );
}
