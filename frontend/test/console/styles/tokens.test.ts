import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { contrast } from '../../styles/contrast.js'

const read = (path: string) => readFileSync(new URL(`../../../src/${path}`, import.meta.url), 'utf8')
const coloursIn = (css: string) =>
  new Map([...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]))

const [own = '', light = ''] = read('console/styles/tokens.css').split("[data-theme='light']")
const dark = new Map([...coloursIn(read('styles/tokens.css')), ...coloursIn(own)])
const themes = { dark, light: new Map([...dark, ...coloursIn(light)]) }

const GROUNDS = ['ground', 'surface-1', 'surface-2', 'surface-3']
const INKS = ['text', 'text-muted', 'text-faint', 'signal', 'amber', 'green', 'blue', 'you', 'other']
const PAIRS = [
  ['amber', 'amber-wash'],
  ['green', 'green-wash'],
  ['blue', 'blue-wash'],
  ['signal', 'signal-wash'],
  ['text', 'signal-wash'],
  ['on-signal', 'signal'],
  ['on-action', 'action'],
] as const

describe.each(Object.entries(themes))('the %s theme', (_, colours) => {
  const of = (name: string): string => {
    const colour = colours.get(name)
    if (colour === undefined) throw new Error(`no colour --${name}`)
    return colour
  }

  test.each(INKS)('has a readable --%s on every surface', (ink) => {
    for (const ground of GROUNDS) expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(PAIRS)('has a readable --%s on --%s', (ink, ground) => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test('has control edges that stand out on every surface', () => {
    for (const ground of GROUNDS) expect(contrast(of('line-control'), of(ground))).toBeGreaterThanOrEqual(3)
  })
})
