import { beforeEach, describe, expect, test } from '@jest/globals'
import { createRepairReport } from '../../../../src/features/room/call/repair-report.js'

describe('the report of a repair', () => {
  let sent: unknown[]
  let roomId: string | null
  let report: ReturnType<typeof createRepairReport>
  beforeEach(() => {
    sent = []
    roomId = 'r1'
    report = createRepairReport({ post: (event, data) => sent.push({ event, ...data }), roomId: () => roomId })
  })
  const reported = (repairing: boolean) => ({ event: 'link-repair', roomId: 'r1', repairing })

  test('is sent with each change, unless the seat is gone', () => {
    report.change(true)
    report.change(false)
    roomId = null
    report.change(true)
    expect(sent).toEqual([reported(true), reported(false)])
  })

  test('is sent with each state of a round, as the battle may have another one', () => {
    for (const phase of ['waiting', 'prompt', 'show', 'vote', 'result'] as const) report.onState(phase)
    expect(sent).toEqual([reported(false), reported(false)])
  })

  test('is sent with each phase during a repair, which may have begun between the rounds', () => {
    report.onPhase()
    expect(sent).toEqual([])
    report.change(true)
    report.onPhase()
    expect(sent).toEqual([reported(true), reported(true)])
  })

  test('is taken back when the battle pauses without a repair', () => {
    report.change(true)
    report.onPause()
    report.change(false)
    report.onPause()
    expect(sent).toEqual([reported(true), reported(false), reported(false)])
  })
})
