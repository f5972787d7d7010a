import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'

const css = readFileSync(new URL('../../src/styles/tokens.css', import.meta.url), 'utf8')
const colours = new Map([...css.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]))

/** Relative luminance and contrast: WCAG 2.2, definitions. */
const luminance = (token: string) => {
  const hex = colours.get(token)
  if (!hex) throw new Error(`no colour --${token}`)
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string) => {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

const grounds = ['ground', 'surface-1', 'surface-2', 'surface-3']

const inks = ['text', 'text-muted', 'text-faint', 'you', 'other', 'signal']

test.each(inks)('--%s can be read on every surface', (ink) => {
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
])('--%s can be read on --%s', (ink, ground) => {
  expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5)
})

test.each(['line-control', 'timer-calm', 'timer-warning'])('--%s can be made out on every surface', (edge) => {
  for (const ground of grounds) expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3)
})
