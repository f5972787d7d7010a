import { KlaError } from '@kla/chassis'
import type { IncomingMessage } from 'node:http'

export interface BodyLimits {
  readonly maxBytes: number
  readonly withinMs: number
}

const FIRST_BYTES = 4 * 1024

/**
 * The whole body as it came. Rejects with BODY_TOO_LARGE, without reading if that was announced, and with UNAVAILABLE
 * when the body is late or breaks off. What is left unread then stays unread: the connection has to be closed.
 */
export async function readBody(request: IncomingMessage, { maxBytes, withinMs }: BodyLimits): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new KlaError('BODY_TOO_LARGE')
  // Copied together as it comes: a body that is sent byte by byte would keep a buffer object for each.
  let held: Buffer = Buffer.allocUnsafeSlow(Math.min(FIRST_BYTES, maxBytes))
  let length = 0
  return new Promise<Buffer>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      request.off('data', take).off('end', whole).off('error', broken).off('close', broken).pause()
    }
    const refuse = (error: KlaError): void => {
      stop()
      reject(error)
    }
    const take = (chunk: Buffer): void => {
      const next = length + chunk.length
      if (next > maxBytes) return refuse(new KlaError('BODY_TOO_LARGE'))
      if (next > held.length) held = grown(held, Math.min(Math.max(next, 2 * held.length), maxBytes))
      chunk.copy(held, length)
      length = next
    }
    const whole = (): void => {
      stop()
      resolve(held.subarray(0, length))
    }
    const broken = (): void => refuse(new KlaError('UNAVAILABLE'))
    const timer = setTimeout(broken, withinMs)
    request.on('data', take).on('end', whole).on('error', broken).on('close', broken)
    // A request that broke off before will not say so again.
    if (request.destroyed) broken()
  })
}

function grown(buffer: Buffer, bytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(bytes)
  buffer.copy(larger)
  return larger
}
