import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { partPair, type SignedInPair } from '@kla/bots'
import type { Platform } from '@kla/local'
import { allExpressions, FOREIGN_METRICS, readPromql, readRules, REPOSITORY, RULES } from '@kla/observability'
import { eventually } from '@kla/testkit'
import { playThrough, scrapeAll, type ScrapedMetric, seatTestPair, startTestPlatform } from '../src/platform/index.js'

/** What all processes measure after a battle, against everything that asks for it. */

/** Labels that Prometheus puts on what it scrapes. */
const OF_TARGETS = ['namespace', 'pod']
/** What label_replace makes, within the expression. */
const MADE = ['class', 'service']

let platform: Platform
let pair: SignedInPair
let scraped: ReadonlyMap<string, ScrapedMetric>
const expressions = await allExpressions()
const recorded = new Map((await readRules(RULES)).flatMap((rule) => ('record' in rule ? [[rule.record, rule]] : [])))

beforeAll(async () => {
  const environment = { LEDGER_CHECK_MS: '1000', AUDIT_CHECK_MS: '1000', POSTGRES_MAX: '6' }
  platform = await startTestPlatform('metrics', { environment })
  pair = await seatTestPair(platform)
  await playThrough(pair)
  await pair.second.must('media-connected', { via: 'host' })
  // What is read by a sweep or with a pause.
  await eventually(async () => {
    scraped = await scrapeAll(platform)
    for (const name of ['kla_events_pending', 'kla_engine_rooms', 'kla_commerce_ledger_checks_total']) {
      expect({ name, read: (scraped.get(name)?.samples.length ?? 0) > 0 }).toEqual({ name, read: true })
    }
  }, 30_000)
}, 180_000)
afterAll(async () => {
  if (pair) await partPair(pair)
  await platform?.close()
}, 60_000)

/** The metric that a selector means: of a histogram its parts are asked for. */
const metricOf = (asked: string): ScrapedMetric | undefined => {
  const whole = scraped.get(asked.replace(/_(bucket|count|sum)$/, ''))
  return whole?.type === 'histogram' ? whole : scraped.get(asked)
}
const labelNamesOf = ({ samples }: ScrapedMetric): Set<string> =>
  new Set(samples.flatMap(({ labels }) => Object.keys(labels)))
const ours = (): ScrapedMetric[] => [...scraped.values()].filter(({ name }) => name.startsWith('kla_'))

describe('a metric that rules, dashboards and runbooks query', () => {
  test('is exported', () => {
    const missing = expressions.flatMap(({ asker, expr }) =>
      readPromql(expr)
        .selectors.filter(({ metric }) => !(metric in FOREIGN_METRICS) && !recorded.has(metric) && !metricOf(metric))
        .map(({ metric }) => `${asker}: ${metric}`),
    )
    expect(missing).toEqual([])
  })

  test('has the labels that are queried', () => {
    const missing = expressions.flatMap(({ asker, expr }) => {
      const { selectors, grouped } = readPromql(expr)
      const known = selectors.map(({ metric, matchers }) => {
        const recording = recorded.get(metric)
        if (recording) return { metric, matchers, names: new Set(Object.keys(recording.labels ?? {})) }
        const foreign = FOREIGN_METRICS[metric]
        if (foreign) return { metric, matchers, names: foreign.labels && new Set(foreign.labels) }
        const measured = metricOf(metric)
        return { metric, matchers, names: measured ? labelNamesOf(measured) : undefined }
      })
      const all = new Set([...OF_TARGETS, ...MADE, ...known.flatMap(({ names }) => [...(names ?? [])])])
      return [
        ...known.flatMap(({ metric, matchers, names }) =>
          matchers
            .filter(({ label }) => names && !names.has(label) && !OF_TARGETS.includes(label))
            .map(({ label }) => `${asker}: ${metric}{${label}}`),
        ),
        ...grouped.filter((label) => !all.has(label)).map((label) => `${asker}: by ${label}`),
      ]
    })
    expect(missing).toEqual([])
  })

  test('has every queried value of a counter from the start', () => {
    const missing = expressions.flatMap(({ asker, expr }) =>
      readPromql(expr).selectors.flatMap(({ metric, matchers }) => {
        const { samples, type } = metricOf(metric) ?? { samples: [], type: '' }
        if (type !== 'counter') return []
        return matchers
          .filter(({ op, label }) => op.startsWith('=') && !OF_TARGETS.includes(label))
          .flatMap(({ label, value }) => value.split('|').map((one) => ({ label, one })))
          .filter(({ label, one }) => !samples.some(({ labels }) => labels[label] === one))
          .map(({ label, one }) => `${asker}: ${metric}{${label}="${one}"}`)
      }),
    )
    expect(missing).toEqual([])
  })

  test('has the histogram bounds that objectives are stated in', () => {
    const bounds = (name: string): Set<string> =>
      new Set(scraped.get(name)?.samples.flatMap(({ labels }) => labels['le'] ?? []))
    expect(bounds('kla_gateway_join_seconds')).toContain('2')
    expect(bounds('kla_gateway_command_seconds')).toContain('0.25')
    expect(bounds('kla_engine_phase_lateness_seconds')).toContain('0.3')
  })
})

