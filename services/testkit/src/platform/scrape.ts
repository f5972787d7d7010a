import type { Platform } from '@kla/local'
import { SERVICES } from '@kla/local'

/** What Prometheus is told of a metric, and one of its values. */
export interface ScrapedMetric {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly samples: readonly Sample[]
}
export interface Sample {
  /** With the suffix of a histogram's part. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Everything that all processes of a platform measure, those of the same name together. */
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

/** Reads the text format of Prometheus, as prom-client writes it: HELP and TYPE before the samples of each. */
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
  Object.fromEntries([...text.matchAll(/([a-z_]\w*)="((?:[^"\\]|\\.)*)"/g)].map(([, label, value]) => [label, value]))
