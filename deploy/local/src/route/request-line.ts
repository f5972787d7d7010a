/** What a route needs to know of a connection. */
export interface Wanted {
  /** Whether it is to be the WebSocket. */
  readonly realtime: boolean
  /** The room that its address names. */
  readonly room: string | undefined
}

/** Reads the first line of what a client sends; undefined as long as it is not whole. */
export function readRequestLine(head: Buffer): Wanted | undefined {
  const end = head.indexOf('\r\n')
  if (end === -1) return undefined
  const [, target = '/'] = head.subarray(0, end).toString('latin1').split(' ')
  const { pathname, searchParams } = new URL(target, 'http://route')
  return { realtime: pathname === '/realtime', room: searchParams.get('room') ?? undefined }
}
