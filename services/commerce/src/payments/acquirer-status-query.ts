import { readMessage, type MessageTrust } from './acquirer-message.js'
import { postForm } from './acquirer-post.js'
import { signed, type Fields } from './acquirer-signature.js'

export interface StatusQueryOptions extends MessageTrust {
  /** Of its machine interface, without a slash at the end. */
  readonly apiUrl: string
  /** For one question with its whole answer. */
  readonly timeoutMs: number
}

/** Asks how the payment of an order stands. Throws when there is no answer that can be trusted. */
export async function queryStatus(
  orderId: string,
  options: StatusQueryOptions,
  moment: { readonly nowMs: number; readonly nonce: string },
): Promise<Fields> {
  const question = new Map([
    ['merchant_id', options.merchantId],
    ['order_id', orderId],
    ['nonce', moment.nonce],
    ['timestamp', String(Math.floor(moment.nowMs / 1_000))],
  ])
  const request = signed('status-request', question, options.secrets)
  const body = await postForm(`${options.apiUrl}/status`, request, options.timeoutMs)
  const answer = readMessage('status-answer', body, options, moment.nowMs)
  // An answer of yesterday, or to a question about something else, is signed as well.
  for (const name of ['order_id', 'nonce']) {
    if (answer.get(name) !== question.get(name)) throw new Error(`the answer has another ${name}`)
  }
  return answer
}
