import {
  accepted,
  type Administrator,
  approvalDetails,
  type Call,
  exportedPages,
  invalidField,
  KlaError,
  newId,
} from '@kla/chassis'
import type { ChangeReportsResponse, Report as ReportMessage } from '@kla/proto'
import { BULK_MAX } from '@kla/proto/web'
import type { AuditRecorder } from '../audit/index.js'
import type { Accounts } from '../shared/clients.js'
import { readNote, type WantedNote } from '../shared/notes.js'
import { auditedBy, type ModerationHandlers, seenVersions, visibilityFor } from '../shared/rpc.js'
import { isId } from '../shared/rules.js'
import type { StateRelay } from '../stills/index.js'
import { changesOf, exportAudit, reportAudit, reportsAudit } from './audit-entries.js'
import type { Changer, ReportChanges } from './change-store.js'
import type { ReportDeletions } from './deletion-store.js'
import { readReportQuery, reportCursor } from './pages.js'
import {
  BULK_ACTION,
  decide,
  freshness,
  keptRefusal,
  readChange,
  readReview,
  type ReportChange,
} from './rules/decision.js'
import { readReportOrder } from './rules/query.js'
import type { ReportStore } from './store.js'
import { contextToProto, reportsToProto } from './to-proto.js'

interface RpcDeps {
  readonly reports: ReportStore
  readonly changes: ReportChanges
  readonly deletions: ReportDeletions
  readonly states: Pick<StateRelay, 'publish'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly now: () => number
}

type Handlers = Pick<
  ModerationHandlers,
  'listReports' | 'exportReports' | 'getReport' | 'updateReport' | 'reviewReport' | 'addReportNote' | 'changeReports'
>

