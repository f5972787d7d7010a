import { expect, test } from '@jest/globals'
import { createPickCheck } from '@kla/bots'
import type { ServerFrame } from '@kla/proto/web'
import { createTally } from '../../src/battles/tally.js'
import { createWatcher } from '../../src/battles/watcher.js'

const timing = { deadline: 1_000, durationMs: 10 }
const line = (username: string, number: number, seq: number): ServerFrame => ({
  event: 'receive-message',
  data: { username, message: `line ${number}` },
  seq,
})
const prompt = (round: number, seq: number): ServerFrame[] => [
  { event: 'prompt-gif', data: { round, ...timing }, seq },
  { event: 'gif-options', data: { round, options: [] }, seq: seq + 1 },
]
const show = (round: number, seq: number): ServerFrame[] => [
  { event: 'show-gif', data: { round, ...timing }, seq },
  { event: 'receive-gif', data: { round, gifUrl: 'a', wildCard: false }, seq: seq + 1 },
]

/** What is found in these frames, when both have said so many lines. */
function found(frames: readonly ServerFrame[], said = { own: 0, other: 0 }) {
  const tally = createTally()
  const picks = createPickCheck()
  picks.picked('second', 1, 'a')
  const names = { own: 'me', other: 'you' }
  const onShown = (round: number, gifUrl: string): void => picks.shown('first', round, gifUrl)
  const watcher = createWatcher({ names, tally, onLine: () => undefined, onShown })
  for (const frame of frames) watcher.takes(frame)
  watcher.finish(said)
  return { ...tally.faults, ...Object.fromEntries(picks.faults().map((fault) => [fault, 1])) }
}

test('accepts a whole round with its chat', () => {
  const frames = [...prompt(1, 1), line('me', 1, 3), line('you', 1, 4), ...show(1, 5)]
  expect(found(frames, { own: 1, other: 1 })).toEqual({})
})

test.each<[Record<string, number>, ServerFrame[], { own: number; other: number }?]>([
  [{ 'lines of another room': 1 }, [line('stranger', 1, 1)]],
  [{ 'lines doubled': 1 }, [line('you', 1, 1), line('you', 1, 2)], { own: 0, other: 1 }],
  [{ 'lines out of order': 1 }, [line('you', 2, 1), line('you', 1, 2)], { own: 0, other: 2 }],
  [{ 'lines lost': 1 }, [line('you', 1, 1)], { own: 0, other: 2 }],
  [{ 'own lines lost': 1 }, [], { own: 1, other: 0 }],
  [{ 'numbers missed': 2 }, [...prompt(1, 1), line('you', 1, 5)], { own: 0, other: 1 }],
  [{ 'numbers repeated': 1 }, [line('you', 1, 2), line('you', 2, 2)], { own: 0, other: 2 }],
  [{ 'phases lost': 1 }, [...prompt(1, 1), ...prompt(2, 3)]],
  [{ 'phases doubled': 1 }, [...prompt(1, 1), { event: 'prompt-gif', data: { round: 1, ...timing }, seq: 3 }]],
  [{ error: 1 }, [{ event: 'error', data: { event: 'ready-up', error: '', code: 'INTERNAL' } }]],
])('reports %j', (...[fault, frames, said]) => {
  expect(found(frames, said)).toEqual(fault)
})

test('reports a clip that differs from the pick', () => {
  const [showing, clip] = show(1, 3) as [ServerFrame, ServerFrame]
  const other = { ...clip, data: { ...clip.data, gifUrl: 'b' } } as ServerFrame
  expect(found([...prompt(1, 1), showing, other])).toEqual({
    'an accepted pick was not what was shown to the first in round 1': 1,
  })
})
