import { describe, expect, test } from '@jest/globals'
import type { RevealState } from '@kla/proto/web'
import { createReveal, OPENS_AFTER_MS } from '../../../../src/features/room/reveal/reveal.js'
import { settle } from '../../../settle.js'
import { manualClock } from '../../../shared/realtime/manual-clock.js'
import { fakeMedia, fakeTrack, namesOf, real } from '../../../shared/rtc/fake-tracks.js'

const ME = 11
const OTHER = 22
const VEILED = ['silence', 'patches']
const SHOWN = ['copy of microphone', 'copy of camera']

type Said = { show: boolean; epoch: number }

function setUp({ devices = true } = {}) {
  const fakes = fakeMedia()
  const { media, microphone, camera } = fakes
  if (!devices) media.set({ source: 'stand-in', sound: 'stand-in' })
  const { clock, advance } = manualClock()
  const said: Said[] = []
  const refused: string[] = []
  let answer: object | null = { success: true }
  /** What was sent at the moment of each message to the server. */
  const sentThen: (string | null)[][] = []
  const reveal = createReveal({
    ...fakes,
    clock,
    send: (async (_: string, { show, epoch }: Said) => {
      said.push({ show, epoch })
      sentThen.push(namesOf(reveal.media.get().tracks))
      return answer ?? new Promise(() => undefined)
    }) as never,
    onRefused: (error) => refused.push(error),
  })
  const state = (change: Partial<RevealState> = {}): RevealState => ({ epoch: 1, ready: [], open: false, ...change })
  return {
    reveal,
    media,
    microphone,
    camera,
    said,
    refused,
    sentThen,
    advance,
    state,
    answerWith: (next: object | null) => (answer = next),
    sent: () => namesOf(reveal.media.get().tracks),
    open() {
      reveal.follow('r1', ME, state())
      reveal.show()
      reveal.update(state({ ready: [ME, OTHER], open: true }))
      advance(OPENS_AFTER_MS)
    },
  }
}

describe('the page says that both are blurred again', () => {
  test('as soon as this player withdraws, and while the server knows why', () => {
    const { reveal, open, state } = setUp()
    open()
    expect(reveal.get().again).toBe(false)
    reveal.withdraw()
    expect(reveal.get().again).toBe(true)
    reveal.update(state({ epoch: 2, closed: { why: 'withdrawn', by: ME } }))
    expect(reveal.get().again).toBe(true)
  })

  test('after a reload, which remembers nothing itself', () => {
    const { reveal, state } = setUp()
    reveal.follow('r1', ME, state({ epoch: 3, closed: { why: 'lost', by: ME } }))
    expect(reveal.get().again).toBe(true)
  })

  test('not before anything was open, nor once it is again, nor to the next opponent', () => {
    const { reveal, open, state } = setUp()
    reveal.follow('r1', ME, state())
    expect(reveal.get().again).toBe(false)
    open()
    reveal.update(state({ epoch: 2 }))
    expect(reveal.get().again).toBe(false)
  })
})

describe('before the room has said whether it is veiled', () => {
  test('nothing but patches is sent', () => {
    const { reveal, sent } = setUp()
    expect(sent()).toEqual(VEILED)
    expect(reveal.get()).toMatchObject({ room: 'unknown', state: 'closed' })
  })

  test('the real tracks follow at once in a room that is not', () => {
    const { reveal, sent } = setUp()
    reveal.follow('r1', ME, null)
    expect(sent()).toEqual(['microphone', 'camera'])
    expect(reveal.get().room).toBe('plain')
  })
})