describe('an exported metric', () => {
  test('follows the naming of Prometheus and has a help text', () => {
    for (const { name, help, type } of ours()) {
      expect(name).toMatch(/^kla_[a-z]+(_[a-z]+)*$/)
      expect({ name, total: name.endsWith('_total') }).toEqual({ name, total: type === 'counter' })
      // Of times, or of how many calls went together.
      if (type === 'histogram') expect(name).toMatch(/_(seconds|calls)$/)
      expect(name).not.toMatch(/_(ms|millis|milliseconds|kb|mb|percent)(_|$)/)
      expect(help).toMatch(/^[A-Z\d].*\.$/)
    }
  })

  test('has labels from closed sets: no id, name, address or path', () => {
    const players = [pair.sessions.first, pair.sessions.second]
    const own = [pair.roomId, ...players.flatMap(({ id, username }) => [String(id), username])]
    const values = ours().flatMap(({ name, samples }) =>
      samples.flatMap(({ labels }) =>
        Object.entries(labels)
          .filter(([label]) => label !== 'le')
          .map(([label, value]) => ({ name, label, value })),
      ),
    )
    const open = values.filter(
      ({ label, value }) =>
        // An authority's name is part of a digest, whose digits may be any. A cluster has one, or two while it changes.
        !(label === 'authority' && /^[0-9a-f]{16}$/.test(value)) &&
        (own.includes(value) ||
          /[0-9a-f]{8}-[0-9a-f]{4}|\d{5,}|@|\d+\.\d+\.\d+\.\d+|\?|^https?:/.test(value) ||
          value.length > 80),
    )
    expect(open).toEqual([])
    expect(values.length).toBeGreaterThan(500)
  })

  test('has few values of each label', () => {
    for (const { name, samples } of ours()) {
      const byLabel = new Map<string, Set<string>>()
      for (const [label, value] of samples.flatMap(({ labels }) => Object.entries(labels))) {
        byLabel.set(label, (byLabel.get(label) ?? new Set()).add(value))
      }
      for (const [label, values] of byLabel)
        expect({ name, label, many: values.size > 120 }).toEqual({ name, label, many: false })
    }
  })

  test('is listed in metrics.md, which lists no others', async () => {
    const text = await readFile(new URL('deploy/observability/metrics.md', REPOSITORY), 'utf8')
    const rows = [...text.matchAll(/^\| `(kla_[a-z_]+)` \|([^|]*)\|/gm)]
    const listed = new Map(
      rows.map(([, name = '', labels = '']) => [name, [...labels.matchAll(/`([a-z_]+)`/g)].map(([, one]) => one)]),
    )
    expect([...listed.keys()].sort()).toEqual(
      ours()
        .map(({ name }) => name)
        .sort(),
    )
    for (const { name, samples } of ours()) {
      const found = new Set(samples.flatMap(({ labels }) => Object.keys(labels)))
      found.delete('le')
      found.delete('service')
      if (samples.length > 0 && found.size > 0)
        expect({ name, labels: [...found].sort() }).toEqual({ name, labels: [...(listed.get(name) ?? [])].sort() })
    }
  })

  test('counts the battle that was played', () => {
    const value = (name: string): number =>
      (scraped.get(name)?.samples ?? []).reduce((sum, sample) => sum + sample.value, 0)
    expect(value('kla_engine_battles_started_total')).toBe(1)
    expect(value('kla_engine_battles_finished_total')).toBe(1)
    expect(value('kla_gateway_joins_total')).toBe(1)
    const join = scraped.get('kla_gateway_join_seconds')?.samples ?? []
    expect(join.find(({ name }) => name.endsWith('_count'))?.value).toBe(1)
    const answered = scraped.get('kla_gateway_command_seconds')?.samples ?? []
    const ready = answered.find(({ name, labels }) => name.endsWith('_count') && labels['event'] === 'ready-up')
    expect(ready).toMatchObject({ labels: { result: 'ok' }, value: 2 })
  })
})

describe('PostgreSQL', () => {
  test('keeps every owner of tables within its connection limit', () => {
    const most = scraped
      .get('kla_database_connections_max')
      ?.samples.map(({ labels, value }) => [labels['service'], value])
    expect(Object.fromEntries(most ?? [])).toEqual(
      Object.fromEntries(
        ['auth', 'rooms', 'game-engine', 'library', 'commerce', 'moderation', 'evidence'].map((owner) => [owner, 6]),
      ),
    )
  })
})
