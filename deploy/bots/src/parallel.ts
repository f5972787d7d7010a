import pLimit from 'p-limit'

/** Rejects with the first failure once all in flight have ended. */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const limited = pLimit({ concurrency: limit, rejectOnClear: true })
  const all = items.map((item, index) =>
    limited(work, item, index).catch((error: unknown) => {
      limited.clearQueue()
      throw error
    }),
  )
  await Promise.allSettled(all)
  return Promise.all(all)
}
