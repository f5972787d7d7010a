import { KlaError } from '@kla/chassis'

/** What is known of addresses that hold nothing that can be shown. */
export interface RememberedRefusals {
  /** Throws what was remembered, for as long as it is. */
  check(address: string): void
  /** Remembers a refusal and answers it. */
  remember(address: string, error: unknown): KlaError
}

/** Enough for an attack, and a few hundred kilobytes. */
const ADDRESSES_MAX = 2_000

/** Without a memory everybody who asks for a bomb makes it go off again. Each lasts `forMs`. */
export function createRememberedRefusals(forMs: number, now: () => number): RememberedRefusals {
  const known = new Map<string, { refusal: KlaError; untilMs: number }>()
  return {
    check(address) {
      const entry = known.get(address)
      if (!entry) return
      if (entry.untilMs > now()) throw entry.refusal
      known.delete(address)
    },
    remember(address, error) {
      const refusal = KlaError.from(error)
      if (known.size >= ADDRESSES_MAX) known.delete(known.keys().next().value as string)
      known.set(address, { refusal, untilMs: now() + forMs })
      return refusal
    },
  }
}
