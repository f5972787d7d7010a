import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Provider's answer to a path: status, body and headers, or none ever. */
export type Answer = readonly [status: number, body: unknown, headers?: Record<string, string>] | 'silence'

export interface ScriptedProvider {
  readonly url: string
  readonly asked: readonly string[]
  close(): Promise<void>
}

export const TOKENS = { access_token: 'provider-access-token', refresh_token: 'provider-refresh-token' }
export const PERSON = {
  id: '123456789012345678',
  username: 'ada',
  global_name: 'Ada',
  email: 'ada@private.example',
  avatar: 'a_0123456789abcdef',
  discriminator: '0',
}

/** Starts a provider that works, except for `answers`. */
export async function scriptProvider(answers: Readonly<Record<string, Answer>> = {}): Promise<ScriptedProvider> {
  const script: Readonly<Record<string, Answer>> = {
    '/oauth2/token': [200, TOKENS],
    '/users/@me': [200, PERSON],
    '/users/@me/guilds': [200, [{ id: '876543210987654321', name: 'The Bell', icon: null }]],
    ...answers,
  }
  const asked: string[] = []
  const server = createServer((request, response: ServerResponse) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = script[path] ?? [404, { message: '404: Not Found' }]
    if (answer === 'silence') return
    const [status, body, headers] = answer
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
