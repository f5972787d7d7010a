import { newId, type Redis } from '@kla/chassis'
import { isUuid, PASSKEY_CHALLENGE_MS } from '@kla/proto/web'

/** What a challenge may be answered for. All but sign-ins belong to a session. */
export type ChallengePurpose =
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'step-up'; readonly sessionKey: string }
  /** The revision that the administrator had when the options were made. */
  | { readonly kind: 'add'; readonly sessionKey: string; readonly revision: number }

/** A challenge, as its answer has to name it. */
export interface Challenge {
  readonly challenge: string
  readonly purpose: ChallengePurpose
}

/** Challenges in Redis, each for one answer within PASSKEY_CHALLENGE_MS. */
export interface Challenges {
  /** Returns the id that the answer names. */
  put(challenge: Challenge): Promise<string>
  /** Undefined if there is none any more; at most one caller gets it. */
  take(id: string): Promise<Challenge | undefined>
}

interface Kept extends Challenge {
  readonly expiresAtMs: number
}

export function createChallenges({
  redis,
  redisPrefix,
  now,
}: {
  redis: Redis
  redisPrefix: string
  now: () => number
}): Challenges {
  const keyOf = (id: string): string => `${redisPrefix}passkey-challenge:${id}`
  return {
    async put({ challenge, purpose }) {
      const id = newId()
      const kept: Kept = { challenge, purpose, expiresAtMs: now() + PASSKEY_CHALLENGE_MS }
      await redis.set(keyOf(id), JSON.stringify(kept), 'PX', PASSKEY_CHALLENGE_MS)
      return id
    },
    async take(id) {
      if (!isUuid(id)) return undefined
      const text = await redis.getdel(keyOf(id.toLowerCase()))
      if (text === null) return undefined
      const kept = JSON.parse(text) as Kept
      return kept.expiresAtMs > now() ? kept : undefined
    },
  }
}
