import type { DecisionOrder, DeskView, JobDetailView, JobView, ReportView } from '@kla/proto/web'
import {
  type Answer,
  type Call,
  type ConsoleOptions,
  type ConsolePage,
  type Gateway,
  openConsole,
} from './console-page.js'
import { decisionView, deskView, detailView, jobView, reportView } from './views.js'

interface Waiting {
  job: JobView
  pending: ReportView[]
}

/** The gateway's side of the desk, in memory: jobs, claims and decisions of one administrator among others. */
export interface FakeDesk {
  /** Opens the console at a path, by default the desk's. */
  readonly open: (path?: string, options?: ConsoleOptions) => Promise<ConsolePage>
  readonly orders: DecisionOrder[]
  add: (id: number, part?: Partial<JobView>, pending?: ReportView[]) => void
  remove: (id: number) => void
  /** Has another administrator hold the job. */
  takeAway: (id: number, name: string) => void
  desk: Partial<DeskView>
  /** Answers by call, such as 'POST /admin/decisions', instead of the usual ones. */
  readonly instead: Map<string, (call: Call) => Answer | undefined>
}

const ME = 1
const OTHER = 2
const refusal = (status: number, code: string, error = code): Answer => ({ status, body: { error, code } })
const UNTIL_MS = 10 * 60_000

export function createFakeDesk(): FakeDesk {
  const waiting = new Map<number, Waiting>()
  const orders: DecisionOrder[] = []
  let claims = 0

  const detail = ({ job, pending }: Waiting): JobDetailView => ({
    ...detailView(job, pending),
    claim: job.claimed_by_id === ME ? job.claim : null,
  })
  const claim = (one: Waiting): Answer => {
    const { job } = one
    if (job.claimed_by_id !== null && job.claimed_by_id !== ME) return refusal(409, 'JOB_CLAIMED')
    one.job = {
      ...job,
      claimed_by_id: ME,
      claimed_by: 'mona',
      claimed_until: new Date(Date.now() + UNTIL_MS).toISOString(),
      claim: job.claim ?? `claim ${++claims}`,
    }
    return { body: detail(one) }
  }
  const owns = (one: Waiting, given: string) => one.job.claimed_by_id === ME && one.job.claim === given

  const jobCall = (one: Waiting | undefined, act: string | undefined, call: Call): Answer => {
    if (!one) return refusal(404, 'JOB_NOT_FOUND')
    const given = (call.body as { claim?: string } | undefined)?.claim ?? ''
    if (act === undefined) return { body: detail(one) }
    if (act === 'claim') return claim(one)
    if (act === 'renew') return owns(one, given) ? { body: one.job } : refusal(409, 'CLAIM_LOST')
    if (owns(one, given)) {
      one.job = { ...one.job, claimed_by_id: null, claimed_by: null, claimed_until: null, claim: null }
    }
    return { body: one.job }
  }
  const decide = (order: DecisionOrder): Answer => {
    const one = waiting.get(order.job)
    if (!one) return refusal(404, 'JOB_NOT_FOUND')
    if (!owns(one, order.claim)) return refusal(409, 'CLAIM_LOST')
    orders.push(order)
    waiting.delete(order.job)
    return {
      body: decisionView({
        id: order.id,
        job: order.job,
        outcome: order.outcome,
        decided_at: new Date().toISOString(),
        decided_by: 'mona',
        decided_by_id: ME,
        measures: (order.measures ?? []).map(({ kind, durationMs }) => ({
          kind,
          duration_ms: durationMs ?? null,
          ban_id: null,
        })),
      }),
    }
  }

  const fake: FakeDesk = {
    orders,
    desk: {},
    instead: new Map(),
    add: (id, part = {}, pending = [reportView(id * 10)]) => {
      waiting.set(id, { job: jobView(id, { reports: pending.length, ...part }, Date.now()), pending })
    },
    remove: (id) => void waiting.delete(id),
    takeAway: (id, name) => {
      const one = waiting.get(id)
      if (!one) return
      one.job = {
        ...one.job,
        claimed_by_id: OTHER,
        claimed_by: name,
        claimed_until: new Date(Date.now() + UNTIL_MS).toISOString(),
        claim: null,
      }
    },
    open: async (path = '/desk', options = {}) => {
      const page = await openConsole(gateway, options)
      await page.open(path)
      return page
    },
  }
  const gateway: Gateway = (call) => {
    const key = `${call.method} ${call.path}`
    const special = fake.instead.get(key)?.(call)
    if (special) return special
    const jobs = [...waiting.values()]
    if (key === 'GET /admin/desk') return { body: deskView({ jobs: jobs.length, ...fake.desk }) }
    if (key === 'GET /admin/jobs') {
      return { body: { results: jobs.map(({ job }) => ({ ...job, claim: null })), next: null, total: jobs.length } }
    }
    if (key === 'POST /admin/jobs/claim') {
      const free = jobs.find(({ job }) => job.claimed_by_id === null)
      return free ? claim(free) : refusal(404, 'JOB_NOT_FOUND')
    }
    const [, id, act] = /^\/admin\/jobs\/(\d+)(?:\/(\w+))?$/.exec(call.path) ?? []
    if (id !== undefined) return jobCall(waiting.get(Number(id)), act, call)
    if (key === 'GET /admin/decisions/preview') {
      const week = { kind: 'global', duration_ms: 7 * 86_400_000, ban_id: null }
      return { body: { earlier: 2, suggested: [week], bans_in_force: [] } }
    }
    if (key === 'POST /admin/decisions') return decide(call.body as DecisionOrder)
    return undefined
  }
  return fake
}