describe('opening', () => {
  test('takes a second after both have shown themselves', () => {
    const { reveal, state, sent, said, advance } = setUp()
    reveal.follow('r1', ME, state())
    reveal.show()
    expect(said).toEqual([{ show: true, epoch: 1 }])
    reveal.update(state({ ready: [ME, OTHER], open: true }))
    expect(reveal.get()).toMatchObject({ state: 'opening', mine: true })
    advance(OPENS_AFTER_MS - 1)
    expect(sent()).toEqual(VEILED)
    advance(1)
    expect(sent()).toEqual(SHOWN)
    expect(reveal.get().state).toBe('open')
  })

  test('is stopped by a withdrawal in that second', () => {
    const { reveal, state, sent, advance } = setUp()
    reveal.follow('r1', ME, state())
    reveal.show()
    reveal.update(state({ ready: [ME, OTHER], open: true }))
    advance(OPENS_AFTER_MS / 2)
    reveal.withdraw()
    advance(OPENS_AFTER_MS)
    expect(sent()).toEqual(VEILED)
    expect(reveal.get()).toMatchObject({ state: 'closed', mine: false })
  })

  test('needs consent given on this page, whatever the server says, and tells the server so', () => {
    const { reveal, state, sent, said, advance } = setUp()
    reveal.follow('r1', ME, state({ ready: [ME, OTHER], open: true }))
    advance(OPENS_AFTER_MS)
    expect(sent()).toEqual(VEILED)
    expect(said).toEqual([{ show: false, epoch: 1 }])
  })

  test('needs consent given in this epoch', () => {
    const { reveal, state, sent, advance } = setUp()
    reveal.follow('r1', ME, state())
    reveal.show()
    reveal.update(state({ epoch: 2, ready: [ME, OTHER], open: true }))
    advance(OPENS_AFTER_MS)
    expect(sent()).toEqual(VEILED)
  })

  test('does not happen when the server refuses', async () => {
    const { reveal, state, refused, answerWith } = setUp()
    reveal.follow('r1', ME, state())
    answerWith({ success: false, code: 'REVEAL_OUTDATED', error: 'Look again.' })
    reveal.show()
    await settle()
    expect(reveal.get().mine).toBe(false)
    expect(refused).toEqual(['Look again.'])
  })
})

describe('withdrawal', () => {
  test('takes effect here before the server knows', () => {
    const { reveal, open, sentThen, said } = setUp()
    open()
    reveal.withdraw()
    expect(said.at(-1)).toEqual({ show: false, epoch: 1 })
    expect(sentThen.at(-1)).toEqual(VEILED)
  })

  test('changes what is sent before what is shown', () => {
    const { reveal, open } = setUp()
    open()
    const order: string[] = []
    reveal.media.subscribe(() => order.push('sent'))
    reveal.subscribe(() => order.push('shown'))
    reveal.withdraw()
    expect(order.slice(0, 2)).toEqual(['sent', 'shown'])
  })

  test('holds although the server still says open, and is repeated until the server knows', async () => {
    const { reveal, state, open, sent, said, advance, answerWith } = setUp()
    open()
    answerWith({ success: false, code: 'UNAVAILABLE', error: '' })
    reveal.withdraw()
    await settle()
    reveal.update(state({ ready: [ME, OTHER], open: true }))
    await settle()
    answerWith({ success: true })
    const before = said.length
    advance(2_000)
    expect(said.length).toBeGreaterThan(before)
    expect(said.at(-1)).toEqual({ show: false, epoch: 1 })
    expect(sent()).toEqual(VEILED)
  })

  test('keeps the reveal closed until rooms has ended its epoch, however often the player shows itself', () => {
    const { reveal, state, open, sent, advance } = setUp()
    open()
    reveal.withdraw()
    reveal.show()
    advance(OPENS_AFTER_MS)
    expect(sent()).toEqual(VEILED)
    expect(reveal.get()).toMatchObject({ mine: false, ending: true })
    reveal.update(state({ epoch: 2 }))
    expect(reveal.get().ending).toBe(false)
    reveal.show()
    expect(reveal.get().mine).toBe(true)
  })

  test('sends nothing when there is nothing to withdraw', () => {
    const { reveal, state, said } = setUp()
    reveal.follow('r1', ME, state())
    reveal.withdraw()
    expect(said).toEqual([])
  })
})

