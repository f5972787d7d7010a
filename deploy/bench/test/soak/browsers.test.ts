import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startPlatform, type Platform } from '@kla/local'
import { rm } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../src/browser/chromium.js'
import { copyOfBundle, visitAll } from '../../src/page/part.js'
import { SCREENS } from '../../src/page/screens.js'
import { startRelay } from '../../src/peers/bare-page-main.js'
import { joinAll } from '../../src/picture/part.js'

const say = (): void => undefined
let platform: Platform
let browser: Browser
let webRoot: string

beforeAll(async () => {
  webRoot = await copyOfBundle()
  platform = await startPlatform({ environment: { STATIC_DIR: webRoot, LOG_LEVEL: 'warn' } })
  browser = await launchChromium(say)
}, 240_000)

afterAll(async () => {
  await browser?.close()
  await platform?.close()
  if (webRoot) await rm(webRoot, { recursive: true, force: true })
}, 240_000)

test("measures a phone's first visit to the lobby and to a bare page", async () => {
  const lobby = SCREENS.filter(({ name }) => name === 'lobby, signed in')
  const { figures, faults, notes } = await visitAll({ browser, url: platform.url, webRoot }, lobby, { runs: 1, say })
  expect(faults).toEqual([])
  expect(figures).toHaveLength(4)
  expect(notes.at(-1)).toMatch(/scripts by br/)
  const paint = figures.find(({ name }) => name.endsWith('largest contentful paint'))
  expect(paint?.values).toEqual({ Kla: [expect.any(Number)], 'bare static page': [expect.any(Number)] })
  for (const value of Object.values(paint?.values ?? {}).flat()) expect(value).toBeGreaterThan(0)
}, 240_000)

test('connects two players, and two bare pages, by one connection each', async () => {
  const relay = await startRelay()
  try {
    const { figures, faults, notes } = await joinAll({ browser, url: platform.url, relayUrl: relay.url }, 1, say)
    expect(faults).toEqual([])
    expect(figures.map(({ values }) => Object.keys(values))).toEqual(Array(3).fill(['Kla', 'bare page']))
    expect(figures.at(-1)?.values).toEqual({ Kla: [1], 'bare page': [1] })
    expect(notes.join(' ')).toMatch(/Kla, joiner.* ICE connected \d+.* picture \d+/)
  } finally {
    await relay.close()
  }
}, 240_000)
