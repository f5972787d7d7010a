import { hash, verify } from '@node-rs/argon2'
import { KlaError } from '@kla/chassis'
import { newSecret } from '../shared/tokens.js'
import { normalPassword } from './rules/credentials.js'

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes the same time without a hash, and is false then. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>
}

// OWASP's recommendation for argon2id: 19 MiB, two passes.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// Half of Node's four worker threads; 64 waiting take a few seconds.
const LIMITS = { running: 2, waiting: 64 }

export async function createPasswords(): Promise<Passwords> {
  const limit = createLimiter(LIMITS)
  const hashOf = (password: string) => limit(() => hash(normalPassword(password), PARAMETERS))
  const dummyHash = await hashOf(newSecret())
  return {
    hash: hashOf,
    verify: async (passwordHash, password) =>
      (await limit(() => verify(passwordHash ?? dummyHash, normalPassword(password)))) && passwordHash !== undefined,
  }
}

/** Rejects with UNAVAILABLE when the queue is full. */
type Limit = <T>(work: () => Promise<T>) => Promise<T>

/** Concurrency limiter with a queue in order. */
export function createLimiter({ running, waiting }: { running: number; waiting: number }): Limit {
  let free = running
  const queue: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else {
      if (queue.length >= waiting) throw new KlaError('UNAVAILABLE')
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      // Handed on directly, so that no caller overtakes.
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}
