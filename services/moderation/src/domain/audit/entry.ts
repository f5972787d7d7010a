/** Something that an administrator did, as it is written down. */
export interface AuditEntry {
  /** Unix milliseconds. */
  readonly atMs: number
  /** 0 is the service itself. */
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

/** An entry at its place in its chain. */
export interface ChainedEntry extends AuditEntry {
  /** From the first of its chain, without gaps. */
  readonly seq: number
  /** The hash of the entry before; 32 zero bytes for the first. */
  readonly previous: Uint8Array
  readonly hash: Uint8Array
}

/** The actor of what nobody asked for, such as erasing what has been kept long enough. */
export const SYSTEM = { actorId: 0, actor: 'system' } as const
