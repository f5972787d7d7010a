import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { dropHandedOver, handOver, isHandedOver, takeHandedOver } from '../../../src/entities/devices/handover.js'
import type { DeviceControl } from '../../../src/shared/rtc/index.js'

function createControl() {
  const stop = jest.fn()
  return { control: { close: () => undefined, raw: { stop } } as unknown as DeviceControl, stop }
}

describe('the handover of devices to a room', () => {
  beforeEach(() => void takeHandedOver())

  test('gives the room what the screen opened, once', () => {
    const { control, stop } = createControl()
    handOver(control, 1_000)
    expect(isHandedOver(control)).toBe(true)
    expect(takeHandedOver()).toBe(control)
    expect(takeHandedOver()).toBeNull()
    dropHandedOver()
    expect(stop).not.toHaveBeenCalled()
  })

  test('releases devices that no room takes in time', () => {
    jest.useFakeTimers()
    const { control, stop } = createControl()
    handOver(control, 1_000)
    jest.advanceTimersByTime(999)
    expect(stop).not.toHaveBeenCalled()
    jest.advanceTimersByTime(1)
    expect(stop).toHaveBeenCalledTimes(1)
    expect(takeHandedOver()).toBeNull()
    jest.useRealTimers()
  })

  test('releases the devices before when others follow, and when the room refuses', () => {
    const [first, second] = [createControl(), createControl()]
    handOver(first.control, 1_000)
    handOver(second.control, 1_000)
    expect(first.stop).toHaveBeenCalledTimes(1)
    dropHandedOver()
    expect(second.stop).toHaveBeenCalledTimes(1)
  })
})
