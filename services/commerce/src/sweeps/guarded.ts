import type { Logger } from '@kla/chassis'

/** Work that never throws: what goes wrong is said once, and the next round tries again. */
export const guarded =
  (log: Logger, name: string, work: () => Promise<void>) => async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error, sweep: name }, 'a sweep was broken off')
    }
  }
