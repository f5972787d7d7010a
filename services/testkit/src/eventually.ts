import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats `check` until it neither throws nor returns false; throws its last error. */
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
