import { describe, expect, test } from '@jest/globals'
import {
  GIVES_UP_AFTER_MS,
  type Repair,
  type RepairEvent,
  repairRule,
  type Trouble,
} from '../../../../src/shared/rtc/adaptation/repair.js'

const said = ({ kind, ...rest }: { kind: string; step?: string }) => (rest.step ? `${kind} ${rest.step}` : kind)

function run({ polite = false, otherRelay = true } = {}) {
  let repair: Repair | null = null
  let now = 0
  const said_: string[] = []
  const apply = (event: RepairEvent) => {
    const result = repairRule(repair, event, { nowMs: now, polite, otherRelay })
    repair = result.repair
    said_.push(...result.effects.map((effect) => `${now / 1000} ${said(effect)}`))
  }
  return {
    effects: said_,
    trouble: (trouble: Trouble) => apply({ kind: 'trouble', trouble }),
    flowing: () => apply({ kind: 'flowing' }),
    anew: () => apply({ kind: 'anew' }),
    /** Handles everything that is due until then. */
    until(seconds: number) {
      while (repair !== null && repair.dueMs <= seconds * 1000) {
        now = repair.dueMs
        apply({ kind: 'due' })
      }
      now = seconds * 1000
    },
  }
}

describe('repair', () => {
  test.each(['failed', 'silent', 'still'] as const)('restarts ICE at once when the connection is %s', (trouble) => {
    const { effects, trouble: meet } = run()
    meet(trouble)
    expect(effects).toEqual(['0 begin', '0 try ice-restart'])
  })

  test('gives a disconnected link a moment, within the two seconds', () => {
    const back = run()
    back.trouble('disconnected')
    back.until(1)
    back.flowing()
    back.until(10)
    expect(back.effects).toEqual([])
    const gone = run()
    gone.trouble('disconnected')
    gone.until(2)
    expect(gone.effects).toEqual(['1.5 begin', '1.5 try ice-restart'])
  })

  test('goes on to another relay and to new connections, each within its time', () => {
    const { effects, trouble, until } = run()
    trouble('failed')
    until(25)
    expect(effects.slice(2)).toEqual([
      '6 failed ice-restart',
      '6 try other-relay',
      '12 failed other-relay',
      '12 try new-connection',
      '24 failed new-connection',
      '24 try new-connection',
    ])
  })

  test('leaves out another relay where there is none', () => {
    const { effects, trouble, until } = run({ otherRelay: false })
    trouble('failed')
    until(7)
    expect(effects.at(-1)).toBe('6 try new-connection')
  })

  test('gives the other side time as the polite one', () => {
    const { effects, trouble, until } = run({ polite: true })
    trouble('failed')
    until(9)
    expect(effects.at(-1)).toBe('9 try other-relay')
  })

  test('ends with the step that was tried last once packets flow', () => {
    const { effects, trouble, until, flowing } = run()
    trouble('silent')
    until(7)
    flowing()
    until(60)
    expect(effects.at(-1)).toBe('7 done other-relay')
  })

  test('begins once, however often trouble is seen', () => {
    const { effects, trouble } = run()
    for (const one of ['silent', 'disconnected', 'failed'] as const) trouble(one)
    expect(effects).toEqual(['0 begin', '0 try ice-restart'])
  })

  test('gives a connection made for another reason its own time', () => {
    const { effects, trouble, anew, until } = run()
    trouble('silent')
    until(5)
    anew()
    until(16)
    expect(effects).toEqual(['0 begin', '0 try ice-restart'])
  })

  test('gives up once, and goes on trying', () => {
    const { effects, trouble, until } = run()
    trouble('failed')
    until(120)
    expect(effects.filter((one) => one.endsWith('give-up'))).toHaveLength(1)
    expect(Number.parseFloat(effects.find((one) => one.endsWith('give-up'))!)).toBeGreaterThanOrEqual(
      GIVES_UP_AFTER_MS / 1000,
    )
    expect(effects.filter((one) => one.includes('try new-connection')).length).toBeGreaterThan(5)
  })

  test('restarts once for frames that stop while packets arrive', () => {
    const { effects, trouble, until } = run()
    trouble('still')
    until(60)
    trouble('still')
    expect(effects).toEqual(['0 begin', '0 try ice-restart', '6 failed ice-restart', '6 give-up'])
  })
})
