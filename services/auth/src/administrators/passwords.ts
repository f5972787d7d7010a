import { hash, verify } from '@node-rs/argon2'
import { KlaError } from '@kla/chassis'
import { newSecret } from '../shared/tokens.js'
import { normalPassword } from './rules/credentials.js'

/** Runs work when there is room for it. Rejects with UNAVAILABLE when too much waits already. */
type Limited = <T>(work: () => Promise<T>) => Promise<T>

/** Lets `running` pieces of work run at once, and `waiting` more wait for it, in their order. */
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
      // The place is handed on, never free in between: nobody overtakes.
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}

export interface Passwords {
  /** Argon2id in its encoded form. */
  hash(password: string): Promise<string>
  /** Whether a password is the right one. Without a hash it never is, which takes as long to find out. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>
}

// What OWASP recommends for argon2id, which is also the library's kind: 19 MiB and two passes.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// Half of the four threads that Node keeps for such work, so that nothing else waits; and a few seconds of patience.
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
