import { type GrpcClient, newId, type Principal } from '@kla/chassis'
import { BlocksServiceService, MatchmakingServiceService, MatchState, subjects } from '@kla/proto'
import { createTestClient, eventually } from '@kla/testkit'
import type { Overrides } from '../../src/service.js'
import { createPlatform, type Platform, type Pod } from '../platform.js'

export type MatchClient = GrpcClient<typeof MatchmakingServiceService>

type Case = NonNullable<MatchState['state']>['$case']
type ValueOf<C extends Case> = Extract<NonNullable<MatchState['state']>, { $case: C }>['value']

export interface MatchPod extends Pod {
  readonly match: MatchClient
  readonly blocks: GrpcClient<typeof BlocksServiceService>
}

/** People who search, on a platform of their own; one gateway listens to all updates. */
export interface Searchers {
  readonly platform: Platform
  readonly gatewayId: string
  /** All updates to the gateway, in the order of arrival. */
  readonly updates: MatchState[]
  pod(environment?: Record<string, string>, overrides?: Overrides): Promise<MatchPod>
  find(
    pod: MatchPod,
    accountId: number,
    fields?: { mode?: string; category?: string; socketId?: string; commandId?: string },
    claims?: Partial<Principal>,
  ): Promise<MatchState>
  answer(pod: MatchPod, accountId: number, matchId: string, accept: boolean): Promise<MatchState>
  cancel(pod: MatchPod, accountId: number): Promise<void>
  /** Keeps the search and answers how it stands. */
  keep(pod: MatchPod, state: MatchState): Promise<MatchState>
  /** Waits until the search is found, ready or whatever is asked for. */
  until<C extends Case>(pod: MatchPod, state: MatchState, $case: C): Promise<ValueOf<C>>
  stop(): Promise<void>
}

export async function createSearchers(): Promise<Searchers> {
  const platform = await createPlatform()
  const gatewayId = `gateway-${newId()}`
  const updates: MatchState[] = []
  await platform.bus.subscribe(subjects.gatewayMatches(gatewayId), ({ data }) => updates.push(MatchState.decode(data)))
  const clients: { close(): void }[] = []

  const keep: Searchers['keep'] = async (pod, { accountId, ticketId }) => {
    const { states } = await pod.match.keepTickets({ gatewayId, tickets: [{ accountId, ticketId }] })
    if (!states[0]) throw new Error('nothing was answered')
    return states[0]
  }

  return {
    platform,
    gatewayId,
    updates,
    keep,
    async pod(environment = {}, overrides = {}) {
      const pod = await platform.pod(overrides, environment)
      const address = `127.0.0.1:${pod.service.ports.grpc}`
      const match = createTestClient({ definition: MatchmakingServiceService, address })
      const blocks = createTestClient({ definition: BlocksServiceService, address })
      clients.push(match, blocks)
      return { ...pod, match, blocks }
    },
    async find(pod, accountId, fields = {}, claims = {}) {
      const { mode = 'rush', category = 'default', socketId = `socket-${accountId}`, commandId = newId() } = fields
      const request = { commandId, connection: { socketId, gatewayId }, mode, category }
      return pod.match.findMatch(request, await platform.principal(accountId, claims))
    },
    answer: async (pod, accountId, matchId, accept) =>
      pod.match.answerMatch({ matchId, accept }, await platform.principal(accountId)),
    async cancel(pod, accountId) {
      await pod.match.cancelMatch({}, await platform.principal(accountId))
    },
    async until<C extends Case>(pod: MatchPod, state: MatchState, $case: C) {
      const reached = await eventually(async () => {
        const now = await keep(pod, state)
        if (now.state?.$case !== $case) throw new Error(`it is ${now.state?.$case}, not ${$case}`)
        return now.state
      }, 10_000)
      return reached.value as ValueOf<C>
    },
    async stop() {
      for (const client of clients) client.close()
      await platform.stop()
    },
  }
}
