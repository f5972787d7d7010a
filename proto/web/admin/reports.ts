import { type Static, Type } from 'typebox'
import { REASON_MAX } from '../competition.js'
import {
  BATCH_STATUSES,
  BULK_MAX,
  LEFT_OUT_WHYS,
  NOTES_MAX,
  REPORT_CATEGORIES,
  REPORT_SORTS,
  REPORT_STATUSES,
  REVIEW_ACTIONS,
  type ReviewAction,
} from '../moderation.js'
import {
  anyOf,
  chosenUuid,
  cursorText,
  id,
  idText,
  iso,
  isoOrNull,
  nullable,
  orEmpty,
  pagedFields,
  pageSizeText,
  pageText,
  search,
} from './fields.js'
import { madeOn, thread, versionFields, versionsById } from './versions.js'

/** Query of `GET /admin/reports/`. */
export const ReportsQuery = Type.Object({
  q: search,
  status: anyOf(REPORT_STATUSES),
  category: anyOf(REPORT_CATEGORIES),
  reporter_id: orEmpty(idText),
  reported_id: orEmpty(idText),
  page: orEmpty(pageText),
  pageSize: orEmpty(pageSizeText),
  after: cursorText,
  sort: anyOf(REPORT_SORTS),
})
const reportFields = {
  id: Type.Integer(),
  created_at: iso,
  reporter_id: Type.Integer(),
  reported_id: Type.Integer(),
  reporter_name: Type.String({ description: 'Empty when the account is gone.' }),
  reported_name: Type.String({ description: 'Empty when the account is gone.' }),
  category: Type.Enum(REPORT_CATEGORIES),
  categories: Type.Array(Type.Enum(REPORT_CATEGORIES), { description: 'Of all its submissions, its own first.' }),
  status: Type.Enum(REPORT_STATUSES),
  reason: Type.String(),
  notes: Type.String({ description: 'The last note of the thread; empty: none.' }),
  thread,
  reviewed_at: isoOrNull,
  reviewed_by: nullable(Type.String()),
  submissions: Type.Integer({ description: 'How many submissions were merged into it, itself included.' }),
  held: Type.Boolean(),
  ...versionFields,
}
export const ReportView = Type.Object(reportFields, { $id: 'ReportView' })
/** A report as the console lists it. */
export type ReportView = Static<typeof ReportView>
export const ReportList = Type.Object({ results: Type.Array(ReportView), ...pagedFields }, { $id: 'ReportList' })
/** Response of `GET /admin/reports/`. */
export type ReportList = Static<typeof ReportList>
export const ReportContextView = Type.Object(
  {
    room_id: Type.String(),
    room_name: Type.String(),
    mode: Type.String(),
    category: Type.String(),
    battle_id: nullable(Type.String()),
    phase: Type.String(),
    round: Type.Integer(),
    taken_at: iso,
    people: Type.Array(Type.Object({ id: Type.Integer(), username: Type.String(), discord_id: Type.String() })),
    lines: Type.Array(
      Type.Object({ id: Type.Integer(), username: Type.String(), message: Type.String(), said_at: iso }),
    ),
    received_gif: nullable(Type.String()),
    reveals: Type.Array(
      Type.Object({
        opened_at: iso,
        closed_at: isoOrNull,
        closed_by: nullable(Type.Integer()),
        closed_why: Type.String(),
      }),
      { description: 'When both players showed themselves in a blurred room.' },
    ),
  },
  { $id: 'ReportContextView' },
)
/** Evidence that the server adds. */
export type ReportContextView = Static<typeof ReportContextView>
/** Response of `GET /admin/reports/{id}`. */
export const ReportDetailView = Type.Object(
  {
    ...reportFields,
    context: nullable(ReportContextView),
    said: Type.Array(
      Type.Object({ submitted_at: iso, category: Type.Enum(REPORT_CATEGORIES), reason: Type.String() }),
      { description: 'Every submission, oldest first.' },
    ),
    evidence_offered: Type.Boolean({
      description: "True if there may be encrypted stills; see the report's evidence.",
    }),
  },
  { $id: 'ReportDetailView' },
)
export type ReportDetailView = Static<typeof ReportDetailView>
/** `PATCH /admin/reports/{id}`. `notes` adds a note unless empty or the last one. */
export const ReportChange = Type.Object(
  {
    category: Type.Optional(Type.Enum(REPORT_CATEGORIES)),
    status: Type.Optional(Type.Enum(REPORT_STATUSES)),
    notes: Type.Optional(nullable(Type.String({ maxLength: NOTES_MAX }))),
    version: madeOn,
  },
  { $id: 'ReportChange' },
)
export type ReportChange = Static<typeof ReportChange>
/** `POST /admin/reports/{id}/review`. */
export const ReportReview = Type.Object(
  {
    action: Type.Enum(Object.keys(REVIEW_ACTIONS) as ReviewAction[]),
    notes: Type.Optional(nullable(Type.String({ maxLength: NOTES_MAX }))),
    version: madeOn,
  },
  { $id: 'ReportReview' },
)
export type ReportReview = Static<typeof ReportReview>
/** `GET /admin/reports/deleted`: not yet erased, latest deletion first. */
export const DeletedReportsQuery = Type.Object({
  page: orEmpty(pageText),
  pageSize: orEmpty(pageSizeText),
  after: cursorText,
})
export const DeletedReportView = Type.Object(
  {
    ...reportFields,
    deleted_at: iso,
    deleted_by_id: Type.Integer(),
    deleted_by: Type.String(),
    erase_after: Type.String({ description: 'ISO 8601. Erased then, unless restored or kept by a hold.' }),
  },
  { $id: 'DeletedReportView' },
)
/** A deleted report before its erasure. */
export type DeletedReportView = Static<typeof DeletedReportView>
export const DeletedReportList = Type.Object(
  { results: Type.Array(DeletedReportView), ...pagedFields },
  { $id: 'DeletedReportList' },
)
/** Response of `GET /admin/reports/deleted`. */
export type DeletedReportList = Static<typeof DeletedReportList>
/** `POST /admin/reports/bulk`. Stale versions change none; `current` has them. */
export const ReportBulk = Type.Object(
  {
    ids: Type.Array(id, { minItems: 1, maxItems: BULK_MAX }),
    op: Type.Enum(['status', 'delete'] as const),
    status: Type.Optional(Type.Enum(REPORT_STATUSES)),
    versions: Type.Optional(versionsById),
  },
  { $id: 'ReportBulk' },
)
export type ReportBulk = Static<typeof ReportBulk>

