import { newId } from '@kla/chassis'
import type { MailPort } from '../mails/index.js'
import { type Call, letterOf } from './rules/calls.js'

/** A way to reach the on-call list outside the console. */
export interface CallChannel {
  readonly name: 'mail' | 'webhook'
  /** Returns whether the call was accepted. Never rejects. */
  call(call: Call): Promise<boolean>
}

const WEBHOOK_WITHIN_MS = 5_000

/** Sends mail to each address. One acceptance is enough. */
export const createMailChannel = (port: MailPort, addresses: readonly string[]): CallChannel => ({
  name: 'mail',
  async call(call) {
    const letter = letterOf(call)
    const deliveries = await Promise.all(addresses.map((to) => port.send({ id: newId(), to, ...letter })))
    return deliveries.some(({ kind }) => kind === 'taken')
  },
})

/** Posts the call as JSON. A status of 2xx accepts it. */
export const createWebhookChannel = (url: string, withinMs = WEBHOOK_WITHIN_MS): CallChannel => ({
  name: 'webhook',
  async call(call) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(call),
        redirect: 'error',
        signal: AbortSignal.timeout(withinMs),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      // The error names the address, which may contain a token.
      return false
    }
  },
})
