/** The texts of one list. */
export interface RecordMessages {
  readonly title: string;
  /** What was to be read, with its article: «la lista de certificados». */
  readonly what: string;
  readonly empty: string;
  readonly emptyText: string;
  readonly absent: string;
  readonly absentText: string;
  readonly pages: string;
  /** «12 certificados»; `shown` is formatted. */
  readonly shown: (count: number, shown: string) => string;
  readonly match: (count: string, total: string) => string;
}
