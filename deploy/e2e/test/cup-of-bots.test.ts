import { setMaxListeners } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Attendance, attendCup, enterCup, type Session, signIn } from '@kla/bots'
import type { Platform } from '@kla/local'
import type { CupView } from '@kla/proto/web'
import { sized } from '@kla/testkit'
import { bracketFaults, createCup, cupWhen, signInAdministrator, startTestPlatform } from '../src/platform/index.js'

const PLAYERS = sized(16, 64)
/** A fifth: half of them never say that they are there, half of them do and then do not come. */
const absence = (number: number): Attendance =>
  number % 10 === 3 ? 'never-checks-in' : number % 10 === 7 ? 'stays-away' : 'plays'
const CHECK_IN_MS = 12_000
const HOUR_MS = 3_600_000

let platform: Platform
const leaving = new AbortController()
// Each of them waits for it in two places at most.
setMaxListeners(2 * PLAYERS, leaving.signal)

beforeAll(async () => {
  platform = await startTestPlatform('cup-of-bots', {
    processes: { rooms: 2, 'game-engine': 2 },
    environment: {
      CUP_CHECK_IN_MS: String(CHECK_IN_MS),
      CUP_NO_SHOW_MS: '8000',
      CUP_DISPUTE_MS: '5000',
      CUP_PRESENCE_MS: '4000',
      BATTLE_PROMPT_MS: '1000',
      BATTLE_SHOW_MS: '1000',
    },
  })
}, 120_000)
afterAll(async () => {
  leaving.abort()
  await platform?.close()
}, 60_000)

const killOne = async (service: 'rooms' | 'game-engine'): Promise<void> => {
  const [first] = platform.running(service)
  if (!first) throw new Error(`no ${service} is running`)
  await platform.kill(first)
}

/** What stays as it is: a verdict can change it for a while after the end, as long as the clock allows. */
const outcomeOf = ({ champion, ties }: CupView) => ({
  champion,
  ties: ties.map(({ id, player_a, player_b, winner_id, how }) => ({ id, player_a, player_b, winner_id, how })),
})

describe('a cup of bots', () => {
  test(`ends a cup of ${PLAYERS} with a fifth absent with the right champion, without an administrator, whichever process dies`, async () => {
    const administrator = await signInAdministrator(platform)
    const sessions: Session[] = []
    for (let from = 0; from < PLAYERS; from += 8) {
      const some = Array.from({ length: 8 }, (_, at) => signIn(platform.url, `cup-${from + at}`))
      sessions.push(...(await Promise.all(some)))
    }
    const [anybody] = sessions
    if (!anybody) throw new Error('nobody signed in')
    const { id: cupId } = await createCup(administrator, { startsInMs: HOUR_MS })
    for (const session of sessions) await enterCup({ session, cupId })
    // Entering during check-in counts as checking in, so it opens once all have entered.
    const starts_at = new Date(Date.now() + CHECK_IN_MS).toISOString()
    const moved = await administrator.request(`/admin/cups/${cupId}`, { method: 'PATCH', body: { starts_at } })
    expect(moved.status).toBe(200)

    const attendance = new Map(sessions.map((session, number) => [session.id, absence(number)]))
    const attending = sessions.map((session) =>
      attendCup({
        session,
        cupId,
        attendance: attendance.get(session.id) ?? 'plays',
        pollMs: 800,
        reconnectDelayMs: 150,
        signal: leaving.signal,
      }),
    )
    const disturbing = (async () => {
      await cupWhen(
        anybody,
        cupId,
        ({ ties }) => ties.some(({ state, round }) => round > 1 && state === 'playing'),
        240_000,
      )
      await killOne('rooms')
      await killOne('game-engine')
    })()
    const [cups] = await Promise.all([Promise.all(attending), disturbing])

    const [cup] = cups
    if (!cup) throw new Error('nobody saw the end')
    expect(cup.state).toBe('finished')
    expect(bracketFaults(cup)).toEqual([])
    for (const seen of cups) expect(outcomeOf(seen)).toEqual(outcomeOf(cup))

    const drawn = new Set(cup.ties.flatMap(({ player_a, player_b }) => [player_a, player_b]))
    for (const [id, how] of attendance) expect([id, drawn.has(id)]).toEqual([id, how !== 'never-checks-in'])
    const plays = (id: number | null): boolean => id !== null && attendance.get(id) === 'plays'
    for (const { id, player_a, player_b, winner_id, how } of cup.ties) {
      const present = [player_a, player_b].filter(plays) as number[]
      // Two players vote for the lower id; one present player walks over; without players there is no winner.
      const expected = present.length === 0 ? null : Math.min(...present)
      // Who is alone in a tie advances without having to come, and may then not come.
      const alone = player_a === null || player_b === null
      expect({ id, how, winner_id }).toEqual({ id, how, winner_id: alone ? (player_a ?? player_b) : expected })
    }
    expect(cup.ties.filter(({ how }) => how === 'vote').length).toBeGreaterThan(PLAYERS / 3)
  }, 420_000)
})