/** Reports that an administrator may not see are not found. */
export function reportHandlers({ reports, changes, deletions, states, accounts, audit, now }: RpcDeps): Handlers {
  /** Returns the changed report, even if the caller may no longer see it. */
  async function changeOne(
    action: 'reports.update' | 'reports.review',
    id: number,
    { version, ...change }: ReportChange & { readonly version: number | undefined },
    { administrator, call }: { administrator: Administrator; call: Call },
  ): Promise<ReportMessage> {
    const by = auditedBy(administrator, call, now)
    const decider = { ...administrator, nowMs: by.atMs, noteId: newId() }
    const outcome = await changes.change(isId(id) ? [id] : [], changerOf(administrator, by.atMs), (before) => {
      const fresh = freshness(before, change, { id: administrator.id, version })
      if (fresh !== 'fresh') return fresh === 'stale' ? 'stale' : 'unchanged'
      const decision = decide(before, change, decider)
      const { after } = decision
      return { ...decision, entry: reportAudit(by, action, { before, after }, changesOf(before, decision)) }
    })
    if (outcome.stale.length > 0) throw new KlaError('CHANGED_MEANWHILE')
    if (outcome.kept.length > 0) accepted(keptRefusal(outcome.kept, true))
    const [report] = [...outcome.changed, ...outcome.unchanged]
    if (!report) throw new KlaError('REPORT_NOT_FOUND')
    await states.publish([report.id], call)
    const [message] = await reportsToProto([report], accounts, call)
    return message!
  }

  async function addNote(
    id: number,
    { noteId, text }: WantedNote,
    { administrator, call }: { administrator: Administrator; call: Call },
  ): Promise<ReportMessage> {
    const by = auditedBy(administrator, call, now)
    const note = { id: noteId, byId: administrator.id, by: administrator.name, atMs: by.atMs, text }
    const { changed, unchanged } = await changes.change(
      isId(id) ? [id] : [],
      changerOf(administrator, by.atMs),
      (before) => {
        if (before.thread.some((known) => known.id === noteId)) return 'unchanged'
        const { atMs: changedAtMs, byId: changedById, by: changedBy } = note
        const after = { ...before, notes: text, thread: [...before.thread, note], changedAtMs, changedById, changedBy }
        return { after, note, entry: reportAudit(by, 'reports.note', { before }, { note: noteId }) }
      },
    )
    const [report] = [...changed, ...unchanged]
    if (!report) throw new KlaError('REPORT_NOT_FOUND')
    const [message] = await reportsToProto([report], accounts, call)
    return message!
  }

  async function changeStatus(
    ids: readonly number[],
    { status, seen }: { readonly status: string; readonly seen: ReadonlyMap<number, number> },
    { administrator, call }: { administrator: Administrator; call: Call },
  ): Promise<ChangeReportsResponse> {
    const change = accepted(readChange({ status }))
    const by = auditedBy(administrator, call, now)
    const decider = { ...administrator, nowMs: by.atMs, noteId: '' }
    const alone = new Set(ids).size === 1
    const changer = changerOf(administrator, by.atMs, alone)
    const { changed, stale, kept } = await changes.change(ids, changer, (before) => {
      const fresh = freshness(before, change, { id: administrator.id, version: seen.get(before.id) })
      if (fresh === 'stale') return 'stale'
      if (before.status === status) return 'unchanged'
      const decision = decide(before, change, decider)
      const { after } = decision
      const details = { op: 'status', ...changesOf(before, decision) }
      return { ...decision, entry: reportAudit(by, BULK_ACTION, { before, after }, details) }
    })
    if (stale.length > 0)
      return { changed: 0, changedMeanwhile: { reports: await reportsToProto(stale, accounts, call) } }
    if (kept.length > 0) accepted(keptRefusal(kept, alone))
    await states.publish(
      changed.map(({ id }) => id),
      call,
    )
    return { changed: changed.length || (await changes.countMadeBefore(ids, by)) }
  }

  async function deleteAll(
    ids: readonly number[],
    seen: ReadonlyMap<number, number>,
    { administrator, call }: { administrator: Administrator; call: Call },
  ): Promise<ChangeReportsResponse> {
    const by = auditedBy(administrator, call, now)
    const hidden = await deletions.hide(ids, visibilityFor(administrator), {
      by: { id: administrator.id, name: administrator.name, independence: administrator.independence, nowMs: by.atMs },
      requestId: call.requestId,
      seen,
      entryOf: (before, approval) =>
        reportAudit(by, BULK_ACTION, { before }, { op: 'delete', ...approvalDetails(approval) }),
    })
    if (hidden === 'second-person-required') throw new KlaError('SECOND_PERSON_REQUIRED')
    if ('stale' in hidden)
      return { changed: 0, changedMeanwhile: { reports: await reportsToProto(hidden.stale, accounts, call) } }
    await states.publish(
      hidden.map(({ report }) => report.id),
      call,
    )
    return { changed: hidden.length || (await changes.countMadeBefore(ids, by)) }
  }

  return {
    async listReports(request, call) {
      const administrator = await call.administrator('reports.read')
      const query = accepted(readReportQuery(request))
      const visibility = visibilityFor(administrator)
      const { reports: found, total, next } = await reports.list(query, visibility)
      const [messages] = await Promise.all([
        reportsToProto(found, accounts, call),
        audit.record(reportsAudit(auditedBy(administrator, call, now), query, { reports: found, visibility })),
      ])
      return { reports: messages, total, next: next && reportCursor(query).write(next) }
    },

    /** Reads as someone who may not see grave reports if there are none, so that none slips into an unrestricted entry. */
    async *exportReports({ list }, call) {
      const administrator = await call.administrator('reports.read')
      if (!list) throw new KlaError('INVALID_FIELD')
      const { filter } = accepted(readReportOrder(list))
      // Newest first, whatever the list's sort: a decision during the export must not move a report.
      const order = { filter, sort: 'newest' } as const
      const seen = visibilityFor(administrator)
      const counted = await reports.count(filter, seen)
      const visibility = { ...seen, grave: counted.grave }
      await audit.record(exportAudit(auditedBy(administrator, call, now), order, counted))
      const pages = exportedPages(async (page) => {
        const { reports: rows, next } = await reports.list({ ...order, page }, visibility)
        return { rows, next }
      })
      yield { reports: [], total: counted.total }
      for await (const rows of pages)
        yield { reports: await reportsToProto(rows, accounts, call), total: counted.total }
    },

    /** Returns a report with its context. Errors: REPORT_NOT_FOUND. */
    async getReport({ id }, call) {
      const administrator = await call.administrator('reports.read')
      const found = isId(id) ? await reports.find(id, visibilityFor(administrator)) : undefined
      if (!found) throw new KlaError('REPORT_NOT_FOUND')
      const { report, context, evidenceOffered, submissions } = found
      const [[message]] = await Promise.all([
        reportsToProto([report], accounts, call),
        audit.record(reportAudit(auditedBy(administrator, call, now), 'reports.read', { before: report })),
      ])
      return {
        report: message,
        context: context && contextToProto(context),
        evidenceOffered,
        submissions: [...submissions],
      }
    },

    async updateReport(request, call) {
      const administrator = await call.administrator('reports.decide')
      const change = { ...accepted(readChange(request)), version: request.version }
      return changeOne('reports.update', request.id, change, { administrator, call })
    },

    async reviewReport({ id, action, notes, version }, call) {
      const administrator = await call.administrator('reports.decide')
      const change = { ...accepted(readReview(action, notes)), version }
      return changeOne('reports.review', id, change, { administrator, call })
    },

    /** Idempotent by the note's id. Errors: INVALID_FIELD, REPORT_NOT_FOUND. */
    async addReportNote({ id, ...given }, call) {
      const administrator = await call.administrator('reports.decide')
      return addNote(id, accepted(readNote(given)), { administrator, call })
    },

    /**
     * Sets the status of reports, or deletes them; idempotent. Errors: INVALID_FIELD, also for closing or deleting reports
     * with others that are read one by one; JOB_CLAIMED; SECOND_PERSON_REQUIRED.
     */
    async changeReports({ ids, op, status, seen: given }, call) {
      const administrator = await call.administrator(op === 'delete' ? 'reports.delete' : 'reports.decide')
      if (ids.length < 1 || ids.length > BULK_MAX || !ids.every(isId)) throw invalidField('ids')
      if (op !== 'delete' && op !== 'status') throw invalidField('op')
      const caller = { administrator, call }
      const seen = seenVersions(given)
      return op === 'delete' ? deleteAll(ids, seen, caller) : changeStatus(ids, { status, seen }, caller)
    },
  }
}

const changerOf = (administrator: Administrator, nowMs: number, alone = true): Changer => ({
  ...{ id: administrator.id, nowMs, alone },
  ...visibilityFor(administrator),
})
