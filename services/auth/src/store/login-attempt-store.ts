import type { Redis } from '@kla/chassis'
import type { LoginAttempt } from '../domain/login-attempt.js'

export interface LoginAttemptStore {
  /** Remembers a login under the hash of its state. */
  put(stateHash: string, attempt: LoginAttempt): Promise<void>
  /** Hands a login out, once. */
  take(stateHash: string): Promise<LoginAttempt | undefined>
}

export function createLoginAttemptStore(redis: Redis, prefix: string, ttlMs: number): LoginAttemptStore {
  const key = (stateHash: string): string => `${prefix}login:{${stateHash}}`
  return {
    async put(stateHash, attempt) {
      await redis.set(key(stateHash), JSON.stringify(attempt), 'PX', ttlMs)
    },
    async take(stateHash) {
      const stored = await redis.getdel(key(stateHash))
      return stored === null ? undefined : (JSON.parse(stored) as LoginAttempt)
    },
  }
}
