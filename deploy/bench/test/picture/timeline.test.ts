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

describe('the timeline of a join', () => {
  test('begins with the last click, and takes the first of a kind', () => {
    expect(readTimeline(joiner, host)).toEqual({
      pictureMs: 300,
      otherPictureMs: 400,
      joiner: { click: 0, 'acked:join-room': 20, 'peer:made': 50, 'in:ice-candidate': 60, pictured: 300 },
      host: { 'in:start-peers': 30, pictured: 400 },
      connections: 1,
    })
  })

  test('counts the connections that a join made', () => {
    expect(readTimeline([...joiner, ...marks(['peer:made', 1_200])], host).connections).toBe(2)
  })

  test('a picture of an earlier join is none of this one', () => {
    expect(() => readTimeline(joiner, host.slice(0, 2))).toThrow('no picture came')
    expect(() => readTimeline([], host)).toThrow('nobody has clicked')
  })
})

describe('the steps of joins', () => {
  test('are told in their order, as medians, without those that nobody went through', () => {
    const slower = readTimeline(joiner.map(({ what, at }) => ({ what, at: at === 1_300 ? 1_400 : at })), host)
    expect(stepsOf('Kla', [readTimeline(joiner, host), slower])).toEqual([
      'Kla, joiner, ms since the click: seat taken 20, connection made 50, picture 350.',
      'Kla, host, ms since the click: introduced 30, picture 400.',
    ])
  })
})
