import type { Call } from '@kla/chassis'
import type { Meeting } from '@kla/proto'
import type { Clients } from './clients.js'

/** What there is between a reporter and whom it reports. */
export interface Acquaintance {
  /** Where both were last together within a day. */
  readonly meeting: Meeting | undefined
  /** Anybody can read the name of the reported account. */
  readonly namedInPublic: boolean
}

export interface Meetings {
  /** Asks in the reporter's name. Rejects when rooms does not answer: nobody else knows who has met whom. */
  find(reportedId: number, call: Pick<Call, 'principalToken' | 'requestId'>): Promise<Acquaintance>
}

/** Nothing can be done without the answer, milliseconds. */
const ANSWER_WITHIN_MS = 3_000

/** What rooms knows of who has met whom. */
export const createMeetings = (rooms: Clients['meetings']): Meetings => ({
  find: (accountId, { principalToken: principal, requestId }) =>
    rooms.findMeeting({ accountId }, { principal, requestId, deadlineMs: ANSWER_WITHIN_MS }),
})
