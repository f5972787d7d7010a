import { expect, test } from '@jest/globals'
import { allExpressions, FOREIGN_METRICS, readPromql, REPOSITORY } from '@kla/observability'
import { readFile } from 'node:fs/promises'

const asked = (await allExpressions()).flatMap(({ asker, expr }) =>
  readPromql(expr).selectors.map(({ metric }) => ({ asker, metric })),
)
/** Ours begin so; the last two are of the client library in our processes. services/testkit asks a running platform for them. */
const OURS = /^(kla_|kla:|process_|nodejs_)/

test('whatever is asked for is ours, or is known to be of somebody else', () => {
  expect(asked.filter(({ metric }) => !OURS.test(metric) && !(metric in FOREIGN_METRICS))).toEqual([])
})

test('nothing is said to be of somebody else that nobody asks for, or that is ours', () => {
  const names = new Set(asked.map(({ metric }) => metric))
  expect(Object.keys(FOREIGN_METRICS).filter((metric) => !names.has(metric) || OURS.test(metric))).toEqual([])
})

test('README.md lists them, with their sources', async () => {
  const text = await readFile(new URL('deploy/observability/README.md', REPOSITORY), 'utf8')
  const [, section = ''] = /^## Metrics of others\n(.*?)(?=^## )/ms.exec(text) ?? []
  const listed = [...section.matchAll(/^\| (.+?) \| ([^|]+) \|/gm)].flatMap(([, names = '', source = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, source.trim()]),
  )
  const known = Object.entries(FOREIGN_METRICS).map(([name, { source }]) => [name, source])
  expect(listed.sort()).toEqual(known.sort())
})
