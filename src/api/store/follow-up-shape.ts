/** A rejected request and the one that was sent in its place. */
export interface Correction {
  /** `scope` and the id of the replacement: it corrects one request. */
  readonly key: string;
  readonly scope: string;
  readonly rejected: NamedRequest;
  readonly replacement: NamedRequest;
  /** It was sent to its signers; false: it was left as a draft on the service. */
  readonly sent: boolean;
  /** RFC 3339 UTC. */
  readonly at: string;
}

export interface NamedRequest {
  readonly id: string;
  readonly name: string;
}

export type ReminderMeans = 'copied' | 'mail' | 'shared';

/** The last reminder that a person made for a signer from here. Nothing says that it arrived. */
export interface Reminder {
  /** `scope`, id of the request, id of the signer. */
  readonly key: string;
  readonly scope: string;
  readonly request: string;
  /** Id of the subject, or of the invite where the service does not name one. */
  readonly person: string;
  readonly means: ReminderMeans;
  /** RFC 3339 UTC. */
  readonly at: string;
}

/** A person who was chosen as a signer without a link to the organization, so that they could not be invited. */
export interface UnlinkedSigner {
  /** `scope`, id of the request, id of the subject. */
  readonly key: string;
  readonly scope: string;
  readonly request: string;
  /** Id of the subject. */
  readonly person: string;
  readonly name: string;
  /** RFC 3339 UTC. */
  readonly at: string;
}
