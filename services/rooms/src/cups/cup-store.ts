import {
  type Database,
  insertEvent,
  inTransaction,
  isStored,
  type OutboxEvent,
  type Refused,
  type Transaction,
} from '@kla/chassis'
import { isCanonicalUuid, refuse } from '../shared/rules/input.js'
import { insertCup, updateCup } from './cup-rows.js'
import type { Cup } from './rules/cup.js'

/** A change of a cup, with its audit event. */
export interface Change {
  /** Returns the same object for no change. */
  readonly decide: (cup: Cup) => Cup | Refused
  readonly nowMs: number
  readonly events?: (cup: Cup) => readonly OutboxEvent[]
  readonly unlessBusy?: boolean
  /** Id of an event without which the change has not been made; with it, nothing changes. */
  readonly actId?: string | undefined
}

/** A tie found by its room. */
export interface RoomTie {
  readonly cupId: string
  readonly tieId: string
}

/** Cups in PostgreSQL, one row each. */
export interface CupStore {
  add(cup: Cup, events: readonly OutboxEvent[]): Promise<Cup>
  find(cupId: string): Promise<Cup | undefined>
  /** Applies `decide` under the row lock. Refuses with CUP_NOT_FOUND. */
  change(cupId: string, change: Change): Promise<Cup | Refused>
  ofPlayer(accountId: number): Promise<readonly Cup[]>
  entered(accountId: number): Promise<readonly string[]>
  due(nowMs: number, limit: number): Promise<readonly Cup[]>
  tieOfRoom(roomId: string): Promise<RoomTie | undefined>
}

const OF_PLAYER_MAX = 20

interface Row {
  readonly record: Cup
}

export function createCupStore(database: Database): CupStore {
  const lock = async (tx: Transaction, cupId: string, unlessBusy: boolean): Promise<Cup | undefined> => {
    const statement = `SELECT record FROM cups WHERE id = $1 FOR UPDATE ${unlessBusy ? 'SKIP LOCKED' : ''}`
    return (await tx.query<Row>(statement, [cupId])).rows[0]?.record
  }

  const find: CupStore['find'] = async (cupId) => {
    if (!isCanonicalUuid(cupId)) return undefined
    return (await database.query<Row>('SELECT record FROM cups WHERE id = $1', [cupId])).rows[0]?.record
  }

  return {
    find,

    add: (cup, events) =>
      inTransaction(database, async (tx) => {
        if (!(await insertCup(tx, cup))) return (await lock(tx, cup.id, false)) ?? cup
        for (const event of events) await insertEvent(tx, event)
        return cup
      }),

    async change(cupId, { decide, nowMs, events, unlessBusy = false, actId }) {
      if (!isCanonicalUuid(cupId)) return refuse('CUP_NOT_FOUND')
      return inTransaction(database, async (tx) => {
        const before = await lock(tx, cupId, unlessBusy)
        if (!before) return refuse(unlessBusy ? 'CONFLICT' : 'CUP_NOT_FOUND')
        if (actId !== undefined && (await isStored(tx, actId))) return before
        const cup = decide(before)
        if ('refused' in cup || cup === before) return cup
        await updateCup(tx, before, cup, nowMs)
        for (const event of events?.(cup) ?? []) await insertEvent(tx, event)
        return cup
      })
    },

    async ofPlayer(accountId) {
      const { rows } = await database.query<Row>(
        `SELECT c.record FROM cup_players AS p JOIN cups AS c ON c.id = p.cup_id
         WHERE p.account_id = $1 ORDER BY c.starts_at, c.id LIMIT $2`,
        [accountId, OF_PLAYER_MAX],
      )
      return rows.map(({ record }) => record)
    },

    async entered(accountId) {
      const { rows } = await database.query<{ id: string }>(
        `SELECT id FROM cups WHERE record -> 'entries' @> $1::jsonb ORDER BY id`,
        [JSON.stringify([{ accountId }])],
      )
      return rows.map(({ id }) => id)
    },

    async due(nowMs, limit) {
      const { rows } = await database.query<Row>(
        'SELECT record FROM cups WHERE deadline <= $1 ORDER BY deadline LIMIT $2',
        [new Date(nowMs), limit],
      )
      return rows.map(({ record }) => record)
    },

    async tieOfRoom(roomId) {
      if (!isCanonicalUuid(roomId)) return undefined
      const { rows } = await database.query<{ cup_id: string; tie_id: string }>(
        'SELECT cup_id, tie_id FROM cup_rooms WHERE room_id = $1',
        [roomId],
      )
      const [row] = rows
      return row && { cupId: row.cup_id, tieId: row.tie_id }
    },
  }
}
