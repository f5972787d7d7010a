import { discreetError } from './errors.js'
import { EnvironmentError, milliseconds, readEnvironment } from './config.js'
import { tracing } from './tracing/index.js'

export interface Runnable {
  start(): Promise<void>
  /** Finishes what is under way and closes everything; also while it is starting. */
  stop(): Promise<void>
}

const variables = {
  STOP_WITHIN_MS: milliseconds('how long a stop may take before the process just ends', 20_000),
}

/**
 * Runs a process: creates, starts, waits for SIGTERM or SIGINT, stops. Prints `ready` as a JSON line once started,
 * ends with 1 when anything fails or a stop takes longer than STOP_WITHIN_MS, and never lets an unhandled rejection
 * pass unseen. Further signals while it stops change nothing.
 */
export async function runProcess(create: () => Promise<Runnable> | Runnable): Promise<void> {
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  try {
    const { STOP_WITHIN_MS } = readEnvironment(variables)
    const asked = stopAsked()
    // What it needs may not be there yet: a process that waits for it must go when it is told to.
    const runnable = await Promise.race([create(), asked])
    if (runnable === STOP) process.exit(0)
    const starting = runnable.start()
    if ((await Promise.race([starting, asked])) !== STOP) process.send?.({ ready: true })
    await asked
    // Whatever it was about to do fails now, on purpose.
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
    // A process whose parent has died must not linger: the parent closes the channel by dying.
    if (process.channel) process.once('disconnect', stop)
  })

function fail(error: unknown): never {
  console.error(error instanceof EnvironmentError ? error.message : discreetError(error as Error))
  process.exit(1)
}
