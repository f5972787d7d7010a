import { randomBytes } from 'node:crypto'
import type { AuditVerification } from '@kla/proto/web'
import { percentile } from '../bots/phase-check.js'
import type { Case, Who } from './cases.js'

export interface Measured {
  readonly asked: Case
  readonly calls: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly maxMs: number
  /** `GET /healthz` called in turn: how fast the machine was meanwhile. */
  readonly healthP50Ms: number
  readonly fault?: string
}

interface MeasureOptions {
  readonly url: string
  readonly tokens: Readonly<Record<Who, string>>
  readonly calls: number
}

const UNCOUNTED = 3
const CALL_MS = 10_000
// Ends a run whose case is far too slow.
const CASE_MS = 60_000

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

function sizeOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  const { results, users, entries } = answer as Record<'results' | 'users' | 'entries', unknown[] | undefined>
  const page = results ?? users ?? entries
  return page ? page.length : Object.keys(answer as object).length
}

/** The first sees child safety, the second does not. */
export async function signInBoth(
  url: string,
  first: { readonly name: string; readonly password: string },
): Promise<Readonly<Record<Who, string>>> {
  const guardian = await signIn(url, first)
  const other = { name: `bench-${randomBytes(4).toString('hex')}`, password: randomBytes(18).toString('base64url') }
  await post(url, '/admin/administrators', { ...other, role: 'owner', child_safety: false }, guardian)
  const own = { name: other.name, password: randomBytes(18).toString('base64url') }
  const passwords = { current_password: other.password, new_password: own.password }
  await post(url, '/admin/password', passwords, await signIn(url, other))
  return { 'with child safety': guardian, without: await signIn(url, own) }
}

async function signIn(url: string, { name, password }: { name: string; password: string }): Promise<string> {
  const { token } = (await post(url, '/adminlogin', { username: name, password })) as { token: string }
  return token
}

async function post(url: string, path: string, body: object, token?: string): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: url,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${response.status} from ${path}: ${await response.text()}`)
  return response.json()
}

export async function verifyAll(url: string, token: string): Promise<string> {
  const startedAt = performance.now()
  let stretches = 0
  for (let from = 1; ; stretches++) {
    const response = await fetch(`${url}/admin/audit/verify?from=${from}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`${response.status} from the verification: ${await response.text()}`)
    const { checked_to: to, done, fault } = (await response.json()) as AuditVerification
    if (fault) return `entry ${fault.seq} of the audit log is ${fault.what}`
    if (done) {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      return `the audit log is whole, checked in ${stretches + 1} stretches and ${seconds} s`
    }
    from = to + 1
  }
}
