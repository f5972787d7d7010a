import { createLogger, createRedis } from '@kla/chassis'
import { LocalFailure, type Say } from '../failure.js'
import { storeUserName, type StorePasswords } from './passwords.js'
import { REDIS_USERS, redisRules } from './redis-users.js'

/**
 * Makes the services' users on a Redis that somebody else runs, as the user that its address names. Throws a {@link LocalFailure}
 * where that one may not. It may run again.
 */
export async function makeRedisUsers(url: string, passwords: StorePasswords, say: Say): Promise<void> {
  const redis = createRedis({ url, log: createLogger({ service: 'local', level: 'silent' }), commandTimeoutMs: 5_000 })
  try {
    for (const user of REDIS_USERS) {
      await redis.call('ACL', 'SETUSER', storeUserName(user), 'reset', `>${passwords[user]}`, ...redisRules(user))
    }
    const anybody = await redis.call('ACL', 'GETUSER', 'default')
    if (String(anybody).includes('nopass')) say('The Redis of REDIS_URL takes anybody without a password; its services have users, but so have strangers')
  } catch (error) {
    throw new LocalFailure(
      `The Redis of REDIS_URL did not let a user be made for each service: ${(error as Error).message}. ` +
        'Name somebody in REDIS_URL who may use ACL SETUSER, or leave it out and one is started.',
      { cause: error },
    )
  } finally {
    redis.disconnect()
  }
}

/** What there is to say of a given NATS, which takes users from its configuration alone. */
export const SHARED_NATS =
  'The NATS of NATS_URL takes users from its own configuration alone: here all services share the one in that address'
