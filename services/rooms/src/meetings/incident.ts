import { createHmac, timingSafeEqual } from 'node:crypto'
import { INCIDENT_MAX } from '@kla/proto/web'
import { incidentIn, type Incident, type Incidents } from '../shared/rules/incident.js'
import { MET_MS } from './rules.js'

/** Newest first: that one signs, all verify. */
export type IncidentKeys = readonly [Buffer, ...Buffer[]]

/** Of a token whose meeting the store has forgotten; Unix milliseconds. */
export const runsOutMs = ({ madeMs }: Incident): number => madeMs + MET_MS

/** Short: a room name may take 360 bytes. */
type Content = readonly [
  roomId: string, roomName: string, mode: string, category: string,
  holder: number, other: number, fromMs: number, madeMs: number,
]

/** Incident tokens: their content and its HMAC-SHA256, each in base64url. */
export function createIncidents(keys: IncidentKeys): Incidents {
  const encode = ({ roomId, roomName, mode, category, holder, other, fromMs, madeMs }: Incident): string => {
    const content: Content = [roomId, roomName, mode, category, holder, other, fromMs, madeMs]
    const payload = Buffer.from(JSON.stringify(content)).toString('base64url')
    return `${payload}.${macOf(payload, keys[0]).toString('base64url')}`
  }
  return {
    encode,
    verify(token, { holder, other }) {
      const [payload = '', mac = '', ...rest] = token.length > INCIDENT_MAX ? [] : token.split('.')
      if (rest.length > 0 || !isSigned(payload, Buffer.from(mac, 'base64url'))) return undefined
      const incident = decode(payload)
      return incident.holder === holder && incident.other === other ? incident : undefined
    },
    tokenIn(room, accountId, nowMs) {
      const other = room.seats.find((seat) => seat.accountId !== accountId)
      const incident = other && incidentIn(room, accountId, other.accountId, nowMs)
      return incident && encode(incident)
    },
  }

  function isSigned(payload: string, given: Buffer): boolean {
    return keys.some((key) => {
      const mac = macOf(payload, key)
      return mac.length === given.length && timingSafeEqual(mac, given)
    })
  }
}

const macOf = (payload: string, key: Buffer): Buffer => createHmac('sha256', key).update(payload).digest()

/** Of a payload that was signed here. */
function decode(payload: string): Incident {
  const content = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Content
  const [roomId, roomName, mode, category, holder, other, fromMs, madeMs] = content
  return { roomId, roomName, mode, category, holder, other, fromMs, madeMs }
}
