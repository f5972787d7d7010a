import { EnvironmentError, readEnvironment, timer } from './config.js'
import { redactedError } from './errors.js'
import { tracing } from './tracing/index.js'

/** A process's service, started and stopped once. */
export interface Runnable {
  start(): Promise<void>
  /** Finishes work in flight and closes everything, also during the start. */
  stop(): Promise<void>
}

const variables = {
  STOP_WITHIN_MS: timer('how long a stop may take before the process just ends', 20_000),
}

/**
 * Runs until SIGTERM or SIGINT. Exits with 1 on failure, an unhandled rejection or a stop longer than STOP_WITHIN_MS.
 */
export async function runService(create: () => Promise<Runnable> | Runnable): Promise<void> {
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  try {
    const { STOP_WITHIN_MS } = readEnvironment(variables)
    const asked = stopAsked()
    // A process that waits for a dependency must still stop.
    const runnable = await Promise.race([create(), asked])
    if (runnable === STOP) process.exit(0)
    const starting = runnable.start()
    if ((await Promise.race([starting, asked])) !== STOP) process.send?.({ ready: true })
    await asked
    starting.catch(() => undefined)
    setTimeout(() => fail(new Error(`not stopped within ${STOP_WITHIN_MS} ms`)), STOP_WITHIN_MS).unref()
    await runnable.stop()
    await tracing()?.close()
    process.exit(0)
  } catch (error) {
    fail(error)
  }
}

const STOP = Symbol('stop')

const stopAsked = (): Promise<typeof STOP> =>
  new Promise((resolve) => {
    const stop = (): void => resolve(STOP)
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    // An orphan must not linger: the channel closes with the parent.
    if (process.channel) process.once('disconnect', stop)
  })

function fail(error: unknown): never {
  console.error(error instanceof EnvironmentError ? error.message : redactedError(error as Error))
  process.exit(1)
}
