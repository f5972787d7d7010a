/** Resolves after the promises that are ready to run. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
