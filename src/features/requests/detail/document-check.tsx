import { useQuery } from '@tanstack/react-query';
import { documentDigest } from '#client/families/requests/content.ts';
import { checkFileHash, type WitnessedHash } from '#proofs/signature/check-signature.ts';
import { standard } from '#proofs/policy/policy.ts';
import { CheckRow } from '#ui/verdicts/check-row.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { reasonSentence } from '#widgets/report/texts/check-sentences.ts';
import { m } from '#i18n/messages.ts';

/**
 * The SHA-256 of the bytes that came, computed here, beside the one that was witnessed.
 *
 * @param witness one of another algorithm is not compared: its hash says nothing of these bytes
 */
export function DocumentCheck({ file, witness }: { file: Blob; witness: WitnessedHash | undefined }) {
  const { options } = useFormat();
  const digest = useQuery(documentDigest(file));
  if (digest.isError)
    return (
      <CheckRow
        state="INDETERMINATE"
        statement={m.requests_check_document_open()}
        detail={m.requests_check_unread()}
      />
    );
  if (!digest.data) return <CheckRow state="RUNNING" statement={m.requests_check_document_open()} />;
  if (witness?.hash === undefined)
    return <Facts facts={[{ label: m.requests_check_hash(), value: <HashText value={digest.data} /> }]} />;
  const { id, status, basis, reason } = checkFileHash(standard, digest.data, witness);
  const failed = status === 'FAILED';
  const held = status === 'PASSED' ? m.requests_check_document() : m.requests_check_document_open();
  return (
    <div data-section="document" data-check={id}>
      <CheckRow
        state={status}
        statement={failed ? m.requests_check_document_failed() : held}
        basis={basis}
        detail={
          failed ? (
            <HashText value={digest.data} comparedTo={witness.hash.toLowerCase()} whole />
          ) : (
            status !== 'PASSED' && reason && reasonSentence(reason, id, options)
          )
        }
      />
    </div>
  );
}
