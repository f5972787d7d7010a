import { messageOf, Opinion } from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'
import { AT_MS } from './fake-administrators.js'
import { DECISION } from './fake-decisions.js'
import { REPORT } from './fake-moderation.js'
import { type Recorded, recorded } from './recorded.js'

export type FakeOpinions = Recorded<Clients['opinions']>

const OPEN = messageOf(Opinion, {
  id: 12,
  accountId: 2,
  accountName: 'bob',
  category: 'threat',
  askedAtMs: AT_MS,
  lapsesAtMs: AT_MS,
  reports: [REPORT],
})

/** One open second opinion about account 2, and one that differs. */
export const createFakeOpinions = (): FakeOpinions =>
  recorded<Clients['opinions']>({
    listOpinions: {
      open: [{ id: 12, category: 'threat', reports: 1, askedAtMs: AT_MS, lapsesAtMs: AT_MS }],
      openTotal: 1,
      given: 20,
      agreed: 18,
      differing: [{ id: 11, givenAtMs: AT_MS }],
    },
    getOpinion: OPEN,
    getOpinionReport: { report: REPORT, context: undefined, submissions: [] },
    giveOpinion: {
      ...OPEN,
      given: {
        outcome: 'dismissed',
        rule: '',
        measures: [],
        reason: 'A joke between friends.',
        byId: 6,
        by: 'day-mod',
        atMs: AT_MS,
        agrees: false,
      },
      decision: DECISION,
    },
  })
