import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Letter {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Inbox {
  readonly url: string
  readonly letters: readonly Letter[]
  /** What the next letters are answered with; 200 once these are used up. */
  answerWith(...statuses: number[]): void
  empty(): void
  close(): Promise<void>
}

/** A merchant's address for notifications: keeps what comes. */
export async function openInbox(): Promise<Inbox> {
  const letters: Letter[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      letters.push({ headers: request.headers, body })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    letters,
    answerWith: (...statuses) => void answers.push(...statuses),
    empty: () => void letters.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
