import type { Http2Session } from 'node:http2'
import { callOf, type ServiceName } from '@kla/proto'
import { KlaError } from '../errors.js'
import { serviceIn } from '../identity.js'
import type { Logger } from '../logger.js'
import type { Carrier } from './types.js'

/** Throws CALLER_NOT_ALLOWED unless the calling service may call the method. */
export type CheckCaller = (raw: Carrier) => void

/** Cached for each connection: parsing the certificate takes longer than a call. */
const known = new WeakMap<object, ServiceName>()

/** Throws for methods that the call table lacks or assigns elsewhere. */
export function callerCheck(path: string, servedBy: ServiceName, log: Logger): CheckCaller {
  const row = callOf(path)
  if (row === undefined) throw new Error(`${path} is not in proto/callers.ts`)
  if (row.by !== 'every' && row.by !== servedBy) throw new Error(`${path} is served by ${row.by}, not by ${servedBy}`)
  return (raw) => {
    const caller = callerOf(raw)
    if (caller !== undefined && row.callers.has(caller)) return
    log.warn({ caller, path }, 'a service called a method that it may not call')
    throw new KlaError('CALLER_NOT_ALLOWED')
  }
}

function callerOf(raw: Carrier): ServiceName | undefined {
  const session = (raw as unknown as { call?: { stream?: { session?: Http2Session } } }).call?.stream?.session
  const found = session && known.get(session)
  if (found) return found
  const caller = serviceIn(raw.getAuthContext().sslPeerCertificate?.subjectaltname)
  if (session && caller) known.set(session, caller)
  return caller
}
