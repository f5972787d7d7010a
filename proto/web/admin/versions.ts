import { type Static, type TSchema, Type } from 'typebox'
import { NOTES_MAX } from '../moderation.js'
import { idText, iso, nullable, orEmpty } from './fields.js'

/**
 * Every thing that administrators change has a version, which rises with each change. A change carries the version it was made
 * on: when the thing has changed since, it is refused with 409 CHANGED_MEANWHILE and `current`, the thing as it is now. Left out:
 * not checked.
 */
const version = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** Version in the body of a change. */
export const madeOn = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The version that this change was made on.',
  }),
)
/** Version in the query of a change without a body. */
export const MadeOnQuery = Type.Object({ version: orEmpty(idText) })

/** Versions by id in a change to many things. Ids that are left out are not checked. */
export const versionsById = Type.Record(idText, version, {
  description: 'The versions that this change was made on, by id.',
})

/** Fields in the view of everything that has a version. */
export const versionFields = {
  version: Type.Integer({ description: 'Rises with every change.' }),
  changed_at: nullable(Type.String({ description: 'ISO 8601. Of the last change.' })),
  changed_by: nullable(
    Type.String({ description: 'Who made the last change; null: nobody yet, or no administrator.' }),
  ),
}

/** The answer to a change of something that has changed meanwhile. Other refusals with 409 have no `current`. */
export const conflictWith = <View extends TSchema>(current: View) =>
  Type.Object({
    error: Type.String({ description: 'A text for the person.' }),
    code: Type.String({ description: 'CHANGED_MEANWHILE, or why else it is not possible now.' }),
    current: Type.Optional(current),
  })
/** What the page makes of it. */
export interface ConflictWith<View> {
  readonly error: string
  readonly code: string
  readonly current?: View
}

/** One note of a thread: added, never changed nor taken away. */
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
    id: Type.String({
      pattern: '^[0-9a-fA-F-]{36}$',
      description: 'A UUID that the page makes up: a repeat adds nothing.',
    }),
    text: Type.String({ minLength: 1, maxLength: NOTES_MAX }),
  },
  { $id: 'NoteCreation' },
)
export type NoteCreation = Static<typeof NoteCreation>
