import type { CupView, NextTieView, TiePresence } from '@kla/proto/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBot } from './bot.js'
import { playTie } from './play-tie.js'
import type { Session } from './sign-in.js'

/** Who plays; who never says that it is there; and who checks in and then does not come to its ties. */
export type Attendance = 'plays' | 'never-checks-in' | 'stays-away'

export interface CupPlayerOptions {
  readonly session: Session
  readonly cupId: string
  readonly attendance: Attendance
  /** Between two looks at what is to be done, milliseconds; shorter than a presence lasts. */
  readonly pollMs: number
  readonly reconnectDelayMs?: number
  /** Ends the attendance. */
  readonly signal?: AbortSignal
}

/** Whoever does not answer is asked again, as a person does. */
const FAILED = 500
/** Whether the cup is over is asked once in so many looks. */
const LOOKS_PER_CUP = 5

/** Enters a cup. */
export async function enterCup({ session, cupId }: Pick<CupPlayerOptions, 'session' | 'cupId'>): Promise<void> {
  const response = await session.request(`/api/cups/${cupId}/entry`, { method: 'POST' })
  if (!response.ok) throw new Error(`${session.username} could not enter: ${await response.text()}`)
}

/**
 * Goes through a cup that it has entered: checks in, comes to its ties and plays them. Both players of a tie vote for the one
 * with the lower id. Answers the cup once it is over.
 */
export async function attendCup(options: CupPlayerOptions): Promise<CupView> {
  const { session, cupId, attendance, pollMs, signal } = options
  const bot = createBot({ ...options, gateways: [session.url] })
  if (attendance === 'plays') await bot.client.connect()
  try {
    for (let look = 0; ; look++) {
      signal?.throwIfAborted()
      if (look % LOOKS_PER_CUP === 0) {
        const cup = await ask<CupView>(session, `/api/cups/${cupId}`)
        if (cup && (cup.state === 'finished' || cup.state === 'cancelled')) return cup
      }
      const found = await ask<NextTieView>(session, '/api/cups/next')
      const next = found?.next?.cup_id === cupId ? found.next : undefined
      if (next?.check_in_due && attendance !== 'never-checks-in') {
        await ask(session, `/api/cups/${cupId}/check-in`, 'POST')
      }
      if (next?.tie_id && attendance === 'plays') {
        const presence = await ask<TiePresence>(session, `/api/cups/${cupId}/ties/${next.tie_id}/presence`, 'POST')
        if (presence?.room_id) await playTie(bot, presence.room_id, signal)
      }
      await sleep(pollMs, undefined, signal ? { signal } : {})
    }
  } finally {
    await bot.client.close()
  }
}

/** The answer, or nothing where there is none for now. */
async function ask<T>(session: Session, path: string, method = 'GET'): Promise<T | undefined> {
  const response = await session.request(path, { method }).catch(() => undefined)
  if (!response || response.status >= FAILED) return undefined
  return response.ok ? ((await response.json()) as T) : undefined
}
