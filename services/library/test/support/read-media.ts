import type { KlaError } from '@kla/chassis'
import type { Pod } from './library.js'

/** All bytes of an address. */
export async function readMedia({ client, offer }: Pod, url: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  const request = { url, range: '', ifNoneMatch: '', headOnly: false }
  for await (const { part } of client.getMedia(request, await offer(url))) {
    if (part?.$case === 'chunk') chunks.push(part.value)
  }
  return Buffer.concat(chunks)
}

/** Why an address is not served, or 'served'. */
export const mediaRefusal = (pod: Pod, url: string): Promise<string> =>
  readMedia(pod, url).then(
    () => 'served',
    (error: KlaError) => error.reason,
  )
