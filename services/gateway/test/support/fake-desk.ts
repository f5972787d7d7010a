import { Desk, DeskRule, DeskRules, Job, JobDetail, messageOf } from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'
import { AT_MS } from './fake-administrators.js'
import { type Recorded, recorded } from './recorded.js'

export type FakeDesk = Recorded<Clients['desk']>

const JOB = messageOf(Job, {
  id: 7,
  subjectId: 2,
  subjectName: 'bob',
  category: 'threat',
  openedAtMs: AT_MS,
  dueAtMs: AT_MS + 3_600_000,
  reports: 1,
  reporters: 1,
})
const DETAIL = messageOf(JobDetail, { job: JOB })
const DESK = messageOf(Desk, { jobs: 1, oldestAtMs: AT_MS, tickets: 2 })

const RULES = messageOf(DeskRules, {
  rules: [messageOf(DeskRule, { rule: 'new_account', raised: 4, decided: 3, breaches: 2 })],
  decided: 9,
  breaches: 3,
})

/** A desk with one free job. */
export const createFakeDesk = (): FakeDesk =>
  recorded<Clients['desk']>(
    {
      listJobs: { jobs: [JOB], next: '', total: 1 },
      getJob: DETAIL,
      claimJob: DETAIL,
      renewClaim: JOB,
      releaseJob: JOB,
      getDesk: DESK,
      setDuty: DESK,
      leaveHandover: DESK,
      takeBreak: DESK,
      getRules: RULES,
      setRule: RULES,
    },
    { exportJobs: [{ jobs: [JOB], total: 1 }] },
  )
