// The cluster's DNS, for Services over UDP: node main.js <address> <port> <kubeconfig>
import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerOf } from './answer.js'
import { type EndpointSlice, type Names, type Service, serviceNames } from './names.js'

interface Kubeconfig {
  readonly clusters: readonly [{ cluster: { server: string; 'certificate-authority': string } }]
  readonly users: readonly [{ user: { token: string } }]
}

const [address = '', port = '', file = ''] = process.argv.slice(2)
const {
  clusters: [{ cluster }],
  users: [{ user }],
} = JSON.parse(readFileSync(file, 'utf8')) as Kubeconfig
const agent = new Agent({ keepAlive: true, ca: readFileSync(cluster['certificate-authority']) })
const headers = { authorization: `Bearer ${user.token}` }
const READ_EVERY_MS = 500
const READ_WITHIN_MS = 5_000

let names: Names = new Map()
const socket = createSocket('udp4')
socket.on('message', (query, from) => {
  const answer = answerOf(query, shuffled)
  if (answer !== undefined) socket.send(answer, from.port, from.address)
})
socket.bind(Number(port), address)
for (;;) {
  names = await read().catch((error: unknown) => {
    console.error(String(error))
    return names
  })
  await sleep(READ_EVERY_MS)
}

async function read(): Promise<Names> {
  const [services, slices] = await Promise.all([
    list<Service>('/api/v1/services'),
    list<EndpointSlice>('/apis/discovery.k8s.io/v1/endpointslices'),
  ])
  return serviceNames(services, slices)
}

// Clients take the first address.
function shuffled(name: string): readonly string[] | undefined {
  return names.get(name)?.toSorted(() => Math.random() - 0.5)
}

function list<Item>(path: string): Promise<readonly Item[]> {
  return new Promise((resolve, reject) => {
    const sent = get(`${cluster.server}${path}`, { agent, headers, timeout: READ_WITHIN_MS }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('error', reject)
      response.once('end', () => {
        const text = Buffer.concat(parts).toString()
        if (response.statusCode !== 200) return reject(new Error(`${path}: ${response.statusCode} ${text}`))
        resolve((JSON.parse(text) as { items: readonly Item[] }).items)
      })
    })
    sent.once('timeout', () => sent.destroy(new Error(`${path}: no answer`)))
    sent.once('error', reject)
  })
}
