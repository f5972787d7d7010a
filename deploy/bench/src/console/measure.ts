import { percentile } from '../bots/lateness.js'
import type { Case, Who } from './case.js'

/** How long the calls of one case took, milliseconds. */
export interface Measured {
  readonly asked: Case
  readonly calls: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly maxMs: number
  /** Of `GET /healthz`, called in turn with it: what the machine was good for in that time. */
  readonly healthP50Ms: number
  /** What was wrong with an answer. */
  readonly fault?: string
}

export interface MeasureOptions {
  readonly url: string
  readonly tokens: Readonly<Record<Who, string>>
  readonly calls: number
}

// Connections and caches are not what is measured.
const UNCOUNTED = 3
const CALL_MS = 10_000
// A case that is far too slow is given up, so that the run ends.
const CASE_MS = 60_000

/** Asks for one thing again and again, one call after another. */
export async function measure(asked: Case, { url, tokens, calls }: MeasureOptions): Promise<Measured> {
  const times: number[] = []
  const health: number[] = []
  const end = Date.now() + CASE_MS
  let fault: string | undefined
  for (let at = -UNCOUNTED; at < calls && fault === undefined; at++) {
    if (Date.now() > end) fault = 'too slow'
    const call = await time(`${url}${asked.path}`, { authorization: `Bearer ${tokens[asked.who]}` })
    const peer = await time(`${url}/healthz`)
    fault ??= faultOf(asked, call)
    if (at < 0) continue
    times.push(call.ms)
    health.push(peer.ms)
  }
  return {
    asked,
    calls: times.length,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    maxMs: percentile(times, 1),
    healthP50Ms: percentile(health, 0.5),
    ...(fault === undefined ? {} : { fault }),
  }
}

interface Answer {
  readonly ms: number
  readonly status: number
  readonly body: string
}

async function time(address: string, headers: Record<string, string> = {}): Promise<Answer> {
  const startedAt = performance.now()
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(CALL_MS) })
  const body = await response.text()
  return { ms: performance.now() - startedAt, status: response.status, body }
}

function faultOf({ finds }: Case, { status, body }: Answer): string | undefined {
  if (status !== 200) return `${status} ${body.slice(0, 100)}`
  if (finds === 'any') return undefined
  const found = sizeOf(JSON.parse(body))
  return found > 0 === (finds === 'some') ? undefined : `${found} found`
}

/** How much is in an answer: on its page, or in it as a whole. */
function sizeOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  const { results, users, entries } = answer as Record<'results' | 'users' | 'entries', unknown[] | undefined>
  const page = results ?? users ?? entries
  return page ? page.length : Object.keys(answer as object).length
}
