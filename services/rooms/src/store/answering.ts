import { KlaError } from '@kla/chassis'

// Replies of a Redis that is there but cannot serve now: starting, failing over, full.
const CANNOT_SERVE = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|MISCONF|OOM|BUSY)/

/** Waits for Redis. Rejects with UNAVAILABLE if it does not answer; the fault of a command of ours stays what it is. */
export async function answering<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // The client hangs the command with its arguments, whole records, on the error: they must not reach a log.
    Reflect.deleteProperty(error, 'command')
    const fault = error.name === 'ReplyError' && !CANNOT_SERVE.test(error.message)
    throw fault ? error : new KlaError('UNAVAILABLE', undefined, { cause: error })
  }
}
