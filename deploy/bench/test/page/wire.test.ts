import { beforeEach, describe, expect, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import type { CDPSession } from 'playwright-core'
import { meterWire, type WireMeter } from '../../src/page/wire.js'

let network: EventEmitter
let wire: WireMeter

beforeEach(async () => {
  network = Object.assign(new EventEmitter(), { send: async () => undefined })
  wire = await meterWire(network as unknown as CDPSession)
})

const answer = (requestId: string, mimeType: string, encodedDataLength: number, headers = {}): void => {
  network.emit('Network.requestWillBeSent', { requestId })
  network.emit('Network.responseReceived', { requestId, response: { mimeType, headers } })
  network.emit('Network.loadingFinished', { requestId, encodedDataLength })
}

describe('meterWire', () => {
  test('tells scripts from other files', () => {
    answer('1', 'text/html', 600, { 'content-encoding': 'br' })
    answer('2', 'text/javascript', 80_000, { 'content-encoding': 'br' })
    answer('3', 'text/javascript', 900)
    expect(wire.read()).toEqual({ requests: 3, bytes: 81_500, scriptBytes: 80_900, scriptEncodings: ['br', 'none'] })
  })

  test('knows pending and failed requests', () => {
    network.emit('Network.requestWillBeSent', { requestId: '1' })
    network.emit('Network.requestWillBeSent', { requestId: '2' })
    expect(wire.underWay()).toBe(2)
    network.emit('Network.loadingFailed', { requestId: '1' })
    network.emit('Network.loadingFinished', { requestId: '2', encodedDataLength: 10 })
    expect(wire.underWay()).toBe(0)
  })
})
