import { describe, expect, test } from '@jest/globals'
import { BLOCKED_WORDS, whyNoConnection } from '../../../src/entities/connection/why.js'

const around = { hasWebSocket: true, onLine: true, siteAnswers: async () => true }

describe('without a live connection', () => {
  test.each([
    ['WebSockets, where the site answers', {}, 'websocket'],
    ['the site, where nothing answers', { siteAnswers: async () => false }, 'unreachable'],
    ['the network, where the browser says so', { onLine: false }, 'offline'],
    ['the browser, where it has no WebSocket', { hasWebSocket: false }, 'no-websocket'],
  ])('blames %s', async (_, part, expected) => {
    expect(await whyNoConnection({ ...around, ...part })).toBe(expected)
  })

  test('names the address that a network has to allow', () => {
    expect(BLOCKED_WORDS.websocket('kla.example').steps).toContain('wss://kla.example/realtime')
  })

  test('always says how to tell and what to try', () => {
    for (const words of Object.values(BLOCKED_WORDS)) {
      for (const text of Object.values(words('kla.example'))) expect(text).toMatch(/\.$/)
    }
  })
})