describe('an open reveal closes here', () => {
  test('when the server closes it', () => {
    const { reveal, state, open, sent } = setUp()
    open()
    reveal.update(state({ epoch: 2 }))
    expect(sent()).toEqual(VEILED)
    expect(reveal.get()).toMatchObject({ state: 'closed', mine: false, unconfirmed: false })
  })

  test('when the connection is lost for three seconds, and not before', () => {
    const { reveal, open, sent, advance } = setUp()
    open()
    reveal.connection('lost')
    advance(2_999)
    expect(sent()).toEqual(SHOWN)
    advance(1)
    expect(sent()).toEqual(VEILED)
    expect(reveal.get().unconfirmed).toBe(true)
  })

  test('but not when the connection is back sooner', () => {
    const { reveal, open, sent, advance } = setUp()
    open()
    reveal.connection('lost')
    advance(2_000)
    reveal.connection('open')
    advance(4_000)
    expect(sent()).toEqual(SHOWN)
  })

  test('when nothing has confirmed it for fifteen seconds', async () => {
    const { open, sent, advance, answerWith } = setUp()
    open()
    for (let second = 0; second < 30; second += 5) {
      advance(5_000)
      await settle()
    }
    expect(sent()).toEqual(SHOWN)
    answerWith({ success: false, code: 'UNAVAILABLE', error: '' })
    for (let second = 0; second < 20; second += 5) {
      advance(5_000)
      await settle()
    }
    expect(sent()).toEqual(VEILED)
  })

  test('when another connection to the opponent begins', () => {
    const { reveal, open, sent, said } = setUp()
    open()
    reveal.begin()
    expect(sent()).toEqual(VEILED)
    expect(said.at(-1)).toEqual({ show: false, epoch: 1 })
  })

  test('when a device arrives that was not agreed to', () => {
    const { reveal, state, media, microphone, sent } = setUp()
    media.set({ source: 'stand-in' })
    reveal.follow('r1', ME, state())
    reveal.show()
    reveal.update(state({ ready: [ME, OTHER], open: true }))
    const seen: unknown[] = []
    reveal.media.subscribe(() => seen.push(...namesOf(reveal.media.get().tracks)))
    media.set({ source: 'camera', tracks: { audio: real(microphone), video: real(fakeTrack('new camera')) } })
    expect(seen).not.toContain('copy of new camera')
    expect(sent()).toEqual(VEILED)
  })
})

describe('an open reveal goes on', () => {
  test('when the microphone that was heard is unplugged and returns', () => {
    const { reveal, open, media, microphone, camera } = setUp()
    open()
    media.set({ sound: 'stand-in', tracks: { audio: real(fakeTrack('silence')), video: real(camera) } })
    media.set({ sound: 'microphone', tracks: { audio: real(microphone), video: real(camera) } })
    expect(reveal.get().state).toBe('open')
  })
})

describe('a player without a camera and a microphone', () => {
  test('counts as shown, once in each epoch', () => {
    const { reveal, state, said } = setUp({ devices: false })
    reveal.follow('r1', ME, state())
    reveal.follow('r1', ME, state({ ready: [ME] }))
    expect(said).toEqual([{ show: true, epoch: 1 }])
    reveal.update(state({ epoch: 2 }))
    expect(said.at(-1)).toEqual({ show: true, epoch: 2 })
  })

  test('agrees to nothing while the microphone is being opened', () => {
    const { reveal, state, said, media, microphone } = setUp({ devices: false })
    media.set({ opening: true })
    reveal.follow('r1', ME, state({ ready: [OTHER] }))
    media.set({ sound: 'microphone', tracks: { audio: real(microphone), video: real(fakeTrack('black')) } })
    media.set({ opening: false })
    expect(said).toEqual([])
  })

  test('counts as shown once the microphone did not open', () => {
    const { reveal, state, said, media } = setUp({ devices: false })
    media.set({ opening: true })
    reveal.follow('r1', ME, state())
    media.set({ opening: false })
    expect(said).toEqual([{ show: true, epoch: 1 }])
  })

  test('withdraws when a device arrives', () => {
    const { reveal, state, said, media, microphone } = setUp({ devices: false })
    reveal.follow('r1', ME, state())
    media.set({ sound: 'microphone', tracks: { audio: real(microphone), video: real(fakeTrack('black')) } })
    expect(said.at(-1)).toEqual({ show: false, epoch: 1 })
    expect(reveal.get().mine).toBe(false)
  })

  test('is not shown again after saying no', () => {
    const { reveal, state, said } = setUp({ devices: false })
    reveal.follow('r1', ME, state())
    reveal.withdraw()
    reveal.update(state({ epoch: 2 }))
    expect(said.filter(({ show }) => show)).toHaveLength(1)
  })
})
