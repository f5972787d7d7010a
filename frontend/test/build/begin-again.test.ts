import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { expect, test } from '@jest/globals'

const SCRIPT = readFileSync(fileURLToPath(new URL('../../public/begin-again.js', import.meta.url)), 'utf8')
const STYLES = { href: 'https://kla.example/assets/index-1.css' }
const ENTRY = { src: 'https://kla.example/assets/index-1.js' }

/** A tab whose pages load that script first. */
function openTab() {
  const stored = new Map<string, string>()
  const tab = { nowMs: 1_000_000, reloads: 0, begun: false, remembers: true }
  /** A page of the tab in which `missing` is not there. */
  const load = (...missing: object[]): void => {
    const listeners: ((event: { target: object }) => void)[] = []
    const later: (() => void)[] = []
    runInNewContext(SCRIPT, {
      Date: { now: () => tab.nowMs },
      sessionStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem(key: string, value: string) {
          if (!tab.remembers) throw new Error('denied')
          stored.set(key, value)
        },
      },
      document: { querySelector: (query: string) => (query === '#root > :not([inert])' && tab.begun ? {} : null) },
      location: { reload: () => void (tab.reloads += 1) },
      addEventListener: (_: string, listener: (event: { target: object }) => void) => listeners.push(listener),
      setTimeout: (work: () => void) => later.push(work),
    })
    for (const target of missing) for (const listener of listeners) listener({ target })
    for (const work of later) work()
  }
  return { tab, load }
}

test('reloads the page once when files are missing', () => {
  const { tab, load } = openTab()
  load(STYLES, ENTRY)
  expect(tab.reloads).toBe(1)
  load()
  expect(tab.reloads).toBe(1)
})

test('allows another reload after a while', () => {
  const { tab, load } = openTab()
  for (let times = 0; times < 9; times++) load(ENTRY)
  expect(tab.reloads).toBe(5)
  tab.nowMs += 60_000
  load(ENTRY)
  expect(tab.reloads).toBe(6)
})

test.each([
  ['has begun', { begun: true }, ENTRY],
  ['cannot remember that it did', { remembers: false }, ENTRY],
  ['misses something else', {}, { src: 'https://cdn.example/avatar.png' }],
])('does not reload a page that %s', (_, state, missing) => {
  const { tab, load } = openTab()
  Object.assign(tab, state)
  load(missing)
  expect(tab.reloads).toBe(0)
})
