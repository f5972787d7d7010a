import type { AuditEntry } from './entry.js'

/** What the first entry follows. */
export const NO_ENTRY = new Uint8Array(32)

/** The content of an entry as it is hashed: every field in a fixed order, told apart by JSON's own quoting. */
export const contentOf = (entry: AuditEntry & { readonly seq: number }): string =>
  JSON.stringify([
    entry.seq,
    entry.atMs,
    entry.actorId,
    entry.actor,
    entry.action,
    entry.subjectKind,
    entry.subjectId,
    entry.details,
    entry.requestId,
    entry.restricted,
    entry.factId,
  ])
