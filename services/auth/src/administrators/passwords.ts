import { hash, verify } from '@node-rs/argon2'
import { normalPassword } from '../domain/administrator-password.js'
import { newSecret } from '../tokens/secrets.js'
import { atMost } from './at-most.js'

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
