import { KlaError } from './errors.js'

/** Error replies of a Redis that runs but cannot serve yet, or any more: starting, failing over, out of memory. */
const CANNOT_SERVE = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|MISCONF|OOM|BUSY)/

/**
 * Waits for a reply of Redis. Rejects with UNAVAILABLE if none comes or Redis cannot serve; any other error reply is a
 * defect of the command and is rejected as it is, without the arguments of the command.
 */
export async function mapRedisErrors<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // ioredis keeps the command and its arguments, whole records, on the error: they must not reach a log.
    Reflect.deleteProperty(error, 'command')
    const isDefect = error.name === 'ReplyError' && !CANNOT_SERVE.test(error.message)
    throw isDefect ? error : new KlaError('UNAVAILABLE', undefined, { cause: error })
  }
}
