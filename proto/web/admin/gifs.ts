import { type Static, Type } from 'typebox'
import { ACT_TOKENS } from '../limits-card.js'
import { BULK_MAX, GIF_CONDITIONS, GIF_STATES, SCAN_MAX } from '../moderation.js'
import { anyOf, countText, cursorText, id, iso, nextCursor, nullable, orEmpty, pageText, uuidText } from './fields.js'
import { madeOn, versionFields, versionsById } from './versions.js'

const acts = Type.Array(Type.Enum(ACT_TOKENS), { maxItems: ACT_TOKENS.length })
/** State of a GIF in the console. */
export type GifStateName = (typeof GIF_STATES)[number]
/** How a GIF stands in the console; each has exactly one. */
export type GifConditionName = (typeof GIF_CONDITIONS)[number]
/** Query of `GET /admin/gifs`. */
export const GifsQuery = Type.Object({
  page: orEmpty(pageText),
  pageSize: orEmpty(Type.String({ pattern: '^[1-9][0-9]?$|^1[0-9][0-9]$|^200$' })),
  category: orEmpty(Type.String({ maxLength: 40 })),
  state: anyOf(GIF_STATES),
  condition: anyOf(GIF_CONDITIONS),
  after: cursorText,
})
export const GifView = Type.Object(
  {
    id: Type.Integer(),
    gif_url: Type.String(),
    thumbnail: Type.String(),
    tags: Type.Array(Type.String()),
    visible: Type.Enum([0, 1] as const),
    state: Type.Enum(GIF_STATES),
    condition: Type.Enum(GIF_CONDITIONS, {
      description: 'Broken whatever its state; checking until its content was examined, then live.',
    }),
    broken: Type.Boolean(),
    refusal: Type.String({ description: 'Why its file cannot be shown; empty if nothing is wrong with it.' }),
    flashes: Type.Boolean({
      description: 'True if it was removed from rotation because it flashes more than three times a second.',
    }),
    acts: nullable(acts),
    created_at: iso,
    ...versionFields,
  },
  { $id: 'GifView' },
)
/** A GIF as the console lists it. */
export type GifView = Static<typeof GifView>
export const GifList = Type.Object(
  {
    items: Type.Array(GifView),
    total: Type.Integer(),
    pageNumber: Type.Integer({ description: '1 with `after`.' }),
    next: nextCursor,
    counts: Type.Record(Type.String(), Type.Integer(), {
      description: 'By condition, of the category and state, whatever the condition asked for.',
    }),
  },
  { $id: 'GifList' },
)
/** Response of `GET /admin/gifs`. */
export type GifList = Static<typeof GifList>
/** Body of `POST /admin/gifs/bulk`. */
export const GifBulk = Type.Object(
  {
    urls: Type.Array(Type.String({ maxLength: 2048 }), { minItems: 1, maxItems: 500 }),
    visible: Type.Union([Type.Literal(0), Type.Literal(1), Type.Boolean()]),
    tags: Type.Optional(nullable(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 }))),
    acts: Type.Optional(nullable(acts)),
  },
  { $id: 'GifBulk' },
)
export type GifBulk = Static<typeof GifBulk>
export const GifBulkAnswer = Type.Object(
  { inserted: Type.Integer(), skipped: Type.Integer() },
  { $id: 'GifBulkAnswer' },
)
/** Response of `POST /admin/gifs/bulk`. */
export type GifBulkAnswer = Static<typeof GifBulkAnswer>
/** Body of `PATCH /admin/gifs/{id}`. */
export const GifChange = Type.Object(
  { state: Type.Enum(['live', 'hidden', 'blocked'] as const), version: madeOn },
  { $id: 'GifChange' },
)
/** `PUT /admin/gifs/{id}/acts`; null makes it unlabelled. */
export const GifActs = Type.Object({ acts: nullable(acts), version: madeOn }, { $id: 'GifActs' })
export type GifActs = Static<typeof GifActs>
/** `PATCH /admin/gifs/bulk`: sets the state or the acts of many, or deletes them. */
export const GifsChange = Type.Object(
  {
    ids: Type.Array(id, { minItems: 1, maxItems: BULK_MAX }),
    op: Type.Enum(['state', 'acts', 'delete'] as const),
    state: Type.Optional(Type.Enum(['live', 'hidden'] as const)),
    acts: Type.Optional(nullable(acts)),
    versions: Type.Optional(versionsById),
    batch: Type.Optional(uuidText),
  },
  { $id: 'GifsChange' },
)
export type GifsChange = Static<typeof GifsChange>
export const GifsChanged = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        id: Type.Integer(),
        code: nullable(
          Type.String({ description: 'NOT_FOUND, GIF_BLOCKED or CHANGED_MEANWHILE; null: as asked for.' }),
        ),
        error: nullable(Type.String({ description: 'The same, in words.' })),
        gif: nullable(GifView),
      }),
    ),
    batch: Type.Optional(
      Type.String({ description: 'Undoes the change within a minute; absent if nothing has changed.' }),
    ),
  },
  { $id: 'GifsChanged' },
)
/** What became of each GIF, in the order asked for. */
export type GifsChanged = Static<typeof GifsChanged>
export const GifsUndone = Type.Object(
  {
    undone: Type.Array(Type.Integer()),
    left: Type.Array(Type.Integer(), { description: 'Changed since, or gone: they stay as they are.' }),
    undone_at: iso,
  },
  { $id: 'GifsUndone' },
)
/** `POST /admin/gifs/bulk/{id}/undo`. */
export type GifsUndone = Static<typeof GifsUndone>
/** `GET /gifs/find-broken`, `POST /gifs/scan-and-delete` (query or body). */
export const ScanQuery = Type.Object({
  limit: orEmpty(Type.String({ pattern: '^[1-9][0-9]?$|^[1-4][0-9][0-9]$|^500$' })),
  offset: orEmpty(countText),
})
export const ScanBody = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: SCAN_MAX })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 999_999_999 })),
  ids: Type.Optional(
    Type.Array(id, {
      maxItems: SCAN_MAX,
      description: 'Checks these instead of a page, such as GIFs shown as broken before.',
    }),
  ),
})
export const GifCheckView = Type.Object(
  {
    id: Type.Integer(),
    url: Type.String(),
    ok: Type.Boolean(),
    visible: Type.Enum([0, 1] as const),
    status: nullable(Type.Integer()),
    contentType: nullable(Type.String()),
  },
  { $id: 'GifCheckView' },
)
/** Result of checking a link. */
export type GifCheckView = Static<typeof GifCheckView>
export const GifChecks = Type.Object(
  { results: Type.Array(GifCheckView), checked: Type.Integer() },
  { $id: 'GifChecks' },
)
export type GifChecks = Static<typeof GifChecks>
export const GifsDeleted = Type.Object({ deleted: Type.Integer(), checked: Type.Integer() }, { $id: 'GifsDeleted' })
export type GifsDeleted = Static<typeof GifsDeleted>
/** `GET /gifs/fetch`: the provider's GIFs by category or text. */
export const GifFetchQuery = Type.Object({
  category: orEmpty(Type.String({ maxLength: 40 })),
  text: orEmpty(Type.String({ maxLength: 100 })),
})
export const FetchedGifs = Type.Object(
  {
    entries: Type.Array(Type.Object({ hd: Type.String(), sd: Type.String(), thumbnail: Type.String() })),
    broken_off: nullable(Type.String({ description: 'Why the provider returned no more than these, in words.' })),
  },
  { $id: 'FetchedGifs' },
)
/** Response of `GET /gifs/fetch`. */
export type FetchedGifs = Static<typeof FetchedGifs>
