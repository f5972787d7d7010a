import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import {
  allExpressions,
  FOREIGN_METRICS,
  isAlert,
  readPromql,
  readRules,
  REPOSITORY,
  RULES,
  runbookExpressions,
  RUNBOOKS,
} from '@kla/observability'

const rules = await readRules(RULES)
const alerts = rules.filter(isAlert)
const kebab = (name: string): string => name.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase()
/** What every page says, in this order. */
const HEADINGS = ['For players', 'Look', 'Do, in this order', 'Do not', 'Wake', 'Over when']
/** Pages of no alert of their own, which others lead to. */
const GENERAL = ['README.md', 'bad-release.md']

test('there are rules', () => {
  expect(alerts.length).toBeGreaterThan(20)
  expect(rules.length - alerts.length).toBeGreaterThan(15)
})

test.each(alerts.map((alert) => [`${alert.alert} (${alert.labels['severity']})`, alert] as const))(
  '%s says what it is, how grave it is, and where its page is',
  (_name, { alert, labels, annotations }) => {
    expect(alert).toMatch(/^Kla[A-Z][A-Za-z]+$/)
    expect(['page', 'ticket']).toContain(labels['severity'])
    expect(annotations['summary']).toMatch(/\S/)
    expect(annotations['description']).toMatch(/\.$/)
    expect(annotations['runbook_url']).toBe(`deploy/observability/runbooks/${kebab(alert)}.md`)
  },
)

test('every alert has a runbook and every runbook an alert', async () => {
  const pages = (await readdir(RUNBOOKS)).filter((page) => !GENERAL.includes(page))
  expect(pages.sort()).toEqual([...new Set(alerts.map(({ alert }) => `${kebab(alert)}.md`))].sort())
})

test('every runbook is complete, with valid links', async () => {
  const pages = await readdir(RUNBOOKS)
  for (const page of pages) {
    const text = await readFile(new URL(page, RUNBOOKS), 'utf8')
    if (page !== 'README.md') expect([page, ...headingsOf(text)]).toEqual([page, ...HEADINGS])
    const links = [...text.matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, link = '']) => link)
    expect({ page, lost: links.filter((link) => !pages.includes(link)) }).toEqual({ page, lost: [] })
  }
})

test('every query of a runbook is PromQL', async () => {
  const asked = await runbookExpressions()
  for (const { expr } of asked) readPromql(expr)
  expect(asked.length).toBeGreaterThan(70)
})

test("the index lists every runbook with its alert's severities", async () => {
  const index = await readFile(new URL('README.md', RUNBOOKS), 'utf8')
  for (const { alert, labels } of alerts) {
    const line = index.split('\n').find((one) => one.startsWith(`| [${alert}](${kebab(alert)}.md) |`)) ?? ''
    expect({ alert, line: line.includes(labels['severity'] ?? '?') }).toEqual({ alert, line: true })
  }
})

test('alerts of a namespace count by namespace', () => {
  for (const { alert, expr } of alerts) {
    const { grouped, selectors } = readPromql(expr)
    const recorded = selectors.every(({ metric }) => metric.startsWith('kla:'))
    expect({ alert, by: recorded || grouped.includes('namespace') }).toEqual({ alert, by: true })
  }
})

const headingsOf = (text: string): string[] => [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)

const asked = (await allExpressions()).flatMap(({ asker, expr }) =>
  readPromql(expr).selectors.map(({ metric }) => ({ asker, metric })),
)
/** Ours begin so; the last two are of the client library in our processes. deploy/e2e checks a running platform for them. */
const OURS = /^(kla_|kla:|process_|nodejs_)/

test('every metric is ours or a known foreign one', () => {
  expect(asked.filter(({ metric }) => !OURS.test(metric) && !(metric in FOREIGN_METRICS))).toEqual([])
})

test('every foreign metric is used and not ours', () => {
  const names = new Set(asked.map(({ metric }) => metric))
  expect(Object.keys(FOREIGN_METRICS).filter((metric) => !names.has(metric) || OURS.test(metric))).toEqual([])
})

test('README.md lists foreign metrics with their sources', async () => {
  const text = await readFile(new URL('deploy/observability/README.md', REPOSITORY), 'utf8')
  const [, section = ''] = text.split('## Metrics of others\n')
  const listed = [...section.matchAll(/^\| (.+?) \| ([^|]+) \|/gm)].flatMap(([, names = '', source = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, source.trim()]),
  )
  const known = Object.entries(FOREIGN_METRICS).map(([name, { source }]) => [name, source])
  expect(listed.sort()).toEqual(known.sort())
})
