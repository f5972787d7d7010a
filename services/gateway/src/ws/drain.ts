import { setTimeout as sleep } from 'node:timers/promises'
import { settleWithin } from '@kla/chassis'
import { CLOSE } from '@kla/proto/web'
import type { Connection } from './connection/connection.js'
import { moveSpreadMs } from './spread.js'

type Leaving = Pick<Connection, 'socketId' | 'event' | 'close' | 'lanes'>

/** Numbers of connections: all, and those closed. */
export interface Drained {
  readonly connections: number
  readonly closed: number
}

/** Share of the time in which clients move themselves. */
const MOVING_SHARE = 0.5
const SETTLE_WITHIN_MS = 1_000
const LOOK_EVERY_MS = 20

/**
 * Asks clients to move, then closes the rest (1001) over the remaining time. The gateway must accept no connections.
 */
export async function drainConnections(connections: ReadonlySet<Leaving>, overMs: number): Promise<Drained> {
  const began = Date.now()
  const total = connections.size
  const withinMs = Math.floor(overMs * MOVING_SHARE)
  const spreadMs = moveSpreadMs(total, withinMs)
  for (const connection of connections)
    connection.event('going-away', { withinMs, socketId: connection.socketId, spreadMs })
  await emptied(connections, began + withinMs)

  const left = [...connections]
  const restMs = overMs - withinMs
  const closing: Promise<void>[] = []
  for (const [index, connection] of left.entries()) {
    if (connections.has(connection)) await emptied(connections, began + withinMs + (restMs * (index + 1)) / left.length)
    if (connections.has(connection)) closing.push(settleAndClose(connection))
  }
  await Promise.all(closing)
  // A listener may report a close only once the client has answered.
  await emptied(connections, Date.now() + SETTLE_WITHIN_MS)
  return { connections: total, closed: closing.length }
}

async function settleAndClose(connection: Leaving): Promise<void> {
  await settleWithin(SETTLE_WITHIN_MS, connection.lanes.settled())
  connection.close(CLOSE.GOING_AWAY, 'going away')
}

async function emptied(connections: ReadonlySet<Leaving>, endMs: number): Promise<void> {
  while (connections.size > 0 && Date.now() < endMs) await sleep(Math.min(LOOK_EVERY_MS, endMs - Date.now()))
}
