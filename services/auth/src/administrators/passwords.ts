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

/** Cost of a hash: KiB of memory and passes over it. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
}

// OWASP's recommendation: 19 MiB, two passes.
const RECOMMENDED: PasswordCost = { memoryCost: 19_456, timeCost: 2 }
const LIMITS = { running: 2, waiting: 64, refusal: 'UNAVAILABLE' } as const

export async function createPasswords(cost = RECOMMENDED): Promise<Passwords> {
  const limit = createConcurrencyLimiter(LIMITS)
  const hashOf = (password: string) => limit(() => hash(normalPassword(password), { ...cost, parallelism: 1 }))
  const dummyHash = await hashOf(newSecret())
  return {
    hash: hashOf,
    verify: async (passwordHash, password) =>
      (await limit(() => verify(passwordHash ?? dummyHash, normalPassword(password)))) && passwordHash !== undefined,
  }
}
