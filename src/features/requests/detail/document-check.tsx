import { useQuery } from '@tanstack/react-query';
import { documentDigest } from '#client/families/requests/content.ts';
import { checkFileHash, type WitnessedHash } from '#proofs/signature/check-signature.ts';
import { standard } from '#proofs/policy/policy.ts';
import { CheckRow } from '#ui/verdicts/check-row.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { reasonSentence } from '#widgets/report/texts/check-sentences.ts';
import { m } from '#i18n/messages.ts';

/**
 * The SHA-256 of the bytes that came, computed here, beside the one that was witnessed.
 *
 * @param witness one of another algorithm is not compared: its hash says nothing of these bytes
 */
export function DocumentCheck({ file, witness }: { file: Blob; witness: WitnessedHash | undefined }) {
  const digest = useQuery(documentDigest(file));
  return (
    <QueryView
      query={digest}
      loading={<CheckRow state="RUNNING" statement={m.requests_check_document_open()} />}
      failed={() => (
        <CheckRow
          state="INDETERMINATE"
          statement={m.requests_check_document_open()}
          detail={m.requests_check_unread()}
        />
      )}
    >
      {(sha256) =>
        witness === undefined ? (
          <Facts facts={[{ label: m.requests_check_hash(), value: <HashText value={sha256} /> }]} />
        ) : (
          <HashCheck sha256={sha256} witness={witness} />
        )
      }
    </QueryView>
  );
}

function HashCheck({ sha256, witness }: { sha256: string; witness: WitnessedHash }) {
  const { options } = useFormat();
  const { id, status, basis, reason } = checkFileHash(standard, sha256, witness);
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
            <HashText value={sha256} comparedTo={witness.hash.toLowerCase()} whole />
          ) : (
            status !== 'PASSED' && reason && reasonSentence(reason, id, options)
          )
        }
      />
    </div>
  );
}
