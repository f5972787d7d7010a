import { inTransaction, insertFact, type Database, type OutboxFact, type Transaction } from '@kla/chassis'
import { type FieldRefused, isUuid, refuse } from '../shared/rules/input.js'
import type { Cup } from './rules/cup.js'
import { insertCup, updateCup } from './cup-rows.js'

export interface Change {
  /** What the cup becomes; the very same object: nothing changes. */
  readonly decide: (cup: Cup) => Cup | FieldRefused
  /** Unix milliseconds. */
  readonly nowMs: number
  /** Facts that tell of the change, laid in the outbox with it. */
  readonly facts?: (cup: Cup) => readonly OutboxFact[]
  /** Does nothing, with CONFLICT, while somebody else changes the cup. */
  readonly unlessBusy?: boolean
}

/** Where a room belongs. */
export interface RoomTie {
  readonly cupId: string
  readonly tieId: string
}

export interface CupStore {
  /** Stores a new cup; if there is one by this id already, that one is answered and nothing changes. */
  add(cup: Cup, facts: readonly OutboxFact[]): Promise<Cup>
  find(cupId: string): Promise<Cup | undefined>
  /** Changes a cup while nobody else does. Refused with CUP_NOT_FOUND, or as `decide` refuses. */
  change(cupId: string, change: Change): Promise<Cup | FieldRefused>
  /** The cups that an account has entered and that are not over; those that begin first, at most 20. */
  ofPlayer(accountId: number): Promise<readonly Cup[]>
  /** Cups of which a deadline is reached, the longest overdue first. */
  due(nowMs: number, limit: number): Promise<readonly Cup[]>
  /** The tie for which a room was chosen. */
  tieOfRoom(roomId: string): Promise<RoomTie | undefined>
}

/** Nobody plays in more at once; it bounds what asking costs. */
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
    if (!isUuid(cupId)) return undefined
    return (await database.query<Row>('SELECT record FROM cups WHERE id = $1', [cupId])).rows[0]?.record
  }

  return {
    find,

    add: (cup, facts) =>
      inTransaction(database, async (tx) => {
        if (!(await insertCup(tx, cup))) return (await lock(tx, cup.id, false)) ?? cup
        for (const fact of facts) await insertFact(tx, fact)
        return cup
      }),

    async change(cupId, { decide, nowMs, facts, unlessBusy = false }) {
      if (!isUuid(cupId)) return refuse('CUP_NOT_FOUND')
      return inTransaction(database, async (tx) => {
        const before = await lock(tx, cupId, unlessBusy)
        if (!before) return refuse(unlessBusy ? 'CONFLICT' : 'CUP_NOT_FOUND')
        const cup = decide(before)
        if ('refused' in cup || cup === before) return cup
        await updateCup(tx, before, cup, nowMs)
        for (const fact of facts?.(cup) ?? []) await insertFact(tx, fact)
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

    async due(nowMs, limit) {
      const { rows } = await database.query<Row>(
        'SELECT record FROM cups WHERE deadline <= $1 ORDER BY deadline LIMIT $2',
        [new Date(nowMs), limit],
      )
      return rows.map(({ record }) => record)
    },

    async tieOfRoom(roomId) {
      if (!isUuid(roomId)) return undefined
      const { rows } = await database.query<{ cup_id: string; tie_id: string }>(
        'SELECT cup_id, tie_id FROM cup_rooms WHERE room_id = $1',
        [roomId],
      )
      const [row] = rows
      return row && { cupId: row.cup_id, tieId: row.tie_id }
    },
  }
}
