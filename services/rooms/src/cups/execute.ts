import { createHash, randomUUID } from 'node:crypto'
import { KlaError, type Logger, newId, type OutboxEvent, type Refused } from '@kla/chassis'
import type { Blocks } from '../blocks/index.js'
import type { OpenReserved } from '../seats/index.js'
import type { Person } from '../shared/rules/room.js'
import type { CupStore } from './cup-store.js'
import { newPairs, type Pair, pairOf } from './rules/blocked-pairs.js'
import type { CupCommand, CupMoment, CupRules } from './rules/command.js'
import { type Cup, type Tie, tieRoomName } from './rules/cup.js'
import { type Edit, editCup } from './rules/edits.js'
import { reduceCup } from './rules/reduce.js'

export interface ExecuteOptions {
  readonly events?: (cup: Cup) => readonly OutboxEvent[]
  /** Refuses with CONFLICT instead of waiting. */
  readonly unlessBusy?: boolean
  /** Names the change, which a repeated request does not make again. */
  readonly actId?: string
  readonly edit?: Edit
}

/** Applies commands to a cup. */
export interface CupExecutor {
  moment(): Pick<CupMoment, 'nowMs' | 'rules'>
  execute(cupId: string, command: CupCommand, options?: ExecuteOptions): Promise<Cup | Refused>
}

export interface CupExecutorDeps {
  readonly store: Pick<CupStore, 'change'>
  readonly rules: CupRules
  readonly blocksWithinPairs: Blocks['blocksWithinPairs']
  readonly now: () => number
}

export function createCupExecutor({ store, rules, blocksWithinPairs, now }: CupExecutorDeps): CupExecutor {
  const drawn = { newRoomId: newId, newLotSeed: () => randomUUID(), hash: evenHash }
  return {
    moment: () => ({ nowMs: now(), rules }),
    async execute(cupId, command, { edit, ...options } = {}) {
      const asked = new Set<string>()
      const apart = new Set<string>()
      for (;;) {
        const nowMs = now()
        let unknown: readonly Pair[] = []
        const changed = await store.change(cupId, {
          ...options,
          nowMs,
          decide: (cup) => {
            const moment = { nowMs, rules, ...drawn, apart }
            const next = edit ? editCup(cup, command, edit, moment) : reduceCup(cup, command, moment)
            unknown = 'refused' in next ? [] : newPairs(cup, next).filter((pair) => !asked.has(pairOf(...pair)))
            return unknown.length === 0 ? next : cup
          },
        })
        if (unknown.length === 0) return changed
        // Outside the transaction, which holds a connection.
        for (const pair of unknown) asked.add(pairOf(...pair))
        for (const pair of await blocksWithinPairs(unknown)) apart.add(pairOf(...pair))
      }
    },
  }
}

const HASH_BYTES = 6

export function evenHash(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, HASH_BYTES) / 256 ** HASH_BYTES
}

/** Opens a tie's room once both players are present. */
export type OpenTie = (cup: Cup, tie: Tie, players: readonly Person[]) => Promise<Cup>

const NO_CONNECTION = { socketId: '', gatewayId: '' }

export interface OpenTieDeps {
  readonly cups: CupExecutor
  readonly openReserved: OpenReserved
  readonly blocksWithinPairs: Blocks['blocksWithinPairs']
  readonly log: Logger
}

/** Idempotent; decides the tie if one player blocks the other. */
export const createOpenTie =
  ({ cups, openReserved, blocksWithinPairs, log }: OpenTieDeps): OpenTie =>
  async (cup, tie, players) => {
    const { id: tieId, roomId } = tie
    if ((await blocksWithinPairs([[tie.playerA, tie.playerB]])).length > 0) {
      const decided = await cups.execute(cup.id, { kind: 'room-apart', tieId, roomId })
      return 'refused' in decided ? cup : decided
    }
    const opened = await openReserved({
      roomId,
      name: tieRoomName(cup, tie),
      mode: cup.mode,
      category: cup.category,
      origin: 'tie',
      tie: { cupId: cup.id, tieId, cupName: cup.name },
      players: players.map((person) => ({ person, connection: NO_CONNECTION })),
    }).catch((error: unknown) => {
      if (error instanceof KlaError && error.reason === 'CONFLICT') return undefined
      throw error
    })
    if (!opened) return cup
    if (opened.kind === 'refused') {
      log.info({ cupId: cup.id, tieId, reason: opened.reason }, 'tie is waiting for a seat')
      return cup
    }
    const changed = await cups.execute(cup.id, { kind: 'room-opened', tieId, roomId })
    return 'refused' in changed ? cup : changed
  }
