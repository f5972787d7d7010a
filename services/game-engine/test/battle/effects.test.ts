import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createEffects, type Effects } from '../../src/battle/effects.js'
import type { Settlement } from '../../src/battle/rules/step.js'

const effect = (key: string): Settlement => ({ kind: 'settle', roomId: 'room', key, outcome: 'commit' })

let effects: Effects<Settlement>
let done: (() => void)[]
let cleared: string[][]
let broken: boolean
let lost: boolean

beforeEach(() => {
  jest.useFakeTimers()
  ;[done, cleared, broken, lost] = [[], [], false, false]
  effects = createEffects({
    carryOutOne: ({ key }) =>
      key === 'bad' ? Promise.reject(new Error('bad')) : new Promise((resolve) => done.push(resolve)),
    confirm: async () => {
      if (lost) throw new Error('lost on the way')
    },
    pending: {
      clear: async (all) => {
        if (broken) throw new Error('no Redis')
        cleared.push(all.map(({ id }) => id))
      },
    },
  })
})
afterEach(() => {
  jest.useRealTimers()
})

describe('createEffects', () => {
  test('clears finished effects in a batch, and keeps failed ones', async () => {
    const carried = effects.carryOut(['one', 'bad', 'two'].map(effect))
    const later = effects.carryOut([effect('three')])
    done.forEach((resolve) => resolve())
    await jest.advanceTimersByTimeAsync(200)
    expect(await carried).toEqual([new Error('bad')])
    expect(await later).toEqual([])
    expect(cleared).toEqual([['settle:one', 'settle:two', 'settle:three']])
  })

  test('reports an effect as under way until it is cleared or has failed', async () => {
    void effects.carryOut(['slow', 'bad'].map(effect))
    await jest.advanceTimersByTimeAsync(5_000)
    expect(['slow', 'bad', 'another'].map((key) => effects.isUnderWay(effect(key)))).toEqual([true, false, false])
    done[0]?.()
    await jest.advanceTimersByTimeAsync(1)
    expect(effects.isUnderWay(effect('slow'))).toBe(true)
    await jest.advanceTimersByTimeAsync(200)
    expect(effects.isUnderWay(effect('slow'))).toBe(false)
  })

  test('leaves effects to a sweep when they cannot be cleared', async () => {
    broken = true
    const carried = effects.carryOut([effect('one')])
    done[0]?.()
    expect(await carried).toEqual([])
    await jest.advanceTimersByTimeAsync(200)
    expect(effects.isUnderWay(effect('one'))).toBe(false)
  })

  test('leaves effects to a sweep when they cannot be confirmed', async () => {
    lost = true
    const carried = effects.carryOut([effect('one')])
    done[0]?.()
    expect(await carried).toEqual([])
    await jest.advanceTimersByTimeAsync(200)
    expect(cleared).toEqual([])
    expect(effects.isUnderWay(effect('one'))).toBe(false)
  })

  test('settles when everything is cleared', async () => {
    void effects.carryOut(['one', 'bad'].map(effect))
    let settled = false
    const settling = effects.settled().then(() => (settled = true))
    await jest.advanceTimersByTimeAsync(500)
    expect(settled).toBe(false)
    done[0]?.()
    await jest.advanceTimersByTimeAsync(200)
    await settling
    expect(cleared).toEqual([['settle:one']])
  })
})
