import { type Static, Type } from 'typebox'
import { CHARACTER_UNITS_MAX } from '../characters.js'
import { CupEntryView, CupSummary, CupView, TieView } from '../competition-rest.js'
import { CUP_CAPACITY_MAX, CUP_CAPACITY_MIN, CUP_NAME_MAX, REASON_MAX, TIE_FILTERS } from '../competition.js'
import { CATEGORIES, MODES } from '../limits.js'
import { anyOf, cursorText, id, idText, iso, nullable, orEmpty, pagedFields, pageSizeText, pageText } from './fields.js'
import { madeOn, versionFields } from './versions.js'

/** Query of `GET /admin/cups`. */
export const CupsQuery = Type.Object({ page: orEmpty(pageText), pageSize: orEmpty(pageSizeText), after: cursorText })
export const CupsPage = Type.Object({ results: Type.Array(CupSummary), ...pagedFields }, { $id: 'CupsPage' })
/** A page of cups in the console. */
export type CupsPage = Static<typeof CupsPage>

export const AdminCupView = Type.Object({ ...CupView.properties, ...versionFields }, { $id: 'AdminCupView' })
export type AdminCupView = Static<typeof AdminCupView>

const cupFields = {
  name: Type.String({ minLength: 1, maxLength: CUP_NAME_MAX * CHARACTER_UNITS_MAX }),
  mode: Type.Enum(MODES),
  category: Type.Enum(CATEGORIES),
  capacity: Type.Integer({ minimum: CUP_CAPACITY_MIN, maximum: CUP_CAPACITY_MAX }),
  starts_at: Type.String({ format: 'date-time', description: 'ISO 8601.' }),
}
/** `POST /admin/cups`; `id`, a UUID, makes it idempotent. */
export const CupCreation = Type.Object(
  { id: Type.String({ minLength: 36, maxLength: 36 }), ...cupFields },
  { $id: 'CupCreation' },
)
export type CupCreation = Static<typeof CupCreation>
/** Body of `PATCH /admin/cups/{id}`. */
export const CupUpdate = Type.Object(
  { ...Type.Partial(Type.Object(cupFields)).properties, version: madeOn },
  { $id: 'CupUpdate' },
)
export type CupUpdate = Static<typeof CupUpdate>
/** `POST /admin/cups/{id}/entries`. */
export const EntryCreation = Type.Object(
  {
    userId: id,
    removed: Type.Optional(
      Type.Object(
        { seed: Type.Integer({ minimum: 1, maximum: CUP_CAPACITY_MAX }), checked_in: Type.Boolean() },
        { description: 'What the entry was before it was removed. Left out: a new one.' },
      ),
    ),
    version: madeOn,
  },
  { $id: 'EntryCreation' },
)
export type EntryCreation = Static<typeof EntryCreation>
/** `DELETE /admin/cups/{id}/entries/{userId}`. */
export const EntryParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }), userId: idText })
/** `PUT /admin/cups/{id}/seeds`: best first. */
export const Seeding = Type.Object(
  { order: Type.Array(id, { maxItems: CUP_CAPACITY_MAX }), version: madeOn },
  { $id: 'Seeding' },
)
/** `POST /admin/cups/{id}/start`. */
export const CupStart = Type.Object({ version: madeOn }, { $id: 'CupStart' })
/** `POST /admin/cups/{id}/cancel`. */
export const CupCancellation = Type.Object(
  { reason: Type.String({ maxLength: REASON_MAX }), version: madeOn },
  { $id: 'CupCancellation' },
)

/** Query of `GET /admin/ties`. */
export const TiesQuery = Type.Object({
  filter: anyOf(TIE_FILTERS),
  page: orEmpty(pageText),
  pageSize: orEmpty(pageSizeText),
  after: cursorText,
})
const cupTieFields = {
  cup_id: Type.String(),
  cup_name: Type.String(),
  mode: Type.Enum(MODES),
  category: Type.Enum(CATEGORIES),
  tie: TieView,
  version: Type.Integer({ description: "The tie's version, which rises with every change." }),
  player_a: nullable(CupEntryView),
  player_b: nullable(CupEntryView),
  spectators_allowed: Type.Boolean({ description: 'Whether both players consent now.' }),
  watchers: Type.Integer(),
  spectator_url: nullable(Type.String({ description: 'Link for players; it works only while both consent.' })),
  apart: Type.Boolean({
    description: 'Decided at random, because one of the two blocks the other. Never shown to players.',
  }),
  safety_exit_by: nullable(id),
  verdict: nullable(
    Type.Object(
      { winner_id: nullable(id), reason: Type.String(), by: Type.String(), at: iso },
      { description: 'The latest by a judge.' },
    ),
  ),
}
export const CupTieView = Type.Object(cupTieFields)
/** Tie with its cup, for judges. */
export type CupTieView = Static<typeof CupTieView>
export const TiesPage = Type.Object({ results: Type.Array(CupTieView), ...pagedFields }, { $id: 'TiesPage' })
/** Response of `GET /admin/ties`. */
export type TiesPage = Static<typeof TiesPage>

/** `POST /admin/cups/{id}/ties/{tieId}/verdict`; without winner no one advances. `version`: the tie's. */
export const Verdict = Type.Object(
  {
    winnerId: nullable(id),
    reason: Type.String({ maxLength: REASON_MAX }),
    version: madeOn,
  },
  { $id: 'Verdict' },
)
export type Verdict = Static<typeof Verdict>
/** `POST /admin/cups/{id}/ties/{tieId}/watch`: a single-use link. */
export const WatchLink = Type.Object({ url: Type.String(), expires_at: iso }, { $id: 'WatchLink' })
export type WatchLink = Static<typeof WatchLink>
