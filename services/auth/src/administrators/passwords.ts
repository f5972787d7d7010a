import { hash, verify } from '@node-rs/argon2'
import { KlaError } from '@kla/chassis'
import { newSecret } from '../shared/tokens.js'
import { normalPassword } from './rules/credentials.js'

/** Rejects with UNAVAILABLE when the queue is full. */
type Limited = <T>(work: () => Promise<T>) => Promise<T>

/** Concurrency limiter with a queue in order. */
export function atMost({ running, waiting }: { running: number; waiting: number }): Limited {
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
      // Handed on directly, so that nobody overtakes.
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}

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
  const limited = atMost(LIMITS)
  const hashOf = (password: string) => limited(() => hash(normalPassword(password), PARAMETERS))
  const nobodys = await hashOf(newSecret())
  return {
    hash: hashOf,
    verify: async (passwordHash, password) =>
      (await limited(() => verify(passwordHash ?? nobodys, normalPassword(password)))) && passwordHash !== undefined,
  }
}
