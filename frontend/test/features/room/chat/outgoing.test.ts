import { describe, expect, test } from '@jest/globals'
import type { Ack } from '@kla/proto/web'
import { createOutgoing, type Unsent } from '../../../../src/features/room/chat/outgoing.js'
import { settle } from '../../../settle.js'
import { manualClock } from '../../../shared/realtime/manual-clock.js'

type Answer = Ack<'send-message'>

const UNAVAILABLE: Answer = { success: false, error: 'No answer.', code: 'UNAVAILABLE' }
const ASK: Answer = { success: false, error: 'Send it again if you mean it.', code: 'CONTACT_ASK' }
const LIMITED: Answer = { success: false, error: 'Slow down.', code: 'RATE_LIMITED' }

function setUp() {
  const { clock, advance } = manualClock()
  const sent: { message: string; id: string; answer: (answer: Answer) => Promise<void> }[] = []
  let shown: readonly Unsent[] = []
  const refusals: string[] = []
  let ids = 0
  const outgoing = createOutgoing({
    clock,
    newId: () => `id-${++ids}`,
    send: (message, id) =>
      new Promise((resolve) => {
        const answer = async (given: Answer) => {
          resolve(given)
          await settle()
        }
        sent.push({ message, id, answer })
      }),
    show: (unsent) => (shown = unsent),
    refused: (error) => refusals.push(error),
  })
  return { outgoing, advance, sent, refusals, shown: () => shown }
}

describe('a chat message', () => {
  test('that is answered soon is never shown as not sent', async () => {
    const { outgoing, advance, sent, shown } = setUp()
    void outgoing.say('hello')
    advance(999)
    await sent[0]?.answer({ success: true })
    advance(60_000)
    expect(shown()).toEqual([])
  })

  test('that is not answered for a second is shown as not sent until it is, in the order of writing', async () => {
    const { outgoing, advance, sent, shown } = setUp()
    void outgoing.say('one')
    void outgoing.say('two')
    advance(1_000)
    expect(shown().map(({ message, state }) => [message, state])).toEqual([
      ['one', 'waiting'],
      ['two', 'waiting'],
    ])
    await sent[0]?.answer({ success: true })
    expect(shown().map(({ message }) => message)).toEqual(['two'])
  })

  test('that finally fails waits for its writer, who sends it again under its id or discards it', async () => {
    const { outgoing, sent, shown } = setUp()
    void outgoing.say('one')
    void outgoing.say('two')
    await sent[0]?.answer(UNAVAILABLE)
    await sent[1]?.answer(UNAVAILABLE)
    const [one, two] = shown()
    expect([one?.state, two?.state]).toEqual(['failed', 'failed'])
    void outgoing.resend(one as Unsent)
    expect(shown().map(({ state }) => state)).toEqual(['waiting', 'failed'])
    expect(sent[2]).toMatchObject({ message: 'one', id: sent[0]?.id })
    await sent[2]?.answer({ success: true })
    outgoing.drop(two?.id ?? '')
    expect(shown()).toEqual([])
  })

  test('with contact details asks its writer, who sends it under a new id, also after a failure', async () => {
    const { outgoing, sent, shown, refusals } = setUp()
    void outgoing.say('call me')
    await sent[0]?.answer(ASK)
    const [asked] = shown()
    expect([asked?.message, asked?.state, refusals]).toEqual(['call me', 'asked', []])
    expect(asked?.id).not.toBe(sent[0]?.id)
    void outgoing.resend(asked as Unsent)
    expect(sent[1]).toMatchObject({ message: 'call me', id: asked?.id })
    await sent[1]?.answer({ success: true })
    expect(shown()).toEqual([])

    void outgoing.say('call me now')
    await sent[2]?.answer(UNAVAILABLE)
    void outgoing.resend(shown()[0] as Unsent)
    await sent[3]?.answer(ASK)
    expect(shown()).toMatchObject([{ message: 'call me now', state: 'asked' }])
    expect(shown()[0]?.id).not.toBe(sent[3]?.id)
  })

  test('that is refused stays where it was, with the reason, until its writer resends or discards it', async () => {
    const { outgoing, sent, shown, refusals } = setUp()
    void outgoing.say('hello')
    void outgoing.say('still there?')
    await sent[0]?.answer(LIMITED)
    await sent[1]?.answer(UNAVAILABLE)
    const [refused] = shown()
    expect(shown().map(({ message, state }) => [message, state])).toEqual([
      ['hello', 'failed'],
      ['still there?', 'failed'],
    ])
    expect(refusals).toEqual(['Slow down.'])
    void outgoing.resend(refused as Unsent)
    await sent[2]?.answer(LIMITED)
    expect(sent[2]).toMatchObject({ message: 'hello', id: refused?.id })
    expect(shown().map(({ message }) => message)).toEqual(['hello', 'still there?'])
    expect(new Set(shown().map(({ id }) => id)).has(refused?.id ?? '')).toBe(false)
    for (const { id } of shown()) outgoing.drop(id)
    expect(shown()).toEqual([])
  })
})
