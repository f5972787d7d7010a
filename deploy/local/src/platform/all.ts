/** What all promise, in order. A failure is thrown only once all have ended, so that what they started is known. */
export async function all<T extends readonly unknown[]>(...works: T): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  const settled = await Promise.allSettled(works)
  const failed = settled.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return Promise.all(works) as Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }>
}
