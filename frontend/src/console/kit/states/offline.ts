/** Whether a call failed because nothing was reached, not because something was refused. */
export const isOffline = (error: unknown): boolean => {
  const status = (error as { status?: unknown } | undefined)?.status
  return status === 'FETCH_ERROR' || status === 'TIMEOUT_ERROR'
}
