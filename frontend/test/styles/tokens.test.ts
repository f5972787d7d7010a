import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { STAGE_COLOUR } from '@kla/proto/web'
import { COLOURS } from '../../src/shared/ui/drawn-avatar.js'
import { contrast as contrastOf } from './contrast.js'

const css = readFileSync(new URL('../../src/styles/tokens.css', import.meta.url), 'utf8')
const colours = new Map([...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]))

const colour = (token: string): string => {
  const hex = colours.get(token)
  if (!hex) throw new Error(`no colour --${token}`)
  return hex
}
const contrast = (one: string, other: string) => contrastOf(colour(one), colour(other))

const grounds = ['ground', 'surface-1', 'surface-2', 'surface-3']

const inks = ['text', 'text-muted', 'text-faint', 'you', 'other', 'signal']

test.each(inks)('--%s is readable on every surface', (ink) => {
  for (const ground of grounds) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5)
})

test.each([
  ['on-action', 'action'],
  ['on-you', 'you'],
  ['on-other', 'other'],
  ['on-signal', 'signal'],
  ['you', 'you-wash'],
  ['other', 'other-wash'],
  ['signal', 'signal-wash'],
  ['text', 'you-wash'],
  ['text', 'other-wash'],
])('--%s is readable on --%s', (ink, ground) => {
  expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5)
})

test('drawn avatars are visible in every pair of their colours', () => {
  for (let ground = 0; ground < COLOURS; ground++)
    for (let ink = 0; ink < COLOURS; ink++)
      expect(contrast(`drawn-ink-${ink}`, `drawn-ground-${ground}`)).toBeGreaterThanOrEqual(3)
})

test.each(['line-control', 'timer-calm', 'timer-warning'])('--%s is visible on every surface', (edge) => {
  for (const ground of grounds) expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3)
})

test('what is transparent in a GIF is flattened on the colour behind it', () => {
  const stage = readFileSync(new URL('../../src/entities/stage/shown-gif.module.css', import.meta.url), 'utf8')
  expect(stage).toMatch(/\.gif \{[^}]*background: var\(--surface-1\)/)
  expect(colour('surface-1')).toBe(STAGE_COLOUR)
})
