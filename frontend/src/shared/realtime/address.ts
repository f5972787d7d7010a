/** The socket's address on this origin. The room is named so that both its players can be led to the same gateway. */
export function realtimeAddress({ protocol, host }: Pick<Location, 'protocol' | 'host'>, roomId: string | null): string {
  const scheme = protocol === 'https:' ? 'wss:' : 'ws:'
  const query = roomId === null ? '' : `?room=${encodeURIComponent(roomId)}`
  return `${scheme}//${host}/realtime${query}`
}
