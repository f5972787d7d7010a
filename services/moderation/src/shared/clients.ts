import {
  type Call, type CallContext, createGrpcClient, type GrpcClient, type Identity, type Logger, type Metrics,
} from '@kla/chassis'
import { AuthServiceService, GameEngineServiceService, type Meeting, MeetingsServiceService, type Member } from '@kla/proto'
import type { Config } from '../config.js'

/** The services that know what a report needs to know, and that must know of bans. */
export interface Clients {
  readonly auth: Pick<GrpcClient<typeof AuthServiceService>, 'lookUpAccounts' | 'putRestrictions'>
  readonly meetings: Pick<GrpcClient<typeof MeetingsServiceService>, 'findMeeting'>
  readonly engine: Pick<GrpcClient<typeof GameEngineServiceService>, 'getBattle'>
}

/** Opens channels; `close` ends them. */
export function createClients(config: Config, identity: Identity, metrics: Metrics): Clients & { close(): void } {
  const by = { identity, metrics }
  const auth = createGrpcClient({ definition: AuthServiceService, address: config.AUTH_ADDRESS, ...by })
  const meetings = createGrpcClient({ definition: MeetingsServiceService, address: config.ROOMS_ADDRESS, ...by })
  const engine = createGrpcClient({ definition: GameEngineServiceService, address: config.ENGINE_ADDRESS, ...by })
  return { auth, meetings, engine, close: () => [auth, meetings, engine].forEach((client) => client.close()) }
}

export interface Accounts {
  /** Rejects when auth does not answer; undefined when there is no such account. */
  find(id: number, context: Pick<CallContext, 'requestId'>): Promise<Member | undefined>
  /**
   * Accounts by their ids. Without auth there are none: a list without names is better than no list. At most 500 ids
   * that differ, which is more than any page has.
   */
  known(ids: readonly number[], context: Pick<CallContext, 'requestId'>): Promise<ReadonlyMap<number, Member>>
}

/** Names are looked up in passing: a page does not wait longer for them, milliseconds. */
const NAMES_WITHIN_MS = 1_000

/** What cannot be done without it waits a little longer. */
const ONE_WITHIN_MS = 3_000

/** What auth knows of accounts. */
export const createAccounts = (auth: Pick<Clients['auth'], 'lookUpAccounts'>, log: Logger): Accounts => ({
  async find(id, { requestId }) {
    const { accounts } = await auth.lookUpAccounts({ ids: [id] }, { requestId, deadlineMs: ONE_WITHIN_MS })
    return accounts.find((account) => account.id === id)
  },
  async known(given, { requestId }) {
    const ids = [...new Set(given)]
    if (ids.length === 0) return new Map()
    try {
      const { accounts } = await auth.lookUpAccounts({ ids }, { requestId, deadlineMs: NAMES_WITHIN_MS })
      return new Map(accounts.map((account) => [account.id, account]))
    } catch (err) {
      log.warn({ err, requestId }, 'names are missing: auth does not answer')
      return new Map()
    }
  },
})

/** What there is between a reporter and whom it reports. */
interface Acquaintance {
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
