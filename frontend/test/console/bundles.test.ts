import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'

/** Words that only administrators read, and names that only their calls have. */
const CONSOLE_WORDS = ['adminToken', 'adminlogin', 'admin/session', 'Kla console', 'audit.read', 'console-theme']

const rootOf = (folder: string) => fileURLToPath(new URL(`../../${folder}`, import.meta.url))
const filesIn = (folder: string) => readdirSync(rootOf(folder), { recursive: true, encoding: 'utf8' })
const textOf = (folder: string) => {
  const root = rootOf(folder)
  return filesIn(folder)
    .filter((name) => /\.(html|js|css)$/.test(name))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n')
}

// What `npm run build:web` made.
const player = textOf('dist')
const moderation = textOf('dist-console')

describe('bundles', () => {
  test.each(CONSOLE_WORDS)('contains %s in the console, not in the player app', (word) => {
    expect(moderation.includes(word)).toBe(true)
    expect(player.includes(word)).toBe(false)
  })

  test('finds its files at any path', () => {
    const page = readFileSync(join(rootOf('dist-console'), 'index.html'), 'utf8')
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)
    expect(addresses.length).toBeGreaterThan(2)
    for (const address of addresses) expect(address).toMatch(/^\.\//)
  })

  test.each(['dist', 'dist-console'])('contains no source maps in %s', (folder) => {
    expect(filesIn(folder).filter((name) => name.includes('.map'))).toEqual([])
    expect(textOf(folder)).not.toContain('sourceMappingURL')
  })

  test.each(['dist', 'dist-console'])('loads begin-again.js before anything else in %s', (folder) => {
    const page = readFileSync(join(rootOf(folder), 'index.html'), 'utf8')
    const [first] = page.match(/<(script|link)[^>]*>/) ?? []
    expect(first).toMatch(/^<script src="\.?\/begin-again\.js">$/)
  })

  test('loads lazy components only through lazyPart', () => {
    const sources = filesIn('src').filter((name) => /\.tsx?$/.test(name) && !name.endsWith('lazy-part.tsx'))
    const loading = sources.filter((name) => /\blazy\(/.test(readFileSync(join(rootOf('src'), name), 'utf8')))
    expect(loading).toEqual([])
  })
})
