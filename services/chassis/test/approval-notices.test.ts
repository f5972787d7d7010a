import { describe, expect, test } from '@jest/globals'
import { ApprovalChanged, subjects } from '@kla/proto'
import { createApprovalNotices, type ReadEnded } from '../src/approval-notices.js'

const ID = '7a0c8f5e-64b5-4c62-9d51-6f7d5c3f0a11'
const RIGHTS = { permissions: ['evidence.open'], grave: true } as const

function recorded() {
  const clock = { nowMs: 1_000 }
  const published: ApprovalChanged[] = []
  const bus = {
    publish: (subject: string, data: Uint8Array) => {
      expect(subject).toBe(subjects.approvalsChanged)
      published.push(ApprovalChanged.decode(data))
    },
  }
  return { clock, published, notices: createApprovalNotices(bus, () => clock.nowMs) }
}

describe('createApprovalNotices', () => {
  test('publishes ids and who may approve, nothing else', () => {
    const { published, notices } = recorded()
    const approval = { id: ID, askedById: 1, approvedById: 2, reason: 'secret', params: 'secret', askedBy: 'secret' }
    notices.changed(approval, RIGHTS)
    expect(published).toEqual([{ id: ID, askedById: 1, approvedById: 2, ...RIGHTS, ended: false }])
  })

  test('publishes what ran out once, and reads a span again that could not be read', async () => {
    const { clock, published, notices } = recorded()
    const spans: number[][] = []
    let fails = false
    const read: ReadEnded = async (fromMs, toMs) => {
      spans.push([fromMs, toMs])
      if (fails) throw new Error('database is away')
      return fromMs < 1_500 && toMs >= 1_500
        ? [{ approval: { id: ID, askedById: 1, approvedById: undefined }, rights: RIGHTS }]
        : []
    }
    const round = notices.ended(read)
    clock.nowMs = 2_000
    fails = true
    await expect(round()).rejects.toThrow('database is away')
    fails = false
    await round()
    clock.nowMs = 3_000
    await round()
    expect(spans).toEqual([
      [1_000, 2_000],
      [1_000, 2_000],
      [2_000, 3_000],
    ])
    expect(published).toEqual([{ id: ID, askedById: 1, approvedById: 0, ...RIGHTS, ended: true }])
  })
})
