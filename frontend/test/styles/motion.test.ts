import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'

const root = fileURLToPath(new URL('../../src', import.meta.url))
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
const textOf = (name: string) => readFileSync(join(root, name), 'utf8')
const tokens = textOf('styles/tokens.css')

const blockAfter = (start: string) =>
  tokens
    .slice(tokens.indexOf(start))
    .match(/\{([^{}]*--motion-[^{}]*)\}/)?.[1]
    ?.replace(/\s+/g, ' ')

test("asks for the system's reduced motion in tokens.css only, where the player's own setting is honoured", () => {
  expect(sheets.filter((name) => textOf(name).includes('prefers-reduced-motion'))).toEqual(['styles/tokens.css'])
})

test("reduces the same motion for the system's setting and the player's own", () => {
  const system = blockAfter("data-motion='full'")
  expect(system).toContain('--motion-endless: paused')
  expect(blockAfter("data-motion='reduced'")).toBe(system)
})

test.each(sheets.filter((name) => textOf(name).includes('infinite')))('%s pauses what never ends', (name) => {
  expect(textOf(name)).toContain('animation-play-state: var(--motion-endless)')
})
