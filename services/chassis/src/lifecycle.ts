import { EnvironmentError } from './env.js'

export interface Runnable {
  start(): Promise<void>
  /** Finishes what is under way and closes everything. */
  stop(): Promise<void>
}

const STOP_WITHIN_MS = 20_000

/**
 * Runs a process: creates, starts, waits for SIGTERM or SIGINT, stops. Prints `ready` as a JSON line once started,
 * ends with 1 when anything fails, and never lets an unhandled rejection pass unseen.
 */
export async function runProcess(create: () => Promise<Runnable> | Runnable): Promise<void> {
  const fail = (error: unknown): never => {
    console.error(error instanceof EnvironmentError ? error.message : error)
    process.exit(1)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  try {
    const runnable = await create()
    const stopped = new Promise<void>((resolve) => {
      const stop = (): void => resolve()
      process.once('SIGTERM', stop)
      process.once('SIGINT', stop)
      // A process whose parent has died must not linger: the parent closes the channel by dying.
      if (process.channel) process.once('disconnect', stop)
    })
    await runnable.start()
    process.send?.({ ready: true })
    await stopped
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await runnable.stop()
    process.exit(0)
  } catch (error) {
    fail(error)
  }
}
