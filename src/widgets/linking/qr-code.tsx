import { useEffect, useState } from 'react';
import { m } from '#i18n/messages.ts';
import css from './qr-code.module.css';

/** A text as a QR code, drawn here; the encoder is loaded when one is first shown. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const [code, setCode] = useState<{ value: string; size: number; path: string } | 'failed' | null>(null);
  useEffect(() => {
    let wanted = true;
    import('uqr').then(
      ({ encode }) => {
        const { data, size } = encode(value, { ecc: 'M', border: 2 });
        const path = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ''))).join('');
        if (wanted) setCode({ value, size, path });
      },
      () => {
        if (wanted) setCode('failed');
      },
    );
    return () => {
      wanted = false;
    };
  }, [value]);
  if (code === 'failed') return <p role="alert">{m.common_qr_failed()}</p>;
  const ready = code?.value === value ? code : null;
  return (
    <svg
      className={css.root}
      viewBox={`0 0 ${ready?.size ?? 1} ${ready?.size ?? 1}`}
      role="img"
      aria-label={label}
      aria-busy={ready === null || undefined}
      shapeRendering="crispEdges"
    >
      {ready && <path d={ready.path} fill="#000" />}
    </svg>
  );
}
