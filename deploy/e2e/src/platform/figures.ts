import { natsServers } from '@kla/chassis'
import { type Platform, type ServiceProcess, SERVICES } from '@kla/local'
import { EVENTS_STREAM } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'

const WITHIN_MS = 60_000

/** Resolves once every consumer has handled every event. */
export async function allEventsHandled(platform: Platform): Promise<void> {
  const connection = await connect(natsServers(platform.infrastructure.nats.url))
  try {
    const manager = await jetstreamManager(connection)
    await eventually(async () => {
      const waiting: string[] = []
      for await (const { name, num_pending, num_ack_pending } of manager.consumers.list(EVENTS_STREAM)) {
        if (num_pending + num_ack_pending > 0) waiting.push(name)
      }
      if (waiting.length > 0) throw new Error(`events wait for ${waiting.join()}`)
    }, WITHIN_MS)
  } finally {
    await connection.close()
  }
}

/** Sums a process's metric over its labels. Throws if it does not exist. */
export async function metricOf({ name: process, slot }: ServiceProcess, name: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${slot.health}/metrics`, { signal: AbortSignal.timeout(5_000) })
  const values = (await response.text())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .map((line) => Number(line.slice(line.lastIndexOf(' '))))
  if (values.length === 0) throw new Error(`${process} does not measure ${name}`)
  return values.reduce((sum, value) => sum + value, 0)
}

/** Faults that each commerce process finds in its ledger from now on. */
export const ledgerFaults = (platform: Platform): Promise<number[]> =>
  Promise.all(
    platform.running('commerce').map(async (process) => {
      const checks = (): Promise<number> => metricOf(process, 'kla_commerce_ledger_checks_total')
      const before = await checks()
      // The next check to end may have begun before.
      await eventually(async () => (await checks()) >= before + 2, 10_000)
      return metricOf(process, 'kla_commerce_ledger_faults')
    }),
  )

/** A metric as Prometheus scrapes it, with one value. */
export interface ScrapedMetric {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly samples: readonly Sample[]
}
export interface Sample {
  /** Includes the suffix of a histogram's part. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Sums each metric over a platform's processes. */
export async function scrapeAll(platform: Platform): Promise<ReadonlyMap<string, ScrapedMetric>> {
  const processes = SERVICES.flatMap((service) => platform.running(service))
  const texts = await Promise.all(
    processes.map(async ({ slot }) => {
      const response = await fetch(`http://127.0.0.1:${slot.health}/metrics`, { signal: AbortSignal.timeout(10_000) })
      return response.text()
    }),
  )
  const all = new Map<string, ScrapedMetric>()
  for (const metric of texts.flatMap(readExposition)) {
    const known = all.get(metric.name)
    all.set(metric.name, { ...metric, samples: [...(known?.samples ?? []), ...metric.samples] })
  }
  return all
}

/** Parses Prometheus's text format as prom-client writes it: HELP and TYPE before samples. */
export function readExposition(text: string): readonly ScrapedMetric[] {
  const metrics: { name: string; help: string; type: string; samples: Sample[] }[] = []
  for (const line of text.split('\n')) {
    const [, help, , said = ''] = /^# (HELP) (\S+) (.*)$/.exec(line) ?? []
    if (help) metrics.push({ name: line.split(' ')[2] ?? '', help: said, type: '', samples: [] })
    const last = metrics.at(-1)
    if (!last) continue
    if (line.startsWith('# TYPE ')) last.type = line.split(' ')[3] ?? ''
    const [, name, labels = '', value] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name !== undefined) last.samples.push({ name, labels: labelsOf(labels), value: Number(value) })
  }
  return metrics
}

const labelsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([a-z_]\w*)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', value = '']) => [label, value]),
  )
