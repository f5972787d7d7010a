import { KlaError } from '@kla/chassis'

// Replies of a Redis that is there but cannot serve now: starting, failing over, full.
const CANNOT_SERVE = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|MISCONF|OOM|BUSY)/

/** Waits for Redis. Rejects with UNAVAILABLE if it does not answer; the fault of a command of ours stays what it is. */
export async function answering<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    const fault = error instanceof Error && error.name === 'ReplyError' && !CANNOT_SERVE.test(error.message)
    throw fault ? error : new KlaError('UNAVAILABLE', undefined, { cause: error })
  }
}
