import { describe, expect, test } from '@jest/globals'
import { stepsOf } from '../../src/picture/part.js'
import { readTimeline } from '../../src/picture/timeline.js'

const marks = (...given: [string, number][]) => given.map(([what, at]) => ({ what, at }))

const joiner = marks(
  ['pictured', 900],
  ['click', 1_000],
  ['acked:join-room', 1_020],
  ['peer:made', 1_050],
  ['in:ice-candidate', 1_060],
  ['in:ice-candidate', 1_070],
  ['pictured', 1_300],
)
const host = marks(['pictured', 950], ['in:start-peers', 1_030], ['pictured', 1_400])

describe('readTimeline', () => {
  test('starts at the last click and takes the first mark of a kind', () => {
    expect(readTimeline(joiner, host)).toEqual({
      pictureMs: 300,
      otherPictureMs: 400,
      joiner: { click: 0, 'acked:join-room': 20, 'peer:made': 50, 'in:ice-candidate': 60, pictured: 300 },
      host: { 'in:start-peers': 30, pictured: 400 },
      connections: 1,
    })
  })

  test('counts the connections of a join', () => {
    expect(readTimeline([...joiner, ...marks(['peer:made', 1_200])], host).connections).toBe(2)
  })

  test('ignores a picture of an earlier join', () => {
    expect(() => readTimeline(joiner, host.slice(0, 2))).toThrow('no picture came')
    expect(() => readTimeline([], host)).toThrow('nobody has clicked')
  })
})

describe('stepsOf', () => {
  test('lists medians in order, without steps nobody reached', () => {
    const slower = readTimeline(joiner.map(({ what, at }) => ({ what, at: at === 1_300 ? 1_400 : at })), host)
    expect(stepsOf('Kla', [readTimeline(joiner, host), slower])).toEqual([
      'Kla, joiner, ms since the click: seat taken 20, connection made 50, picture 350.',
      'Kla, host, ms since the click: introduced 30, picture 400.',
    ])
  })
})
