import { KlaError } from '@kla/chassis'

/** Waits for `promise`, at most `ms`; then rejects with UNAVAILABLE. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new KlaError('UNAVAILABLE')), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
