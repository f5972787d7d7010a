import { KlaError } from '@kla/chassis'
import type { CommerceHandlers, Dependencies } from './dependencies.js'

export const receiveNotification =
  ({ providers, fulfil, now }: Dependencies): CommerceHandlers['receiveNotification'] =>
  async ({ provider: name, body, signature }) => {
    const provider = providers.find(name)
    if (!provider) throw new KlaError('NOT_FOUND')
    const notices = await provider.readNotification({ body, signature, nowMs: now() })
    try {
      await fulfil(provider.name, notices)
    } catch (cause) {
      // Whatever it was: the provider sends it again.
      throw new KlaError('UNAVAILABLE', undefined, { cause })
    }
    return {}
  }
