import { describe, expect, test } from '@jest/globals'
import { FIRST_OFFER_AFTER_MS, negotiate } from '../../../src/shared/rtc/negotiation.js'
import type { Signal } from '../../../src/shared/rtc/signal.js'
import { settle } from '../../settle.js'
import { manualClock } from '../realtime/manual-clock.js'
import { FakePeerConnection } from './fake-peer-connection.js'

/** Two sides; the test decides what happens to their signals. */
function pair() {
  const errors: unknown[] = []
  const { clock, advance } = manualClock()
  const side = (polite: boolean) => {
    const pc = new FakePeerConnection()
    const outgoing: Signal[] = []
    let collisions = 0
    const receive = negotiate(pc.asReal(), {
      polite,
      onCollision: () => collisions++,
      clock,
      send: (signal) => outgoing.push(signal),
      onError: (error) => errors.push(error),
    })
    /** Requests an offer, and lets the polite side's wait pass. */
    const offers = () => {
      pc.onnegotiationneeded?.()
      if (polite) advance(FIRST_OFFER_AFTER_MS)
    }
    return { pc, outgoing, receive, offers, collisions: () => collisions }
  }
  const polite = side(true)
  const impolite = side(false)
  /** Delivers everything, both ways, until neither side has anything to send. */
  const deliver = async () => {
    await settle()
    while (polite.outgoing.length + impolite.outgoing.length > 0) {
      const toImpolite = polite.outgoing.splice(0)
      const toPolite = impolite.outgoing.splice(0)
      await Promise.all([...toImpolite.map(impolite.receive), ...toPolite.map(polite.receive)])
      await settle()
    }
  }
  return { polite, impolite, deliver, errors, advance }
}

const agreed = (a: FakePeerConnection, b: FakePeerConnection) => {
  expect([a.signalingState, b.signalingState]).toEqual(['stable', 'stable'])
  expect(a.remoteDescription?.sdp).toBe(b.localDescription?.sdp)
  expect(b.remoteDescription?.sdp).toBe(a.localDescription?.sdp)
}

describe('offer from one side', () => {
  test.each(['polite', 'impolite'] as const)('is answered when the %s side makes it', async (who) => {
    const world = pair()
    world[who].offers()
    await world.deliver()
    agreed(world.polite.pc, world.impolite.pc)
    expect(world[who].pc.localDescription?.type).toBe('offer')
    expect(world.errors).toEqual([])
  })
})

describe('simultaneous offers', () => {
  test('end with the impolite side’s offer', async () => {
    const { polite, impolite, deliver, errors } = pair()
    polite.offers()
    impolite.offers()
    await deliver()
    agreed(polite.pc, impolite.pc)
    expect(impolite.pc.localDescription?.type).toBe('offer')
    expect([polite.pc.rollbacks, impolite.pc.rollbacks]).toEqual([1, 0])
    expect(errors).toEqual([])
  })

  test('are detected from the moment an offer is begun', async () => {
    const { polite, impolite, deliver } = pair()
    polite.offers()
    await settle()
    impolite.offers()
    // Still in its signalling state `stable`, as the description is being made.
    await impolite.receive(polite.outgoing.splice(0)[0]!)
    await deliver()
    agreed(polite.pc, impolite.pc)
    expect([polite.pc.rollbacks, impolite.pc.rollbacks]).toEqual([1, 0])
  })

  test('end with the impolite side’s offer even when it was lost', async () => {
    const { polite, impolite, deliver, errors } = pair()
    impolite.offers()
    await settle()
    impolite.outgoing.splice(0)
    polite.offers()
    await deliver()
    agreed(polite.pc, impolite.pc)
    expect(impolite.pc.localDescription?.type).toBe('offer')
    expect(errors).toEqual([])
  })

  test('ignore candidates of the offer that lost', async () => {
    const { polite, impolite, deliver, errors } = pair()
    polite.offers()
    impolite.offers()
    polite.pc.gather()
    impolite.pc.gather()
    await deliver()
    expect(errors).toEqual([])
    expect(polite.pc.candidates).toHaveLength(1)
    expect(impolite.pc.candidates).toHaveLength(1)
  })
})

