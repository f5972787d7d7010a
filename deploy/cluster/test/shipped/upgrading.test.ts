import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import { CHART, ROOT } from '@kla/cluster'
import { parse } from 'yaml'

const upgrading = await readFile(`${ROOT}UPGRADING.md`, 'utf8')
const headings = (text: string): string[] => [...text.matchAll(/^## \[?([^\]\s]+)/gm)].map(([, name = '']) => name)

/** Names in backticks in the rows of this name. */
const namesIn = (row: string): string[] =>
  [...upgrading.matchAll(new RegExp(`^\\| \\*\\*${row}\\*\\*.*$`, 'gm'))].flatMap(([line]) =>
    [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )

function has(values: unknown, path: readonly string[]): boolean {
  const [name, ...rest] = path
  if (name === undefined) return true
  return typeof values === 'object' && values !== null && name in values
    ? has((values as { readonly [name: string]: unknown })[name], rest)
    : false
}

describe('UPGRADING.md', () => {
  test('has a section for each version of CHANGELOG.md, in the same order', async () => {
    expect(headings(upgrading)).toEqual(headings(await readFile(`${ROOT}CHANGELOG.md`, 'utf8')))
  })

  test('names values that the chart has', async () => {
    const values: unknown = parse(await readFile(`${CHART}/values.yaml`, 'utf8'))
    const named = namesIn('New values')
    expect(named.filter((path) => !has(values, path.split('.')))).toEqual([])
    expect(named).toContain('services.gateway.service')
  })

  test('names Secrets that helm/README.md explains', async () => {
    const readme = await readFile(`${CHART}/README.md`, 'utf8')
    const secrets = namesIn('Secrets').filter((name) => name.startsWith('kla-'))
    expect(secrets.filter((name) => !readme.includes(`| \`${name}\` |`))).toEqual([])
    expect(secrets).toContain('kla-limits')
  })

  test('names subjects and durables that the users of the stores have', async () => {
    const users = await readFile(`${CHART}/files/store-users.yaml`, 'utf8')
    const named = namesIn('Store users')
    expect(named.filter((name) => !users.includes(name))).toEqual([])
    expect(named.length).toBeGreaterThan(0)
  })
})
