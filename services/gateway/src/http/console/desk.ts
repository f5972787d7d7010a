import { KlaError } from '@kla/chassis'
import type { BreakDue, Desk, DeskRules, Duty, Job, JobDetail, JobSignal } from '@kla/proto'
import {
  DeskRuleChange,
  DeskRuleParams,
  DeskRulesView,
  DeskView,
  DutyChange,
  IdParams,
  JobDetailView,
  JobList,
  JobsQuery,
  JobView,
  NoteCreation,
  OwnClaim,
  RestError,
} from '@kla/proto/schemas'
import {
  type BreakReason,
  type DeskRule,
  PAGE_SIZE_DEFAULT,
  type Permission,
  type ReportCategory,
} from '@kla/proto/web'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { sessionKeyOf } from '../../shared/session-cookie.js'
import { banView, decisionView, noteView, reportView } from '../console-views.js'
import { administratorOf, onBehalfOf } from '../plugins/access.js'
import { bearerOf, identifyAdministrator } from '../plugins/identify.js'
import { consoleCall, type Resource } from '../route.js'
import { flagOf, isoOf, isoOrNull, numberOr, numberOrNull, textOrNull } from '../values.js'

const READS = { access: { permission: 'reports.read' } } as const
/** Pages read the desk after each event, also unattended ones. */
const BY_PAGES = { access: { permission: null, passive: true } } as const
const DECIDES = { access: { permission: 'reports.decide' } } as const
const MANAGES = { access: { permission: 'administrators.manage' } } as const
/** Any of these shows a part of the desk. */
const SEES_DESK: readonly Permission[] = ['reports.read', 'tickets.read']

