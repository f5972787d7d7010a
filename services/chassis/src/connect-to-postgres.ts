import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { KlaError } from './errors.js'

const TRY_AGAIN_MS = 500
const CONNECT_WITHIN_MS = 3_000

/** A server that has died without a word is missed within half a minute, also by who waits long for an answer. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * A connection to a server that may still be starting, or whose name may not be known yet. Rejects with what it was
 * refused for at the end of `withinMs`, and at once with anything that time does not heal, such as a wrong password.
 * `onWait` is told once that it has to wait.
 */
export async function connectToPostgres(url: string, withinMs: number, onWait?: () => void): Promise<pg.Client> {
  const end = Date.now() + withinMs
  for (let first = true; ; first = false) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS, ...KEEP_ALIVE })
    // One that is lost later rejects the statement under way; an error that nobody hears would end the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      if (!isNotThereYet(error) || Date.now() + TRY_AGAIN_MS > end) throw error
      if (first) onWait?.()
      await sleep(TRY_AGAIN_MS)
    }
  }
}

const isNotThereYet = (error: unknown): boolean => KlaError.from(error).reason === 'UNAVAILABLE'
