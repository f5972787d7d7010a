import { type GrpcClient, newId } from '@kla/chassis'
import {
  BattleFinished,
  BattleStarted,
  type CreateCupRequest,
  type Cup,
  CupsServiceService as definition,
  EndReason,
  subjects,
  type Tie,
  TieState,
} from '@kla/proto'
import { createTestClient } from '@kla/testkit'
import type { Overrides } from '../../src/service.js'
import { createPlatform, type Platform, type Pod } from '../platform.js'

export type CupsClient = GrpcClient<typeof definition>

export interface CupPod extends Pod {
  readonly cups: CupsClient
}

/** A place of its own for cups, and as many pods as a test wants. */
export interface CupPlatform extends Platform {
  pod(overrides?: Overrides, environment?: Record<string, string>): Promise<CupPod>
  /** A cup of these players, entered in the order of their seeds. */
  cupOf(cups: CupsClient, players: readonly number[], fields?: Partial<CreateCupRequest>): Promise<Cup>
  /** Tells of a battle as the engine does. `winnerId` 0: no unanimous winner. */
  battle(roomId: string, result: Partial<BattleFinished>): Promise<void>
}

export const MANAGE = ['cups.read', 'cups.manage', 'cups.judge']

export async function createCupPlatform(): Promise<CupPlatform> {
  const platform = await createPlatform()
  return {
    ...platform,
    async pod(overrides = {}, environment = {}) {
      const pod = await platform.pod(overrides, environment)
      const cups = createTestClient({ definition, address: `127.0.0.1:${pod.service.ports.grpc}` })
      const kill = (): Promise<void> => {
        cups.close()
        return pod.kill()
      }
      return { ...pod, cups, kill }
    },
    async cupOf(cups, players, fields = {}) {
      const administrator = await platform.administrator(...MANAGE)
      const cup = await cups.createCup({ ...ordinaryCup(), ...fields }, administrator)
      for (const accountId of players) {
        await cups.enterCup({ cupId: cup.id }, await platform.principal(accountId))
      }
      return cups.getCup({ cupId: cup.id })
    },
    async battle(roomId, result) {
      const battleId = newId()
      const about = { battleId, roomId, mode: 'rush', players: [], startedAtMs: 0 }
      const started = BattleStarted.encode({ ...about, eventId: `${battleId}:started` }).finish()
      const finished = BattleFinished.encode({
        ...about,
        eventId: `${battleId}:finished`,
        endedAtMs: 0,
        rounds: 3,
        reason: EndReason.FINISHED,
        finishedBy: 0,
        winnerId: 0,
        counted: true,
        leftBy: 0,
        category: 'default',
        ...result,
      }).finish()
      await platform.bus.publishEvent(subjects.eventBattleStarted, `${battleId}:started`, started)
      await platform.bus.publishEvent(subjects.eventBattleFinished, `${battleId}:finished`, finished)
    },
  }
}

export const ordinaryCup = (): CreateCupRequest => ({
  cupId: newId(),
  name: 'Friday Cup',
  mode: 'rush',
  category: 'default',
  capacity: 64,
  startsAtMs: Date.now() + 3_600_000,
})

export function tieIn({ ties }: Cup, tieId: string): Tie {
  const tie = ties.find(({ id }) => id === tieId)
  if (!tie) throw new Error(`there is no tie ${tieId}`)
  return tie
}

export const isRunning = ({ state }: Tie): boolean => state === TieState.PLAYING
