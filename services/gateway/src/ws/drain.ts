import { CLOSE } from '@kla/proto/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { withTimeout } from '../shared/concurrency.js'
import type { Connection } from './connection.js'

type Leaving = Pick<Connection, 'socketId' | 'event' | 'close' | 'lanes'>

export interface Drained {
  /** Connections that there were, and how many of them had to be closed. */
  readonly connections: number
  readonly closed: number
}

/** Of the whole time: in it clients move by themselves. The rest is for those who cannot, and for the slow. */
const MOVING_SHARE = 0.5
/** What is under way on a connection may end before it is closed. */
const SETTLE_WITHIN_MS = 1_000
const LOOK_EVERY_MS = 20

/**
 * Empties a gateway that takes no new connections: asks all clients to move, lets them do so, each at a moment of its
 * own choice, and closes who is left (1001), spread over the rest of the time. Ends as soon as nobody is left.
 */
export async function drainConnections(connections: ReadonlySet<Leaving>, overMs: number): Promise<Drained> {
  const began = Date.now()
  const total = connections.size
  const withinMs = Math.floor(overMs * MOVING_SHARE)
  for (const connection of connections) connection.event('going-away', { withinMs, socketId: connection.socketId })
  await emptied(connections, began + withinMs)

  const left = [...connections]
  const restMs = overMs - withinMs
  const closing: Promise<void>[] = []
  for (const [index, connection] of left.entries()) {
    if (connections.has(connection)) await emptied(connections, began + withinMs + (restMs * (index + 1)) / left.length)
    if (connections.has(connection)) closing.push(settleAndClose(connection))
  }
  await Promise.all(closing)
  return { connections: total, closed: closing.length }
}

async function settleAndClose(connection: Leaving): Promise<void> {
  await withTimeout(SETTLE_WITHIN_MS, connection.lanes.settled()).catch(() => undefined)
  connection.close(CLOSE.GOING_AWAY, 'going away')
}

/** Resolves when there are none, at the latest at `endMs` (Unix milliseconds). */
async function emptied(connections: ReadonlySet<Leaving>, endMs: number): Promise<void> {
  while (connections.size > 0 && Date.now() < endMs) await sleep(Math.min(LOOK_EVERY_MS, endMs - Date.now()))
}
