import { createConcurrencyLimiter } from '@kla/chassis'
import { hash, verify } from '@node-rs/argon2'
import { newSecret } from '../shared/tokens.js'
import { normalPassword } from './rules/credentials.js'

/** Hashes and checks passwords with argon2id. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes the same time without a hash. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>
}

// OWASP's recommendation: 19 MiB, two passes.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const LIMITS = { running: 2, waiting: 64, refusal: 'UNAVAILABLE' } as const

export async function createPasswords(): Promise<Passwords> {
  const limit = createConcurrencyLimiter(LIMITS)
  const hashOf = (password: string) => limit(() => hash(normalPassword(password), PARAMETERS))
  const dummyHash = await hashOf(newSecret())
  return {
    hash: hashOf,
    verify: async (passwordHash, password) =>
      (await limit(() => verify(passwordHash ?? dummyHash, normalPassword(password)))) && passwordHash !== undefined,
  }
}
