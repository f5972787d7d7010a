/** Something that an administrator did, as it is written down. */
export interface AuditEntry {
  /** Unix milliseconds. */
  readonly atMs: number
  readonly actorId: number
  readonly actor: string
  /** Such as "reports.list": the kind of thing, and what was done. */
  readonly action: string
  /** Empty when it is about nothing in particular. */
  readonly subjectKind: string
  readonly subjectId: string
  /** JSON text; never an e-mail, a search text or a reason that somebody wrote. */
  readonly details: string
  readonly requestId: string
  /** About a report of child safety or crime. */
  readonly restricted: boolean
  /** Of the fact that tells of it; empty when it happened here. */
  readonly factId: string
}

/** An entry at its place in the chain. */
export interface ChainedEntry extends AuditEntry {
  /** From 1, without gaps. */
  readonly seq: number
  /** The hash of the entry before; 32 zero bytes for the first. */
  readonly previous: Uint8Array
  readonly hash: Uint8Array
}
