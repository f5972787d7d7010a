import {
  type Call,
  type CallContext,
  createGrpcClient,
  type GrpcClient,
  type Identity,
  type Logger,
  type Metrics,
} from '@kla/chassis'
import {
  AuthServiceService,
  EvidenceServiceService,
  GameEngineServiceService,
  type Meeting,
  MeetingsServiceService,
  type Member,
} from '@kla/proto'

export interface Clients {
  readonly auth: Pick<GrpcClient<typeof AuthServiceService>, 'lookUpAccounts' | 'putRestrictions'>
  readonly meetings: Pick<GrpcClient<typeof MeetingsServiceService>, 'findMeeting' | 'countMet'>
  readonly engine: Pick<GrpcClient<typeof GameEngineServiceService>, 'findPlayedBattle'>
  readonly evidence: Pick<GrpcClient<typeof EvidenceServiceService>, 'reserveEvidence' | 'putReportState'>
}

export interface Addresses {
  readonly auth: string
  readonly rooms: string
  readonly engine: string
  readonly evidence: string
}

export function createClients(
  addresses: Addresses,
  options: { readonly identity: Identity; readonly metrics: Metrics },
): Clients & { close(): void } {
  const auth = createGrpcClient({ definition: AuthServiceService, address: addresses.auth, ...options })
  const meetings = createGrpcClient({ definition: MeetingsServiceService, address: addresses.rooms, ...options })
  const engine = createGrpcClient({ definition: GameEngineServiceService, address: addresses.engine, ...options })
  const evidence = createGrpcClient({ definition: EvidenceServiceService, address: addresses.evidence, ...options })
  const close = () => [auth, meetings, engine, evidence].forEach((client) => client.close())
  return { auth, meetings, engine, evidence, close }
}

/** Selects the provider's identity; otherwise names as others see them. */
interface IdentityChoice {
  readonly providerIdentity?: true
}

/** Looks up accounts in auth. */
export interface Accounts {
  /** Rejects if auth is unreachable; undefined for no such account. */
  find(id: number, context: Pick<CallContext, 'requestId'>, as?: IdentityChoice): Promise<Member | undefined>
  /** Takes 500 ids. Empty if auth is unreachable. */
  known(
    ids: readonly number[],
    context: Pick<CallContext, 'requestId'>,
    as?: IdentityChoice,
  ): Promise<ReadonlyMap<number, Member>>
}

const NAMES_TIMEOUT_MS = 1_000
const REQUIRED_TIMEOUT_MS = 3_000

export const createAccounts = (auth: Pick<Clients['auth'], 'lookUpAccounts'>, log: Logger): Accounts => ({
  async find(id, { requestId }, as) {
    const { accounts } = await auth.lookUpAccounts({ ids: [id], ...as }, { requestId, deadlineMs: REQUIRED_TIMEOUT_MS })
    return accounts.find((account) => account.id === id)
  },
  async known(given, { requestId }, as) {
    const ids = [...new Set(given)]
    if (ids.length === 0) return new Map()
    try {
      const { accounts } = await auth.lookUpAccounts({ ids, ...as }, { requestId, deadlineMs: NAMES_TIMEOUT_MS })
      return new Map(accounts.map((account) => [account.id, account]))
    } catch (err) {
      log.warn({ err, requestId }, 'names are missing: auth is unreachable')
      return new Map()
    }
  },
})

/** How a reporter knows the reported account. */
export interface Encounter {
  readonly meeting: Meeting | undefined
  readonly namedInPublic: boolean
}

/** Looks up in rooms whether two accounts met. */
export interface Meetings {
  /** Asks as the reporter, with its incident token or ''. Rejects if rooms is unreachable. */
  find(
    reportedId: number,
    incident: string,
    call: Pick<Call, 'principalToken' | 'requestId'>,
    alias?: number,
  ): Promise<Encounter>
}

export const createMeetings = (rooms: Clients['meetings']): Meetings => ({
  find: (accountId, incident, { principalToken: principal, requestId }, alias) =>
    rooms.findMeeting({ accountId, alias, incident }, { principal, requestId, deadlineMs: REQUIRED_TIMEOUT_MS }),
})

/** Counts whom accounts have met. */
export interface MeetingCounts {
  /** Counts accounts met within 24 hours; undefined if rooms does not answer. */
  count(accountId: number, requestId: string): Promise<number | undefined>
}

export const createMeetingCounts = (rooms: Clients['meetings'], log: Logger): MeetingCounts => ({
  async count(accountId, requestId) {
    try {
      return (await rooms.countMet({ accountId }, { requestId, deadlineMs: NAMES_TIMEOUT_MS })).accounts
    } catch (err) {
      log.warn({ err, requestId }, 'meetings are not counted: rooms is unreachable')
      return undefined
    }
  },
})
