import { fileURLToPath } from 'node:url'
import { createDatabase, type Database, newId } from '@kla/chassis'
import { EndReason } from '@kla/proto'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import type { Outcome } from '../../src/battle/rules/step.js'

/** A schema of the service's own on the real PostgreSQL, and two processes' ways to it. */
export async function createResults() {
  const tables = await isolatedSchema(fileURLToPath(new URL('../../migrations', import.meta.url)), 'engine')
  // Tests lay a hundred thousand rows in one statement.
  const connect = (): Database =>
    createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger(), timeoutMs: 60_000 })
  const [database, other] = [connect(), connect()]
  return {
    ...tables,
    database,
    other,
    async close(): Promise<void> {
      await Promise.all([database.end(), other.end()])
      await tables.drop()
    },
  }
}

/** A battle that counts, won by the first of its players. */
export function outcomeOf(players: readonly [number, number], change: Partial<Outcome> = {}): Outcome {
  const endedAtMs = change.endedAtMs ?? Date.UTC(2026, 10, 21, 12)
  return {
    battleId: newId(),
    roomId: newId(),
    mode: 'rush',
    category: 'default',
    players,
    startedAtMs: endedAtMs - 200_000,
    endedAtMs,
    rounds: 4,
    reason: EndReason.FINISHED,
    finishedBy: players[1],
    leftBy: null,
    winnerId: players[0],
    aliases: players,
    counted: true,
    ...change,
  }
}
