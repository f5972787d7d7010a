import { expect, test } from '@jest/globals'
import { createWildCardCount, type Received } from '@kla/load'
import type { RoomStateData } from '@kla/proto/web'

const timing = { deadline: 0, durationMs: 1 }

const prompt = (round: number): Received => ({ event: 'prompt-gif', data: { round, ...timing }, atMs: 0 })
const show = (round: number, wildCard: boolean): Received => ({
  ...{ event: 'receive-gif', atMs: 0 },
  data: { round, gifUrl: 'x', wildCard },
})
const end: Received = { event: 'end-game', data: { ...timing, reason: 'finished', finishedBy: 1 }, atMs: 0 }
const state = (phase: RoomStateData['phase'], round: number, wildCard: boolean): Received => {
  const receivedGif = phase === 'show' ? { round, gifUrl: 'x', wildCard } : null
  return { event: 'room-state', data: { phase, round, receivedGif } as RoomStateData, atMs: 0 }
}

function shownIn(events: Received[]): number {
  const count = createWildCardCount()
  for (const event of events) count.takes(event)
  return count.shown
}

test('counts what is shown as a Wild Card, and nothing else', () => {
  expect(shownIn([prompt(1), show(1, false), prompt(2), show(2, true), end])).toBe(1)
})

test('counts a show once, whether told of by its event, the state or both', () => {
  expect(shownIn([prompt(1), state('show', 1, true)])).toBe(1)
  expect(shownIn([prompt(1), show(1, true), state('show', 1, true), state('show', 1, true)])).toBe(1)
})

test('knows the same round of a rematch for another one', () => {
  const battle = [prompt(1), show(1, true), end]
  expect(shownIn([...battle, ...battle])).toBe(2)
  expect(shownIn([prompt(1), show(1, true), state('waiting', 0, false), state('show', 1, true)])).toBe(2)
})
