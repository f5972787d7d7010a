import { accepted, type Administrator, type Call, exportedPages, type Handlers, idNamed, KlaError } from '@kla/chassis'
import type { Decision, Desk, DeskServiceService, JobDetail, Report } from '@kla/proto'
import { EXPORT_ROWS_MAX, PAGE_SIZE_DEFAULT } from '@kla/proto/web'
import type { AuditEntry, AuditRecorder } from '../audit/index.js'
import { type BanStore, banToProto } from '../bans/index.js'
import type { Accounts } from '../shared/clients.js'
import { readNote } from '../shared/notes.js'
import { auditedBy, visibilityFor } from '../shared/rpc.js'
import { isId, type Visibility } from '../shared/rules.js'
import type { CareStore } from './care-store.js'
import type { DeskStore, SeeAtWork } from './desk-store.js'
import { readJobQuery, writeJobCursor } from './queue.js'
import { breaksDue } from './rules/care.js'
import type { Job, JobStore, Viewer } from './store.js'
import { deskToProto, jobToProto, supervises } from './to-proto.js'

/** Reads the pending reports of a job, oldest first; at most JOB_REPORTS_MAX. */
export type ReadPendingReports = (job: Pick<Job, 'subjectId' | 'grave'>, call: Call) => Promise<readonly Report[]>

/** Reads the newest decisions about an account, without grave ones for those who may not see them. */
export type ReadDecisions = (accountId: number, visibility: Visibility, call: Call) => Promise<readonly Decision[]>

interface RpcDeps {
  readonly jobs: JobStore
  readonly desk: DeskStore
  readonly care: CareStore
  readonly atWork: SeeAtWork
  readonly bans: Pick<BanStore, 'inForce'>
  readonly pendingReports: ReadPendingReports
  readonly decisionsAbout: ReadDecisions
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly now: () => number
}

