import { KlaError } from '@kla/chassis'

/** Rejects with UNAVAILABLE after `ms`. */
export async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new KlaError('UNAVAILABLE')), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
