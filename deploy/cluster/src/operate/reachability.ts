import type { Workload } from '../manifests/read.js'
import { allowed, type Edge } from '../network.js'
import type { Rendered } from '../policies/policy.js'

/** A connection that a service tries, between components, and whether the policies of both sides allow it. */
export interface Attempt extends Edge {
  readonly isAllowed: boolean
}

const COMPONENT = 'app.kubernetes.io/component'
const componentsOf = (workloads: readonly Workload[], kinds: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    workloads
      .filter(({ object }) => kinds.includes(object.kind))
      .map(({ name, labels }) => [name, labels[COMPONENT] ?? name]),
  )

/** Lists every connection from a Deployment to a port of another workload that runs. */
export function attemptsOf({ objects, workloads }: Rendered): readonly Attempt[] {
  const sources = componentsOf(workloads, ['Deployment'])
  const targets = componentsOf(workloads, ['Deployment', 'StatefulSet'])
  const running = workloads.filter(({ name }) => targets.has(name))
  const key = ({ from, to, port }: Edge): string => `${from} ${to} ${port}`
  const [into, outOf] = (['Ingress', 'Egress'] as const).map(
    (side) => new Set(allowed(side, running, objects).map(key)),
  )
  // Without policies, all is allowed.
  return allowed('Ingress', running, []).flatMap((edge) => {
    const [from, to] = [sources.get(edge.from), targets.get(edge.to)]
    if (from === undefined || to === undefined) return []
    return { from, to, port: edge.port, isAllowed: into?.has(key(edge)) === true && outOf?.has(key(edge)) === true }
  })
}

/** An attempt and whether a packet came through. */
export interface Tried extends Attempt {
  readonly hasReached: boolean
}

/** Names the connections that policies allow and that failed, and those that came through against them. */
export const breaches = (all: readonly Tried[]): readonly string[] => [
  ...[true, false]
    .filter((kind) => !all.some(({ isAllowed }) => isAllowed === kind))
    .map((kind) => `no connection was tried that policies ${kind ? 'allow' : 'forbid'}`),
  ...all
    .filter(({ isAllowed, hasReached }) => isAllowed !== hasReached)
    .map(({ from, to, port, isAllowed }) =>
      isAllowed ? `${from} does not reach ${to}:${port}` : `${from} reaches ${to}:${port}, which no policy allows`,
    ),
]

const ANSWERS_WITHIN_MS = 4_000

/** Program for Node in a pod: tries `address:port` of its arguments, and prints those that answered, even by a refusal. */
export const PROBE = `const { connect } = require('node:net')
const reached = []
const end = () => { console.log(JSON.stringify(reached)); process.exit() }
let open = process.argv.length - 1
for (const target of process.argv.slice(1)) {
  const [host, port] = target.split(':')
  const done = (has) => { if (has) reached.push(target); if (--open === 0) end() }
  connect(Number(port), host).once('connect', () => done(true)).once('error', ({ code }) => done(code === 'ECONNREFUSED'))
}
setTimeout(end, ${ANSWERS_WITHIN_MS})`