export function deskHandlers({
  jobs,
  desk,
  care,
  atWork,
  bans,
  pendingReports,
  decisionsAbout,
  accounts,
  audit,
  now,
}: RpcDeps): Omit<Handlers<DeskServiceService>, 'getRules' | 'setRule'> {
  const viewerOf = (administrator: Administrator): Viewer => ({
    administratorId: administrator.id,
    visibility: visibilityFor(administrator),
    nowMs: now(),
  })

  const jobAudit =
    (administrator: Administrator, call: Call, action: 'jobs.read' | 'jobs.claim' | 'jobs.release') =>
    (job: Job, details: Readonly<Record<string, unknown>> = {}): AuditEntry => ({
      ...auditedBy(administrator, call, now),
      action,
      subjectKind: 'job',
      subjectId: String(job.id),
      details: JSON.stringify({ account: job.subjectId, ...details }),
      restricted: job.grave,
    })

  async function detailOf(job: Job, administrator: Administrator, call: Call): Promise<JobDetail> {
    const viewer = viewerOf(administrator)
    const [reports, decisions, inForce, known] = await Promise.all([
      // Those of the account belong to its open job.
      job.closedAtMs === undefined ? pendingReports(job, call) : [],
      decisionsAbout(job.subjectId, viewer.visibility, call),
      bans.inForce(job.subjectId, viewer.nowMs),
      accounts.known([job.subjectId], call),
    ])
    await audit.record(
      jobAudit(
        administrator,
        call,
        'jobs.read',
      )(job, {
        reports: reports.map(({ id }) => id),
        decisions: decisions.map(({ id }) => id),
        bans: inForce.map(({ id }) => id),
      }),
    )
    return {
      job: jobToProto(job, viewer, known),
      reports: [...reports],
      decisions: [...decisions],
      bansInForce: inForce.map((ban) => banToProto(ban, known)),
    }
  }

  const messageOf = async (job: Job, administrator: Administrator, call: Call) =>
    jobToProto(job, viewerOf(administrator), await accounts.known([job.subjectId], call))

  async function deskOf(administrator: Administrator): Promise<Desk> {
    const { visibility, nowMs } = viewerOf(administrator)
    const [waiting, approvals, duties, handovers, strains] = await Promise.all([
      desk.waiting(visibility, nowMs),
      desk.approvals(visibility, nowMs),
      desk.duties(nowMs),
      desk.handovers(nowMs),
      care.strains(nowMs, supervises(administrator) ? undefined : administrator.id),
    ])
    const breaks = breaksDue(strains, visibility, nowMs)
    return deskToProto({ waiting, approvals, duties, handovers, breaks }, administrator, { ...visibility, nowMs })
  }

  return {
    /** Lists open jobs. Errors: INVALID_FIELD. */
    async listJobs(request, call) {
      const administrator = await call.administrator('reports.read')
      const query = accepted(readJobQuery(request))
      const viewer = viewerOf(administrator)
      const [found, total] = await Promise.all([jobs.list(query, viewer), jobs.count(query, viewer)])
      const [known] = await Promise.all([
        accounts.known(
          found.map(({ subjectId }) => subjectId),
          call,
        ),
        audit.record({
          ...auditedBy(administrator, call, now),
          action: 'jobs.list',
          subjectKind: '',
          subjectId: '',
          details: JSON.stringify({ mine: query.mine, limit: query.limit, jobs: found.map(({ id }) => id) }),
          // Even an empty list reveals that there are no grave jobs.
          restricted: viewer.visibility.grave,
        }),
      ])
      const last = found.at(-1)
      return {
        jobs: found.map((job) => jobToProto(job, viewer, known)),
        next: last && found.length === query.limit ? writeJobCursor(query, last) : '',
        total,
      }
    },

    async *exportJobs({ list }, call) {
      const administrator = await call.administrator('reports.read')
      if (!list) throw new KlaError('INVALID_FIELD')
      const query = accepted(readJobQuery({ after: '', limit: PAGE_SIZE_DEFAULT, mine: list.mine }))
      const viewer = viewerOf(administrator)
      const total = await jobs.count(query, viewer)
      await audit.record({
        ...auditedBy(administrator, call, now),
        action: 'jobs.export',
        subjectKind: '',
        subjectId: '',
        details: JSON.stringify({ mine: query.mine, rows: Math.min(total, EXPORT_ROWS_MAX) }),
        restricted: viewer.visibility.grave,
      })
      yield { jobs: [], total }
      const pages = exportedPages<Job, number>(async ({ limit, after }) => {
        const rows = await jobs.walk({ ...query, limit, after }, viewer)
        return { rows, next: rows.length === limit ? rows.at(-1)?.id : undefined }
      })
      for await (const rows of pages) {
        const known = await accounts.known(
          rows.map(({ subjectId }) => subjectId),
          call,
        )
        yield { jobs: rows.map((job) => jobToProto(job, viewer, known)), total }
      }
    },

    /** Returns a job, also a closed one. Errors: JOB_NOT_FOUND. */
    async getJob({ id }, call) {
      const administrator = await call.administrator('reports.read')
      const job = isId(id) ? await jobs.find(id, viewerOf(administrator)) : undefined
      if (!job) throw new KlaError('JOB_NOT_FOUND')
      return detailOf(job, administrator, call)
    },

    /** Idempotent. Errors: JOB_NOT_FOUND, JOB_CLAIMED. */
    async claimJob({ id }, call) {
      const administrator = await call.administrator('reports.decide')
      if (id !== 0 && !isId(id)) throw new KlaError('JOB_NOT_FOUND')
      const job = await jobs.claim(id === 0 ? undefined : id, {
        ...viewerOf(administrator),
        name: administrator.name,
        newClaim: claimNamed(administrator, call),
        entryOf: jobAudit(administrator, call, 'jobs.claim'),
      })
      if (job === 'not-found') throw new KlaError('JOB_NOT_FOUND')
      if (job === 'claimed') throw new KlaError('JOB_CLAIMED')
      return detailOf(job, administrator, call)
    },

    /** Leaves no audit entry: open pages call it each minute. Errors: JOB_NOT_FOUND, CLAIM_LOST. */
    async renewClaim({ id, claim }, call) {
      const administrator = await call.administrator('reports.decide')
      const job = isId(id) ? await jobs.renew(id, { ...viewerOf(administrator), claim }) : 'not-found'
      if (job === 'not-found') throw new KlaError('JOB_NOT_FOUND')
      if (job === 'claim-lost') throw new KlaError('CLAIM_LOST')
      await atWork(call)
      return messageOf(job, administrator, call)
    },

    /** Idempotent. Errors: JOB_NOT_FOUND. */
    async releaseJob({ id, claim }, call) {
      const administrator = await call.administrator('reports.decide')
      const entryOf = jobAudit(administrator, call, 'jobs.release')
      const job = isId(id) ? await jobs.release(id, { ...viewerOf(administrator), claim, entryOf }) : 'not-found'
      if (job === 'not-found') throw new KlaError('JOB_NOT_FOUND')
      return messageOf(job, administrator, call)
    },

    /** Leaves no audit entry: open pages call it all the time, and it has no personal data. */
    async getDesk(_request, call) {
      const administrator = await call.administrator()
      const { permissions } = administrator
      if (!permissions.includes('reports.read') && !permissions.includes('tickets.read')) {
        throw new KlaError('NOT_ALLOWED')
      }
      return deskOf(administrator)
    },

    async setDuty({ on, renews = false }, call) {
      const administrator = await call.administrator('reports.decide')
      const { grave } = visibilityFor(administrator)
      const by = auditedBy(administrator, call, now)
      await desk.setDuty({
        administratorId: administrator.id,
        name: administrator.name,
        grave,
        on,
        renews,
        nowMs: by.atMs,
        entry: deskAudit(by, 'desk.duty', { on }),
      })
      return deskOf(administrator)
    },

    /** Idempotent: only the first call after a hard job counts. */
    async takeBreak(_request, call) {
      const administrator = await call.administrator('reports.decide')
      const by = auditedBy(administrator, call, now)
      await care.rest(administrator.id, by.atMs, deskAudit(by, 'desk.break', {}))
      return deskOf(administrator)
    },

    /** Idempotent by the note's id. Errors: INVALID_FIELD. */
    async leaveHandover(given, call) {
      const administrator = await call.administrator('reports.decide')
      const { noteId, text } = accepted(readNote(given))
      const by = auditedBy(administrator, call, now)
      await desk.leaveHandover(
        { id: noteId, byId: administrator.id, by: administrator.name, atMs: by.atMs, text },
        deskAudit(by, 'desk.handover', { note: noteId }),
      )
      return deskOf(administrator)
    },
  }
}

/** The claim's name, a UUID derived from the request. */
const claimNamed = ({ id }: Administrator, { requestId }: Pick<Call, 'requestId'>): string =>
  idNamed(`job claim of ${id}: ${requestId}`)

const deskAudit = (
  by: ReturnType<typeof auditedBy>,
  action: 'desk.duty' | 'desk.handover' | 'desk.break',
  details: Readonly<Record<string, unknown>>,
): AuditEntry => ({
  ...by,
  action,
  subjectKind: '',
  subjectId: '',
  details: JSON.stringify(details),
  restricted: false,
})
