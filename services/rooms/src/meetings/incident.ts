import { createHmac, timingSafeEqual } from 'node:crypto'
import { INCIDENT_MAX } from '@kla/proto/web'
import { hourOf, incidentIn, type Incident, type Incidents } from '../shared/rules/incident.js'
import type { Room } from '../shared/rules/room.js'
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
  /** A change of a room is published and answered, each time with the same tokens. */
  const made = new WeakMap<Room, Map<number, { readonly token: string | undefined; readonly hourMs: number }>>()
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
      const ofRoom = made.get(room) ?? new Map<number, { token: string | undefined; hourMs: number }>()
      made.set(room, ofRoom)
      const hourMs = hourOf(nowMs)
      const known = ofRoom.get(accountId)
      if (known?.hourMs === hourMs) return known.token
      const other = room.seats.find((seat) => seat.accountId !== accountId)
      const incident = other && incidentIn(room, accountId, other.accountId, nowMs)
      const token = incident && encode(incident)
      ofRoom.set(accountId, { token, hourMs })
      return token
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
