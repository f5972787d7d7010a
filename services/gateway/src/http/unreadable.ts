import { REASONS, type Reason, type RestError } from '@kla/proto/web'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** How long who has been refused may go on sending before the connection is cut: cut at once, the answer would be lost. */
const LINGER_MS = 3_000

/** What Node cannot read as a request, by its error codes: a status and what is told. */
const REFUSALS: Readonly<Record<string, readonly [status: number, Reason]>> = {
  HPE_HEADER_OVERFLOW: [431, 'BODY_TOO_LARGE'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'BODY_TOO_LARGE'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'INVALID_FIELD'],
}

/** Answers what came before there was a request, in the words of every other error, and closes the connection. */
export function refuseUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason] = REFUSALS[code] ?? [400, 'INVALID_FIELD']
  const body = JSON.stringify({ error: REASONS[reason].text, code: reason } satisfies RestError)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.on('error', () => socket.destroy()).resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