/** `GET /admin/reports/batches/preview`: pending reports by one reporter. `seen`: ids of an earlier preview. */
export const ReportBatchQuery = Type.Object({
  reporter_id: idText,
  seen: orEmpty(Type.String({ pattern: `^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,${BULK_MAX - 1}}$` })),
})
const BatchedReportView = Type.Object({
  id: Type.Integer(),
  created_at: iso,
  reported_id: Type.Integer(),
  reported_name: Type.String({ description: 'Empty when the account is gone.' }),
  category: Type.Enum(REPORT_CATEGORIES),
})
/** A report that is closed with others. */
export type BatchedReportView = Static<typeof BatchedReportView>
export const ReportBatchPreviewView = Type.Object(
  {
    reporter_id: Type.Integer(),
    reporter_name: Type.String({ description: 'Empty when the account is gone.' }),
    reports: Type.Array(BatchedReportView, { description: 'What would be closed, newest first.' }),
    beyond: Type.Integer({ description: 'Older ones that could be closed after these.' }),
    left_out: Type.Array(
      Type.Object({
        ...BatchedReportView.properties,
        why: Type.Enum(LEFT_OUT_WHYS),
        by: nullable(Type.String({ description: 'Who has the job, or decided.' })),
      }),
    ),
    left_out_total: Type.Integer(),
    digest: nullable(Type.String({ description: 'Names exactly what would be closed; null: nothing.' })),
  },
  { $id: 'ReportBatchPreviewView' },
)
/** What closing all reports by one reporter would change. */
export type ReportBatchPreviewView = Static<typeof ReportBatchPreviewView>
/** `POST /admin/reports/batches`. */
export const ReportBatchOrder = Type.Object(
  {
    id: chosenUuid('closes nothing more'),
    reporter_id: id,
    status: Type.Enum(BATCH_STATUSES),
    reason: Type.String({ minLength: 1, maxLength: REASON_MAX }),
    digest: Type.String({ minLength: 1, maxLength: 100, description: 'Of the preview.' }),
  },
  { $id: 'ReportBatchOrder' },
)
export type ReportBatchOrder = Static<typeof ReportBatchOrder>
/** Response of `POST /admin/reports/batches` and `POST /admin/reports/batches/{id}/undo`. */
export const ReportBatchView = Type.Object(
  {
    id: Type.String(),
    reporter_id: Type.Integer(),
    status: Type.Enum(BATCH_STATUSES),
    reports: Type.Array(Type.Integer()),
    jobs: Type.Integer({ description: 'How many closed with them.' }),
    closed_at: iso,
    closed_by: Type.String(),
    undone_at: isoOrNull,
    left: Type.Array(Type.Integer(), { description: 'Changed since, so that the undo left them as they are.' }),
  },
  { $id: 'ReportBatchView' },
)
/** Reports by one reporter that were closed together. */
export type ReportBatchView = Static<typeof ReportBatchView>
