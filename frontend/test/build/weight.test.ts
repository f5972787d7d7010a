import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'

// What `npm run build:web` made; the gateway serves the files with the ending .br to every browser of today.
const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
const PAGE = readFileSync(join(DIST, 'index.html'), 'utf8')

/**
 * Headers of an answer with a script over HTTP/1.1 (the gateway's `file-headers.ts`): 353 bytes, or 460 without a
 * content hash.
 */
const HEADER_BYTES = 380

const scriptsIn = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="(\/[^"]+\.js)"/g)].map(([, path = '']) => path)
const codeOf = (path: string): string => readFileSync(join(DIST, path), 'utf8')
const weightOf = (path: string): number => statSync(join(DIST, `${path}.br`)).size

/** Scripts of every page, and those that the page preloads for the address. */
function scriptsOf(address: string): string[] {
  const [everywhere = ''] = PAGE.split('<template')
  const [, here] = new RegExp(`<template data-path="${address}">((?:<link[^>]*>)*)`).exec(PAGE) ?? []
  if (here === undefined) throw new Error(`the page has no template for ${address}`)
  return [...new Set([...scriptsIn(everywhere), ...scriptsIn(here), '/first-paint.js'])]
}

const importsOf = (path: string): string[] =>
  [...codeOf(path).matchAll(/(?:\bfrom|\bimport) ?["'`]\.\/([^"'`]+\.js)["'`]/g)].map(
    ([, name = '']) => `/assets/${name}`,
  )

/**
 * Bytes over the wire, with brotli and headers, of all scripts that a first visit loads before any input. Goal: 150 KB.
 * Each limit has some 200 bytes of room: any change gives files new names, which compress differently.
 */
describe.each([
  ['landing page', '/', 126_200],
  ['lobby', '/gameroom', 141_650],
  ['room by an invitation', '/join-room', 158_000],
])('first visit to the %s', (_, address, maxBytes) => {
  const scripts = scriptsOf(address)

  test(`loads at most ${maxBytes} bytes of scripts`, () => {
    const weight = scripts.map(weightOf).reduce((all, bytes) => all + bytes + HEADER_BYTES, 0)
    expect(weight).toBeGreaterThan(50_000)
    expect(weight).toBeLessThanOrEqual(maxBytes)
  })

  test('preloads every script that its scripts import', () => {
    expect(scripts.flatMap(importsOf).filter((path) => !scripts.includes(path))).toEqual([])
  })
})

describe('first script of a room', () => {
  const code = scriptsOf('/join-room').map(codeOf).join('\n')

  test.each(['Get out at once', "You've left.", 'Leave Room', 'Block and leave'])(
    'has the panic exit “%s”',
    (words) => {
      expect(code).toContain(words)
    },
  )

  test.each(['Who won?', 'Send report', 'Want to tell us what happened?', 'Opponent’s volume'])(
    'does not have “%s”',
    (words) => {
      expect(code).not.toContain(words)
    },
  )
})

describe('workers', () => {
  const assets = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.js'))
  const started = assets.flatMap((name) => [
    ...codeOf(`/assets/${name}`).matchAll(/new (?:Shared)?Worker\(new URL\(["'`]([^"'`]+)/g),
  ])

  test('are in the folder where the gateway expects them', () => {
    const paths = started.map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter((path) => !path.startsWith('/assets/workers/'))).toEqual([])
  })
})
