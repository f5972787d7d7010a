const TOO_MANY = 429

/** Whether the server said no to a failed call, and will say so again; false where it was busy or could not be asked. */
export const isRefusal = (error: unknown): boolean => {
  const status = (error as { status?: unknown } | undefined)?.status
  return typeof status === 'number' && status >= 400 && status < 500 && status !== TOO_MANY
}
