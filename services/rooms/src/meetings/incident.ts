import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { INCIDENT_MAX } from '@kla/proto/web'
import { hourOf, type Incident, incidentIn, type Incidents } from '../shared/rules/incident.js'
import type { Room } from '../shared/rules/room.js'
import { MET_MS } from './rules.js'

/** Keys, newest first: the first seals, all open. */
export type IncidentKeys = readonly [Buffer, ...Buffer[]]

/** Expiry of a token whose meeting the store has lost. */
export const expiryMs = ({ madeMs }: Incident): number => madeMs + MET_MS

type Content = readonly [
  roomId: string,
  roomName: string,
  mode: string,
  category: string,
  holder: number,
  other: number,
  fromMs: number,
  madeMs: number,
  alias?: number | undefined,
]

/** Seals tokens, so that players cannot read account ids. */
export function createIncidents(keys: IncidentKeys): Incidents {
  /** Reuses a change's tokens, which are published and answered. */
  const made = new WeakMap<Room, Map<number, { readonly token: string | undefined; readonly hourMs: number }>>()
  const seals = keys.map(sealOf)
  const encode = ({ roomId, roomName, mode, category, holder, other, fromMs, madeMs, alias }: Incident): string => {
    const content: Content = [roomId, roomName, mode, category, holder, other, fromMs, madeMs, alias]
    return seals[0]!
      .close(Buffer.from(JSON.stringify(content)))
      .map((part) => part.toString('base64url'))
      .join('.')
  }
  return {
    encode,
    verify(token, { holder, other, alias }) {
      const content = token.length > INCIDENT_MAX ? undefined : opened(token)
      const incident = content && decode(content)
      const isValid =
        incident?.holder === holder && incident.other === other && (incident.alias ?? other) === (alias ?? other)
      return isValid ? incident : undefined
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

  function opened(token: string): Buffer | undefined {
    const [sealed, tag, ...rest] = token.split('.').map((part) => Buffer.from(part, 'base64url'))
    if (!sealed || !tag || rest.length > 0) return undefined
    for (const seal of seals) {
      const content = seal.open(sealed, tag)
      if (content) return content
    }
    return undefined
  }
}

interface Seal {
  close(content: Buffer): readonly [sealed: Buffer, tag: Buffer]
  open(sealed: Buffer, tag: Buffer): Buffer | undefined
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** IV from the content, so that an incident has one token. */
function sealOf(key: Buffer): Seal {
  const derived = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
  const [sealing, naming] = [derived('incident token'), derived('incident token iv')]
  return {
    close(content) {
      const iv = createHmac('sha256', naming).update(content).digest().subarray(0, IV_BYTES)
      const cipher = createCipheriv(CIPHER, sealing, iv)
      const sealed = Buffer.concat([iv, cipher.update(content), cipher.final()])
      return [sealed, cipher.getAuthTag()]
    },
    open(sealed, tag) {
      if (sealed.length < IV_BYTES || tag.length !== TAG_BYTES) return undefined
      const decipher = createDecipheriv(CIPHER, sealing, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAuthTag(tag)
      try {
        return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES)), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}

function decode(content: Buffer): Incident {
  const [roomId, roomName, mode, category, holder, other, fromMs, madeMs, alias] = JSON.parse(
    content.toString(),
  ) as Content
  return { roomId, roomName, mode, category, holder, other, fromMs, madeMs, ...(alias ? { alias } : {}) }
}