describe('simultaneous restarts', () => {
  test('ask the polite side for a new connection instead of a rollback', async () => {
    const { polite, impolite, deliver, errors } = pair()
    impolite.offers()
    await deliver()
    polite.offers()
    impolite.offers()
    await deliver()
    expect(polite.collisions()).toBeGreaterThan(0)
    expect([polite.pc.rollbacks, impolite.pc.rollbacks, impolite.collisions()]).toEqual([0, 0, 0])
    expect(errors).toEqual([])
  })
})

describe('first offer', () => {
  test('is left to the impolite side', async () => {
    const { polite, impolite, deliver, advance } = pair()
    polite.pc.onnegotiationneeded?.()
    impolite.pc.onnegotiationneeded?.()
    await deliver()
    advance(FIRST_OFFER_AFTER_MS)
    await deliver()
    agreed(polite.pc, impolite.pc)
    expect([polite.pc.rollbacks, impolite.pc.rollbacks]).toEqual([0, 0])
  })

  test('is made by the polite side when none comes', async () => {
    const { polite, impolite, deliver, advance } = pair()
    polite.pc.onnegotiationneeded?.()
    advance(FIRST_OFFER_AFTER_MS - 1)
    await deliver()
    expect(impolite.pc.remoteDescription).toBeNull()
    advance(1)
    await deliver()
    agreed(polite.pc, impolite.pc)
  })
})

test('renegotiates with a later offer', async () => {
  const { polite, impolite, deliver } = pair()
  impolite.offers()
  await deliver()
  const first = polite.pc.remoteDescription?.sdp
  impolite.pc.restartIce()
  await deliver()
  agreed(polite.pc, impolite.pc)
  expect(polite.pc.remoteDescription?.sdp).not.toBe(first)
})

test('holds candidates until their description arrives', async () => {
  const { polite, impolite, deliver, errors } = pair()
  impolite.offers()
  await settle()
  impolite.pc.gather()
  const [offer, candidate] = impolite.outgoing.splice(0)
  await polite.receive(candidate!)
  expect(polite.pc.candidates).toEqual([])
  await polite.receive(offer!)
  await deliver()
  expect(polite.pc.candidates).toHaveLength(1)
  expect(errors).toEqual([])
})

test('ignores a duplicate answer', async () => {
  const { polite, impolite, errors } = pair()
  impolite.offers()
  await settle()
  await polite.receive(impolite.outgoing.splice(0)[0]!)
  const [answer] = polite.outgoing.splice(0)
  await impolite.receive(answer!)
  await impolite.receive(answer!)
  agreed(polite.pc, impolite.pc)
  expect(errors).toEqual([])
})

test('answers a duplicate offer again, in case the answer was lost', async () => {
  const { polite, impolite, deliver, errors } = pair()
  impolite.offers()
  await settle()
  const [offer] = impolite.outgoing.splice(0)
  await polite.receive(offer!)
  polite.outgoing.splice(0)
  await polite.receive(offer!)
  await deliver()
  agreed(polite.pc, impolite.pc)
  expect(errors).toEqual([])
})

test('does not send the end of gathering', () => {
  const { polite } = pair()
  polite.pc.onicecandidate?.({ candidate: null })
  polite.pc.onicecandidate?.({ candidate: { candidate: '', toJSON: () => ({}) } })
  expect(polite.outgoing).toEqual([])
})

test('reaches agreement in any order of offers and deliveries', async () => {
  // Every way to interleave two offers a side with single deliveries, ten steps long, drawn from a fixed sequence.
  for (let seed = 0; seed < 200; seed++) {
    const { polite, impolite, deliver, errors } = pair()
    let state = seed * 2654435761 + 1
    const draw = (n: number) => (state = (state * 1103515245 + 12345) % 2147483648) % n
    const offers = { polite: 2, impolite: 2 }
    for (let step = 0; step < 10; step++) {
      const [who, other] = draw(2) === 0 ? [polite, impolite] : [impolite, polite]
      const name = who === polite ? 'polite' : 'impolite'
      if (draw(2) === 0 && offers[name] > 0 && who.pc.signalingState === 'stable') {
        offers[name]--
        who.offers()
        if (draw(2) === 0) await settle()
      } else {
        const signal = who.outgoing.shift()
        if (signal) await other.receive(signal)
      }
    }
    await deliver()
    expect([seed, polite.pc.signalingState, impolite.pc.signalingState]).toEqual([seed, 'stable', 'stable'])
    expect([seed, errors]).toEqual([seed, []])
  }
})
