import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ScriptedServer {
  readonly url: string
  /** The headers of each request. */
  readonly requests: readonly IncomingHttpHeaders[]
  close(): Promise<void>
}

/** A server that answers as it is told, however badly. */
export async function startScriptedServer(answer: RequestListener): Promise<ScriptedServer> {
  const requests: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    requests.push(request.headers)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
