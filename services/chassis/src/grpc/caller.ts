import type { ServerUnaryCall, ServerWritableStream } from '@grpc/grpc-js'
import { callOf, type ServiceName } from '@kla/proto'
import type { Http2Session } from 'node:http2'
import { KlaError } from '../errors.js'
import { serviceIn } from '../identity.js'
import type { Logger } from '../logger.js'

type RawCall = ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>

/** Throws CALLER_NOT_ALLOWED unless the service at the other end may call the method. */
export type CheckCaller = (raw: RawCall) => void

/** Who is at the other end: read off the certificate once for each connection, as that takes longer than the call. */
const known = new WeakMap<object, ServiceName>()

/** A check for one method, by the table of calls. Throws for a method that is not in it, or is another service's. */
export function callerCheck(path: string, servedBy: ServiceName, log: Logger): CheckCaller {
  const row = callOf(path)
  if (row === undefined) throw new Error(`${path} is in no row of proto/callers.ts`)
  if (row.by !== 'every' && row.by !== servedBy) throw new Error(`${path} is ${row.by}'s to serve, not ${servedBy}'s`)
  return (raw) => {
    const caller = callerOf(raw)
    if (caller !== undefined && row.callers.has(caller)) return
    log.warn({ caller, path }, 'a service called what it may not')
    throw new KlaError('CALLER_NOT_ALLOWED')
  }
}

function callerOf(raw: RawCall): ServiceName | undefined {
  // grpc-js keeps the connection to itself. Where it is not found, each call reads the certificate anew.
  const session = (raw as unknown as { call?: { stream?: { session?: Http2Session } } }).call?.stream?.session
  const found = session && known.get(session)
  if (found) return found
  const caller = serviceIn(raw.getAuthContext().sslPeerCertificate?.subjectaltname)
  if (session && caller) known.set(session, caller)
  return caller
}
