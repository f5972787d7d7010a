import { expect, test } from '@jest/globals'
import type { Ack } from '@kla/proto/web'
import { exitUntilAnswered } from '../../../../src/features/room/exit/send-exit.js'

type Answer = Ack<'leave-and-block'>

const DONE: Answer = { success: true, blockedId: 22, incident: 'token' }
const failed = (code: string): Answer => ({ success: false, code, error: code })

function kla(
  answers: Answer[],
  blocks: ('done' | 'refused' | 'failed')[] = [],
  closesAfter = Number.POSITIVE_INFINITY,
) {
  const asked: object[] = []
  const blocked: number[] = []
  let pauses = 0
  const deps = {
    async getOut(data: object) {
      asked.push(data)
      return answers.shift() ?? failed('UNAVAILABLE')
    },
    async block(id: number) {
      blocked.push(id)
      return blocks.shift() ?? 'done'
    },
    isClosed: () => asked.length >= closesAfter,
    async pause() {
      pauses += 1
    },
  }
  return {
    tell: (personId: number | null) => exitUntilAnswered(deps, 'r1', personId),
    asked,
    blocked,
    pauses: () => pauses,
  }
}

test('names the player this browser knows, and passes on the answer', async () => {
  const { tell, asked, blocked } = kla([DONE])
  expect(await tell(22)).toMatchObject({ blockedId: 22, incident: 'token' })
  expect(asked).toEqual([{ roomId: 'r1', id: 22 }])
  expect(blocked).toEqual([])
})

test('lets the server choose whom to block when this browser has seen no one', async () => {
  const { tell, asked } = kla([{ success: true, blockedId: null, incident: null }])
  expect(await tell(null)).toMatchObject({ blockedId: null })
  expect(asked).toEqual([{ roomId: 'r1' }])
})

test('asks again while the server cannot do it', async () => {
  const { tell, asked, pauses } = kla([failed('UNAVAILABLE'), failed('RATE_LIMITED'), DONE])
  expect(await tell(22)).toMatchObject({ blockedId: 22 })
  expect(asked).toHaveLength(3)
  expect(pauses()).toBe(2)
})

test.each(['CONFLICT', 'INTERNAL', 'NOT_SIGNED_IN', 'A_LATER_REASON'])(
  'asks again after %s, which does not say that the seat is free',
  async (code) => {
    const { tell, asked, blocked } = kla([failed(code), DONE])
    expect(await tell(22)).toMatchObject({ blockedId: 22, incident: 'token' })
    expect(asked).toHaveLength(2)
    expect(blocked).toEqual([])
  },
)

test('blocks without a room when there is no seat any more', async () => {
  const { tell, asked, blocked } = kla([failed('NOT_SEATED')])
  expect(await tell(22)).toEqual({ blockedId: 22, incident: null })
  expect(asked).toHaveLength(1)
  expect(blocked).toEqual([22])
})

test('blocks without a room when the connection is closed for good, until that is answered', async () => {
  const { tell, blocked } = kla([failed('UNAVAILABLE')], ['failed', 'failed', 'done'], 1)
  expect(await tell(22)).toEqual({ blockedId: 22, incident: null })
  expect(blocked).toEqual([22, 22, 22])
})

test('does not claim a block that was refused', async () => {
  const { tell } = kla([failed('NOT_SEATED')], ['refused'])
  expect(await tell(22)).toEqual({ blockedId: null, incident: null })
})

test('claims no block in a room where no one else was', async () => {
  const { tell, blocked } = kla([failed('NOT_SEATED')])
  expect(await tell(null)).toEqual({ blockedId: null, incident: null })
  expect(blocked).toEqual([])
})
