import { type Static, type TSchema, Type } from 'typebox'
import { NOTES_MAX } from '../moderation.js'
import { chosenUuid, idText, iso, nullable, orEmpty } from './fields.js'

/**
 * Changes carry the version they were made on; stale ones get 409 CHANGED_MEANWHILE with `current`. Left out: not
 * checked.
 */
const version = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const madeOn = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The version that this change was made on.',
  }),
)
export const MadeOnQuery = Type.Object({ version: orEmpty(idText) })

/** Missing ids are not checked. */
export const versionsById = Type.Record(idText, version, {
  description: 'The versions that this change was made on, by id.',
})

export const versionFields = {
  version: Type.Integer({ description: 'Rises with every change.' }),
  changed_at: nullable(Type.String({ description: 'ISO 8601. Of the last change.' })),
  changed_by: nullable(
    Type.String({ description: 'Who made the last change; null if no one has yet, or if it was no administrator.' }),
  ),
}

/** Other refusals with 409 have no `current`. */
export const conflictWith = <View extends TSchema>(current: View) =>
  Type.Object({
    error: Type.String({ description: 'Text for the user.' }),
    code: Type.String({ description: 'CHANGED_MEANWHILE, or another reason why it is not possible now.' }),
    current: Type.Optional(current),
  })

/** A note, which can never change. */
export const NoteView = Type.Object({
  id: Type.String(),
  by: nullable(Type.String({ description: 'The administrator; null: unknown.' })),
  at: iso,
  text: Type.String(),
})
export type NoteView = Static<typeof NoteView>
export const thread = Type.Array(NoteView, { description: 'All notes, oldest first.' })
/** `POST /admin/reports/{id}/notes`, `/admin/support_tickets/{id}/notes`, `/admin/bans/{id}/notes`. */
export const NoteCreation = Type.Object(
  {
    id: chosenUuid('adds nothing'),
    text: Type.String({ minLength: 1, maxLength: NOTES_MAX }),
  },
  { $id: 'NoteCreation' },
)
export type NoteCreation = Static<typeof NoteCreation>
