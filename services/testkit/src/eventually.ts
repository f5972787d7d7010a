import { setTimeout as sleep } from 'node:timers/promises'

/** Tries `check` until it neither throws nor answers false, at most for `withinMs`; then its last failure is thrown. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 15_000): Promise<Exclude<T, false>> {
  const end = Date.now() + withinMs
  for (;;) {
    try {
      const result = await check()
      if (result !== false) return result as Exclude<T, false>
      if (Date.now() > end) throw new Error('it never became true')
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await sleep(20)
  }
}
