import type { KlaError } from '@kla/chassis'
import type { Pod } from './library.js'

/** All bytes of an address. */
export async function readMedia({ client }: Pod, url: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const { part } of client.getMedia({ url, range: '', ifNoneMatch: '', headOnly: false })) {
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