export const consoleDesk: Resource = async (app, { auth, desk, evidence, deskStreams }) => {
  /** Counts requests of other services than moderation that wait for the caller. An outage hides only its own. */
  async function approvableElsewhere(request: FastifyRequest): Promise<number> {
    const { permissions } = administratorOf(request)
    const has = (...any: Permission[]) => any.some((permission) => permissions.includes(permission))
    const counts = await Promise.all(
      [
        has('evidence.open') ? evidence.listOpenings({}, onBehalfOf(request)) : undefined,
        has('administrators.manage', 'reports.grave')
          ? auth.listAdministratorApprovals({}, onBehalfOf(request))
          : undefined,
      ].map(async (asked) => {
        try {
          return (await asked)?.approvable ?? 0
        } catch (err) {
          request.log.warn({ err }, 'approvals of one service are not counted')
          return 0
        }
      }),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }

  app.get(
    '/admin/jobs',
    { config: READS, schema: consoleCall('Open jobs', JobList, { querystring: JobsQuery }) },
    async (request) => {
      const { after = '', limit, mine } = request.query
      const list = { after, limit: numberOr(limit, PAGE_SIZE_DEFAULT), mine: flagOf(mine) ?? false }
      const { jobs, next, total } = await desk.listJobs(list, onBehalfOf(request))
      return { results: jobs.map(jobView), next: textOrNull(next), total }
    },
  )

  app.get(
    '/admin/jobs/:id',
    { config: READS, schema: consoleCall('A job with its pending reports', JobDetailView, { params: IdParams }) },
    async (request) => jobDetailView(await desk.getJob({ id: Number(request.params.id) }, onBehalfOf(request))),
  )

  app.post(
    '/admin/jobs/claim',
    { config: DECIDES, schema: consoleCall('Claim the next free job', JobDetailView) },
    async (request) => jobDetailView(await desk.claimJob({ id: 0 }, onBehalfOf(request))),
  )

  app.post(
    '/admin/jobs/:id/claim',
    { config: DECIDES, schema: consoleCall('Claim a job', JobDetailView, { params: IdParams }) },
    async (request) => jobDetailView(await desk.claimJob({ id: Number(request.params.id) }, onBehalfOf(request))),
  )

  app.post(
    '/admin/jobs/:id/renew',
    {
      config: DECIDES,
      schema: consoleCall('Renew your claim on a job', JobView, { params: IdParams, body: OwnClaim }),
    },
    async (request) => jobView(await desk.renewClaim(ownClaim(request), onBehalfOf(request))),
  )

  app.post(
    '/admin/jobs/:id/release',
    { config: DECIDES, schema: consoleCall('Give a job back', JobView, { params: IdParams, body: OwnClaim }) },
    async (request) => jobView(await desk.releaseJob(ownClaim(request), onBehalfOf(request))),
  )

  app.get(
    '/admin/desk',
    {
      config: BY_PAGES,
      schema: consoleCall('What waits, and who is on duty', DeskView),
    },
    async (request) => {
      if (!seesDesk(administratorOf(request))) throw new KlaError('NOT_ALLOWED')
      const [found, elsewhere] = await Promise.all([
        desk.getDesk({}, onBehalfOf(request)),
        approvableElsewhere(request),
      ])
      return { ...deskView(found), approvals: found.approvals + elsewhere }
    },
  )

  app.put(
    '/admin/desk/duty',
    { config: DECIDES, schema: consoleCall('Start or end your duty', DeskView, { body: DutyChange }) },
    async (request) => {
      const { on, renews } = request.body
      return deskView(await desk.setDuty({ on, renews }, onBehalfOf(request)))
    },
  )

  app.post(
    '/admin/desk/handover',
    { config: DECIDES, schema: consoleCall('Leave a note for the next shift', DeskView, { body: NoteCreation }) },
    async (request) => {
      const { id: noteId, text } = request.body
      return deskView(await desk.leaveHandover({ noteId, text }, onBehalfOf(request)))
    },
  )

  app.post(
    '/admin/desk/break',
    { config: DECIDES, schema: consoleCall('Take a break: your hard jobs count anew', DeskView) },
    async (request) => deskView(await desk.takeBreak({}, onBehalfOf(request))),
  )

  app.get(
    '/admin/desk/rules',
    { config: MANAGES, schema: consoleCall('Rules for the order of the queue, with what they found', DeskRulesView) },
    async (request) => rulesView(await desk.getRules({}, onBehalfOf(request))),
  )

  app.put(
    '/admin/desk/rules/:rule',
    {
      config: MANAGES,
      schema: consoleCall('Let a rule act, or only count', DeskRulesView, {
        params: DeskRuleParams,
        body: DeskRuleChange,
      }),
    },
    async (request) => {
      const { rule } = request.params
      return rulesView(await desk.setRule({ rule, acting: request.body.acting }, onBehalfOf(request)))
    },
  )

  app.get(
    '/admin/desk/changes',
    {
      config: { ...BY_PAGES, endless: true },
      exposeHeadRoute: false,
      schema: {
        ...consoleCall('Changes of the desk, as server-sent events', Type.Any()),
        response: {
          200: Type.Any({
            description:
              '`event: desk` whenever `GET /admin/desk` may answer something else. `event: approvals` when a request was ' +
              'asked, approved or ran out: `{}` for those who may approve it; for the requester `{id, state, ' +
              'approved_by_id}` with the state `waiting`, `approved` or `ended`.',
          }),
          '4xx': RestError,
          '5xx': RestError,
        },
      },
    },
    async (request, reply) => {
      const administrator = administratorOf(request)
      if (!seesDesk(administrator)) throw new KlaError('NOT_ALLOWED')
      let known = administrator
      const isAllowed = async (): Promise<boolean> => {
        try {
          known = await identifyAdministrator(request, { auth }, { passive: true })
          return seesDesk(known)
        } catch (error) {
          if (KlaError.from(error).reason === 'ADMIN_NOT_SIGNED_IN') return false
          throw error
        }
      }
      // Buffering proxies would hold events back.
      reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
      return reply.send(
        deskStreams.open({
          administratorId: administrator.id,
          sessionKey: sessionKeyOf(bearerOf(request) ?? ''),
          isAllowed,
          may: (one) => known.permissions.includes(one),
        }),
      )
    },
  )
}

const seesDesk = ({ permissions }: { readonly permissions: readonly string[] }): boolean =>
  SEES_DESK.some((permission) => permissions.includes(permission))

const ownClaim = ({ params, body }: FastifyRequest<{ Params: { id: string }; Body: { claim: string } }>) => ({
  id: Number(params.id),
  claim: body.claim,
})

const jobView = (job: Job): JobView => ({
  id: job.id,
  subject_id: job.subjectId,
  subject_name: job.subjectName,
  category: job.category as ReportCategory,
  opened_at: isoOf(job.openedAtMs),
  due_at: isoOf(job.dueAtMs),
  reports: job.reports,
  reporters: job.reporters,
  claimed_by_id: numberOrNull(job.claimedById),
  claimed_by: textOrNull(job.claimedBy),
  claimed_until: isoOrNull(job.claimedUntilMs),
  claim: textOrNull(job.claim),
  decisions: job.decisions,
  closed_at: isoOrNull(job.closedAtMs),
  ...(job.signals.length > 0 && { signals: job.signals.map(signalView) }),
})

const signalView = ({ rule, people }: JobSignal) => ({ rule: rule as DeskRule, people })

function jobDetailView({ job, reports, decisions, bansInForce }: JobDetail): JobDetailView {
  if (!job) throw new KlaError('JOB_NOT_FOUND')
  return {
    ...jobView(job),
    pending: reports.map(reportView),
    decided: decisions.map(decisionView),
    bans_in_force: bansInForce.map(banView),
  }
}

const deskView = (desk: Desk): DeskView => ({
  jobs: desk.jobs,
  breached: desk.breached,
  oldest_at: isoOrNull(desk.oldestAtMs),
  tickets: desk.tickets,
  appeals: desk.appeals,
  approvals: desk.approvals,
  on_duty: desk.onDuty.map(dutyView),
  grave_covered: desk.graveCovered ?? null,
  handover: desk.handover ? noteView(desk.handover) : null,
  ...(desk.handovers.length > 0 && { handovers: desk.handovers.map(noteView) }),
  ...(desk.breakDue && { break_due: breakView(desk.breakDue) }),
  ...(desk.othersDue.length > 0 && {
    others_due: desk.othersDue.map((due) => ({ id: due.administratorId, name: due.name, ...breakView(due) })),
  }),
})

const breakView = ({ reason, jobs, sinceMs }: BreakDue) => ({
  reason: reason as BreakReason,
  jobs,
  since: isoOf(sinceMs),
})

const dutyView = ({ administratorId, name, sinceMs, untilMs }: Duty) => ({
  id: administratorId,
  name,
  since: isoOf(sinceMs),
  until: isoOf(untilMs),
})

const rulesView = ({ rules, decided, breaches }: DeskRules): DeskRulesView => ({
  results: rules.map(({ rule, changedAtMs, changedBy, ...counts }) => ({
    ...counts,
    rule: rule as DeskRule,
    changed_at: isoOrNull(changedAtMs),
    changed_by: textOrNull(changedBy),
  })),
  all: { decided, breaches },
})
