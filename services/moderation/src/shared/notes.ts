import { invalidField, type Refused, type Transaction } from '@kla/chassis'
import type { Thread } from '@kla/proto'
import { isUuid, NOTES_MAX, refusedField } from '@kla/proto/web'
import { isRefused, requiredText } from './rules.js'

/** An administrator's note about a report or ban, or for the next shift. */
export interface Note {
  readonly id: string
  readonly byId: number
  readonly by: string
  readonly atMs: number
  readonly text: string
}

/** Tickets have their own entries. */
export type NotedKind = 'report' | 'ban' | 'account' | 'handover'

/** UTF-8 bytes in a list's row, which always includes the newest note. */
export const LISTED_MAX_BYTES = 16 * 1024

/** Limits the thread to the newest notes with `maxBytes`. */
export const threadColumn = (kind: NotedKind, table: string, maxBytes = Number.MAX_SAFE_INTEGER): string => `(
  SELECT coalesce(json_agg(json_build_object(
    'id', id, 'byId', by_id, 'by', by_name, 'atMs', (extract(epoch FROM at) * 1000)::bigint, 'text', text
  ) ORDER BY seq), '[]') FROM (
    SELECT *, sum(octet_length(text)) OVER (ORDER BY seq DESC) - octet_length(text) AS newer FROM notes
    WHERE kind = '${kind}' AND subject_id = ${table}.id
  ) AS noted WHERE newer < ${maxBytes}
) AS thread`

const INSERT = `
INSERT INTO notes (id, kind, subject_id, by_id, by_name, at, text) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (id) DO NOTHING`

/** Throws INVALID_FIELD if the id belongs to another thread. */
export async function insertNote(
  tx: Transaction,
  kind: NotedKind,
  subjectId: number,
  { id, byId, by, atMs, text }: Note,
): Promise<void> {
  const { rowCount } = await tx.query(INSERT, [id, kind, subjectId, byId, by, new Date(atMs), text])
  if (rowCount === 0) throw invalidField('id')
}

export const ERASE_NOTES = 'DELETE FROM notes WHERE kind = $1 AND subject_id = ANY($2)'

/** A note to add, once for each id. */
export interface WantedNote {
  readonly noteId: string
  readonly text: string
}

export function readNote(given: WantedNote, max = NOTES_MAX): WantedNote | Refused {
  if (!isUuid(given.noteId)) return refusedField('id')
  const text = requiredText(given.text, max, 'text')
  if (isRefused(text)) return text
  return { noteId: given.noteId.toLowerCase(), text }
}

export const threadToProto = (thread: readonly Note[]): Thread => ({ notes: thread.map((note) => ({ ...note })) })
