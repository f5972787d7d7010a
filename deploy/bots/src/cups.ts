import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientEventData, ClientEventName, CupView, NextTieView, TiePresence } from '@kla/proto/web'
import { type Bot, createBot, insist } from './bot.js'
import { onTurn, type Turn } from './events.js'
import type { Session } from './sign-in.js'

const ANSWER_WITHIN_MS = 20_000
const TIE_WITHIN_MS = 120_000

/** Plays a cup tie until a result or the room's end, then leaves. The lower id finishes and wins. */
export async function playTie(bot: Bot, roomId: string, signal?: AbortSignal): Promise<void> {
  const { client } = bot
  const say = <Name extends ClientEventName>(event: Name, data: ClientEventData<Name>) =>
    insist(client, event, data, Date.now() + ANSWER_WITHIN_MS)

  let players: number[] = []
  const offs: (() => void)[] = []
  const winner = (): number => Math.min(...players)
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, TIE_WITHIN_MS)
    const abort = (): void => resolve()
    signal?.addEventListener('abort', abort, { once: true })
    const turn = (now: Turn): void => {
      switch (now.phase) {
        case 'prompt':
          return void say('gif-choice', { roomId, index: now.options[0]?.index ?? 1 })
        case 'show':
          return winner() === client.id ? void say('user-finishes', { roomId }) : undefined
        case 'vote':
          return void say('declare-winner', { roomId, winnerId: winner() })
        case 'result':
        case 'waiting':
          return resolve()
      }
    }
    offs.push(
      () => clearTimeout(timer),
      () => signal?.removeEventListener('abort', abort),
      onTurn(client, turn),
      client.on('room-user-list', (list) => {
        if (list.players.length === 2) players = list.players.map(({ id }) => id)
      }),
      client.on('room-state', (state) => {
        const present = state.battlePlayers.length === 2 ? state.battlePlayers : state.players.map(({ id }) => id)
        if (present.length === 2) players = present
      }),
      client.on('room-closed', () => resolve()),
    )
  })
  try {
    const joined = await say('join-room', { roomId, passcode: null, role: 'player' })
    if (!joined.success) return
    await say('ready-up', { roomId })
    await over
  } finally {
    for (const off of offs) off()
    await client.send('leave-room', { roomId }).catch(() => undefined)
  }
}

export type Attendance = 'plays' | 'never-checks-in' | 'stays-away'

export interface CupPlayerOptions {
  readonly session: Session
  readonly cupId: string
  readonly attendance: Attendance
  readonly pollMs: number
  readonly reconnectDelayMs?: number
  readonly signal?: AbortSignal
}

const FAILED = 500
const LOOKS_PER_CUP = 5

export async function enterCup({ session, cupId }: Pick<CupPlayerOptions, 'session' | 'cupId'>): Promise<void> {
  const response = await session.request(`/api/cups/${cupId}/entry`, { method: 'POST' })
  if (!response.ok) throw new Error(`${session.username} could not enter: ${await response.text()}`)
}

/** Checks in and plays the ties of an entered cup; resolves to the finished cup. */
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

async function ask<T>(session: Session, path: string, method = 'GET'): Promise<T | undefined> {
  const response = await session.request(path, { method }).catch(() => undefined)
  if (!response || response.status >= FAILED) return undefined
  return response.ok ? ((await response.json()) as T) : undefined
}
