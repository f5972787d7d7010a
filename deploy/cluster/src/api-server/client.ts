import { Agent, request } from 'node:https'

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly warnings: readonly string[]
}

export interface Client {
  ready(): Promise<boolean>
  call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<Answer>
}

export function createClient({ port, token, ca }: { port: number; token: string; ca: Buffer }): Client {
  const agent = new Agent({ keepAlive: true, ca })
  const call: Client['call'] = (method, path, body) =>
    new Promise((resolve, reject) => {
      const type = method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json'
      const headers = { authorization: `Bearer ${token}`, 'content-type': type, accept: 'application/json' }
      const sent = request({ host: '127.0.0.1', port, path, method, agent, headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', reject)
        response.once('end', () => {
          const warnings = [response.headers['warning'] ?? []].flat()
          resolve({ status: response.statusCode ?? 0, body: read(Buffer.concat(parts).toString()), warnings })
        })
      })
      sent.once('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  return {
    call,
    ready: () =>
      call('GET', '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      ),
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
