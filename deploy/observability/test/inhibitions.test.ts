import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import { isAlert, readRules, REPOSITORY, RULES } from '@kla/observability'
import { parse } from 'yaml'

interface Inhibition {
  readonly source_matchers: readonly string[]
  readonly target_matchers: readonly string[]
  readonly equal?: readonly string[]
}
type Labels = Readonly<Record<string, string>>

const page = await readFile(new URL('deploy/observability/README.md', REPOSITORY), 'utf8')
const [, block = ''] = /```yaml\n(inhibit_rules:.*?)```/s.exec(page) ?? []
const { inhibit_rules: inhibitions } = parse(block) as { inhibit_rules: readonly Inhibition[] }
const alerts = (await readRules(RULES)).filter(isAlert)

const matches = (matchers: readonly string[], labels: Labels): boolean =>
  matchers.every((matcher) => {
    const [, label = '', op, value = ''] = /^(\w+)(=~|=)"(.*)"$/.exec(matcher) ?? []
    const own = labels[label] ?? ''
    return op === '=' ? own === value : op === '=~' && new RegExp(`^(?:${value})$`).test(own)
  })
/** As Alertmanager has it: a label that both lack is equal as well. */
const heldBack = (source: Labels, target: Labels): boolean =>
  inhibitions.some(
    ({ source_matchers, target_matchers, equal = [] }) =>
      matches(source_matchers, source) &&
      matches(target_matchers, target) &&
      equal.every((label) => (source[label] ?? '') === (target[label] ?? '')),
  )

const of = (alertname: string, labels: Labels = {}): Labels => ({
  namespace: 'kla',
  severity: alerts.find(({ alert }) => alert === alertname)?.labels['severity'] ?? '',
  ...labels,
  alertname,
})

test('every inhibition rule names existing alerts', () => {
  const names = new Set(alerts.map(({ alert }) => alert))
  const lost = inhibitions.flatMap(({ source_matchers, target_matchers }) =>
    [...source_matchers, ...target_matchers]
      .filter((matcher) => matcher.startsWith('alertname'))
      .filter((matcher) => ![...names].some((alertname) => matches([matcher], { alertname }))),
  )
  expect(lost).toEqual([])
  for (const { target_matchers } of inhibitions) {
    const [, listed = ''] = /Kla\((.*)\)/.exec(target_matchers.join()) ?? []
    const without = listed
      .split('|')
      .filter((one) => one && ![...names].some((name) => new RegExp(`^Kla(?:${one})$`).test(name)))
    expect(without).toEqual([])
  }
})

describe('a service that is down', () => {
  test.each([
    ['game-engine', 'KlaDeadlinesUnclaimed', {}],
    ['media-signalling', 'KlaPairsNotConnecting', {}],
    ['commerce', 'KlaAnswersSlow', {}],
    ['evidence', 'KlaStillsOutdated', {}],
    ['commerce', 'KlaRpcsFailing', { service: 'commerce' }],
  ])('%s inhibits %s', (service, alert, labels) => {
    expect(heldBack(of('KlaServiceDown', { service }), of(alert, labels))).toBe(true)
    expect(heldBack(of('KlaServiceDown', { service, namespace: 'other' }), of(alert, labels))).toBe(false)
  })

  test.each([
    ['library', 'KlaDeadlinesUnclaimed', {}],
    ['moderation', 'KlaAnswersSlow', {}],
    ['evidence', 'KlaStillsFault', {}],
    ['commerce', 'KlaPairsNotConnecting', {}],
    ['commerce', 'KlaRpcsFailing', { service: 'auth' }],
  ])('%s does not inhibit unrelated %s', (service, alert, labels) => {
    expect(heldBack(of('KlaServiceDown', { service }), of(alert, labels))).toBe(false)
  })
})

test('safety alerts are inhibited by their own page only', () => {
  const sources = alerts.flatMap(({ alert, labels }) => [
    of(alert, labels),
    ...['auth', 'moderation', 'gateway'].map((service) => of(alert, { ...labels, service })),
  ])
  for (const safety of [
    'KlaBansNotApplied',
    'KlaChildSafetyWaiting',
    'KlaDecisionsOverdue',
    'KlaOnCallNotReached',
    'KlaAuditFault',
    'KlaStillsFault',
  ]) {
    const others = sources.filter(({ alertname }) => alertname !== safety)
    expect(others.filter((source) => heldBack(source, of(safety, { severity: 'page' })))).toEqual([])
  }
})

test('a page inhibits its own ticket, and no ticket of another queue or service', () => {
  expect(heldBack(of('KlaJoinsSlow', { severity: 'page' }), of('KlaJoinsSlow', { severity: 'ticket' }))).toBe(true)
  const overdue = (severity: string, queue: string) => of('KlaDecisionsOverdue', { severity, queue })
  expect(heldBack(overdue('page', 'reports'), overdue('ticket', 'reports'))).toBe(true)
  expect(heldBack(overdue('page', 'child-safety'), overdue('ticket', 'reports'))).toBe(false)
  const ending = (severity: string, service: string) => of('KlaIdentityEnding', { severity, service })
  expect(heldBack(ending('page', 'auth'), ending('ticket', 'rooms'))).toBe(false)
})
